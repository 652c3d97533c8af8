/** Problems with the configured models, told at the start: unknown limits, a model that sees no pictures. */

import type { AcpModel } from '../../adapters/model/acp.ts';
import { findBlindness } from '../../adapters/model/check-sight.ts';
import { findModelFacts } from '../../adapters/model/models.ts';
import type { Settings } from '../config/schema.ts';
import type { Model } from '../ports/model.ts';
import { say, type Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import { noteUnknownModels } from './choose-model.ts';

/**
 * `others` and its own notices, a list that grows: for the log, and for /status. Whether a local model sees pictures is tested in the background, as
 * its server may first load it for a minute. Paid models are not tested: all in the table see pictures.
 */
export function noteModels(
  settings: Settings,
  { model, agents = [] }: { readonly model: Model | null; readonly agents?: readonly AcpModel[] },
  others: readonly Text[],
  warn: (problem: string) => void,
  signal: AbortSignal,
): readonly Text[] {
  const notices = [...others];
  if (model === null) return notices;
  const note = (notice: Text): void => {
    warn(english(notice));
    notices.push(notice);
  };
  for (const agent of agents) {
    noteAgent(settings, agent, note, signal).catch((error: unknown) => {
      if (!signal.aborted) warn(`Whether ${agent.name} can decide could not be found out: ${String(error)}`);
    });
  }
  if (agents.some(({ name }) => name === model.name)) return notices;
  for (const notice of noteUnknownModels(settings)) note(notice);
  const isOwn = settings.OPENAI_BASE_URL !== undefined && model.offers?.known.includes(model.name) !== true;
  if (isOwn) {
    findBlindness(model, signal).then(
      (blindness) => {
        if (blindness !== null) note(blindness);
      },
      (error: unknown) => {
        if (!signal.aborted) warn(`Whether ${model.name} sees pictures could not be asked: ${String(error)}`);
      },
    );
  }
  return notices;
}

/** Starts the agent at once, which costs nothing: its greeting says whether it accepts pictures. */
async function noteAgent(
  { MODEL_PRICES }: Settings,
  model: AcpModel,
  note: (notice: Text) => void,
  signal: AbortSignal,
): Promise<void> {
  if (findModelFacts(model.name, MODEL_PRICES).price === null)
    note(
      say`What ${model.name} takes is known only as far as it tells: until then its cost counts as unknown, and only the token limits hold.`,
    );
  const unfit = await model.findUnfit(signal);
  if (unfit !== null) note(unfit);
}
