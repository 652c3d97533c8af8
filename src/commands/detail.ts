/** How much a thread is told while a run works: quiet, normal, or verbose; kept through restarts. */
import { z } from 'zod';
import type { Thread } from '../ports/chat.ts';
import type { StateStore } from '../ports/state-store.ts';
import { say, type Text } from '../words/say.ts';

/**
 * `quiet`: only questions and the end. `normal`: beside them one live message in words. `verbose`: the live message also shows the
 * screen, replaced in place, and the risk of the last step.
 */
export const DETAILS = ['quiet', 'normal', 'verbose'] as const;
export type Detail = (typeof DETAILS)[number];

export interface DetailOf {
  of(thread: Thread): Detail;
  /** `/detail` with what stands behind it; what the person is told. Rejects when it cannot be kept. */
  change(thread: Thread, rest: string): Promise<Text>;
}

const KEY = 'detail';
const schema = z.record(z.string(), z.enum(DETAILS));

export function createDetail(state: StateStore): DetailOf {
  const kept = schema.safeParse(state.get(KEY) ?? {});
  let byThread: Readonly<Record<string, Detail>> = kept.success ? kept.data : {};
  const keyOf = ({ platform, key }: Thread): string => `${platform} ${key}`;
  const of = (thread: Thread): Detail => byThread[keyOf(thread)] ?? 'normal';
  return {
    of,
    async change(thread, rest) {
      const wanted = DETAILS.find((detail) => detail === rest.trim().toLowerCase());
      if (wanted === undefined) {
        return say`This chat is ${of(thread)}. /detail quiet: only questions and the end. /detail normal: one live message. /detail verbose: the screen in it, too.`;
      }
      byThread = { ...byThread, [keyOf(thread)]: wanted };
      await state.set(KEY, byThread);
      return say`This chat is ${wanted} now.`;
    },
  };
}
