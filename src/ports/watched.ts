/** Sources of a watch besides the screen; they are only read. */
export interface Watched {
  /** Names of the files in a folder (`~` is the person's home), at most 5,000; null when it is none, or cannot be read. */
  files(folder: string): Promise<readonly string[] | null>;
  /**
   * The present answer of an http or https address, redirects not followed: its status, and a hash of its first megabyte. null when it does not
   * answer in time. Rejects only with the signal's reason.
   */
  page(url: string, signal: AbortSignal): Promise<{ readonly status: number; readonly content: string } | null>;
}
