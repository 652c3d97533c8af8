/** Folder of files that people sent: `DATA_DIR/inbox`. */

export interface FileInbox {
  /**
   * Stores the file under `name`, or a similar name when that is taken; returns its absolute path. `name` is a plain file name, made safe by the
   * caller. Rejects with a sentence for people, and then leaves nothing behind.
   */
  save(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<string>;
}
