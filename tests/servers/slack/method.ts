/** One method of the Web API: what it needs and what it does. */

export interface Call {
  readonly fields: ReadonlyMap<string, string>;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
}

export interface Method {
  /** The scope it needs: '' for any token; `app` for the app-level token with connections:write. */
  readonly scope: string;
  readonly parameters: readonly string[];
  /** The fields beside `ok: true`. Throws `SlackRefusal`. */
  run(call: Call): Readonly<Record<string, unknown>>;
}
