/** Model ids from a local server's list. The server is not trusted: its answer is limited in time and size, and only valid ids count. */
import { z } from 'zod';
import { createLimitedFetch } from '../../../adapters/model/limited-fetch.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { say, type Text } from '../../words/say.ts';

export type Listed =
  | { readonly kind: 'listed'; readonly ids: readonly string[] }
  | { readonly kind: 'wants key' }
  /** For the person. */
  | { readonly kind: 'none'; readonly why: Text };

const ANSWER_MS = 10_000;
const MOST_BYTES = 1_000_000;
/** A person chooses from a list that fits a screen. */
const MOST_IDS = 30;
const ID = /^[\w.:@/-]{1,120}$/;
const listSchema = z.object({ data: z.array(z.object({ id: z.string() }).catch({ id: '' })) });

/** `base`: `http://localhost:11434/v1`. Rejects only with the signal's reason. */
export async function listModels(base: string, key: string | null, signal: AbortSignal): Promise<Listed> {
  try {
    const response = await createLimitedFetch(MOST_BYTES)(`${base.replace(/\/+$/, '')}/models`, {
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: withLimit(ANSWER_MS, signal),
    });
    if (response.status === 401 || response.status === 403) return { kind: 'wants key' };
    if (!response.ok) return { kind: 'none', why: say`It answers with ${response.status}: check the address.` };
    const read = listSchema.safeParse(await response.json());
    if (!read.success)
      return { kind: 'none', why: say`What answers there does not speak OpenAI's API: check the address.` };
    const ids = [...new Set(read.data.data.map(({ id }) => id))].filter((id) => ID.test(id));
    return { kind: 'listed', ids: ids.slice(0, MOST_IDS) };
  } catch {
    signal.throwIfAborted();
    return { kind: 'none', why: say`Nothing usable answers at ${base}.` };
  }
}
