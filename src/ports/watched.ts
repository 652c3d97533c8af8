/** What a watch looks at beside the screen; nothing is changed by looking. */
export interface Watched {
  /** Names of the files in a folder (`~` is the person's home), at most 5,000; null when it is none, or cannot be read. */
  files(folder: string): Promise<readonly string[] | null>;
  /**
   * What an http or https address answers now, redirects not followed: its status, and a string that stands for its first megabyte.
   * null when it does not answer in time. Rejects only with the signal's reason.
   */
  page(url: string, signal: AbortSignal): Promise<{ readonly status: number; readonly content: string } | null>;
}
