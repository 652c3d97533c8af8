/** What the routes of the page share: the context type, saying no, and reading what was posted. */
import type { Context } from 'hono';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { z } from 'zod';

export type Env = { Variables: SecureHeadersVariables };

/** `why` is ours, never a word of the request: it is logged. */
export type Refuse = (c: Context<Env>, status: 400 | 401 | 413 | 429, why: string) => Response;

export function createRefuse(onRefused: (why: string) => void): Refuse {
  return (c, status, why) => {
    onRefused(why);
    return c.json({ error: `Refused: ${why}.` }, status);
  };
}

/** null when the body is not JSON of this shape, or not sent as JSON (a form of another site cannot send that type). */
export async function readBody<T>(c: Context<Env>, schema: z.ZodType<T>): Promise<T | null> {
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return null;
  try {
    const parsed = schema.safeParse(JSON.parse(await c.req.text()));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** First choice of the browser, BCP 47; '' when it does not say. */
export function readLanguage(c: Context<Env>): string {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*/i.exec(c.req.header('accept-language') ?? '')?.[0] ?? '';
}
