/** How the Bot API says no: an HTTP status, the same number in the body, a sentence, and sometimes parameters. */

/** Thrown by whatever refuses a call; the server turns it into the answer. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: Readonly<Record<string, unknown>> | null;

  constructor(code: number, description: string, parameters: Readonly<Record<string, unknown>> | null = null) {
    super(description);
    this.name = 'Refusal';
    this.code = code;
    this.parameters = parameters;
  }
}

export function badRequest(sentence: string): Refusal {
  return new Refusal(400, `Bad Request: ${sentence}`);
}

export function forbidden(sentence: string): Refusal {
  return new Refusal(403, `Forbidden: ${sentence}`);
}

export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}
