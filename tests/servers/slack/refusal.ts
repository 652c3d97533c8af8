/** What Slack says no with: mostly 200 with `ok: false`, and 429 with Retry-After. */

export class SlackRefusal extends Error {
  readonly code: string;
  readonly about: Readonly<Record<string, unknown>>;
  /** Seconds; null = not a matter of pace. */
  readonly retryAfter: number | null;

  constructor(code: string, about: Readonly<Record<string, unknown>> = {}, retryAfter: number | null = null) {
    super(code);
    this.code = code;
    this.about = about;
    this.retryAfter = retryAfter;
  }
}

export function refuse(code: string, detail = ''): never {
  throw new SlackRefusal(code, detail === '' ? {} : { response_metadata: { messages: [`[ERROR] ${detail}`] } });
}
