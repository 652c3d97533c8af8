/** How much a person is told in a chat while their run works: quiet, normal, or verbose; kept through restarts. */
import { z } from 'zod';
import type { StateStore } from '../ports/state-store.ts';
import { say, slash, type Text } from '../words/say.ts';

/**
 * `quiet`: only questions and the end. `normal`: beside them one live message in words. `verbose`: the live message also shows the
 * screen, replaced in place, and the risk of the last step.
 */
export const DETAILS = ['quiet', 'normal', 'verbose'] as const;
export type Detail = (typeof DETAILS)[number];

export interface DetailOf {
  /** By `Sender.id`: in Slack every run has a thread of its own. */
  of(senderId: string): Detail;
  /** Carries out `/detail` with its arguments and returns the reply. Rejects when the choice cannot be kept. */
  change(senderId: string, rest: string): Promise<Text>;
}

const KEY = 'detail';
const schema = z.record(z.string(), z.enum(DETAILS));

export function createDetail(state: StateStore): DetailOf {
  const kept = schema.safeParse(state.get(KEY) ?? {});
  let bySender: Readonly<Record<string, Detail>> = kept.success ? kept.data : {};
  const of = (senderId: string): Detail => bySender[senderId] ?? 'normal';
  return {
    of,
    async change(senderId, rest) {
      const wanted = DETAILS.find((detail) => detail === rest.trim().toLowerCase());
      if (wanted === undefined) {
        return say`Detail level: ${of(senderId)}. ${slash('detail quiet')}: only questions and results. ${slash('detail normal')}: a live message as well. ${slash('detail verbose')}: with the screen and all details.`;
      }
      bySender = { ...bySender, [senderId]: wanted };
      await state.set(KEY, bySender);
      return say`Detail level: ${wanted}.`;
    },
  };
}
