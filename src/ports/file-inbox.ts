/** Where files that people sent are put: `DATA_DIR/inbox`. */

export interface FileInbox {
  /**
   * Keeps the file under `name`, or one like it when that is taken; its absolute path. The name is a plain file name, made safe by the
   * caller. Rejects with a sentence for people; nothing is left behind then.
   */
  save(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<string>;
}
