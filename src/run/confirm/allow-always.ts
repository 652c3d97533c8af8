/** “Allow always”: what it would allow, its wording on the card, and how it is kept. */

import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Allowances, NamedSkill } from '../../safety/scope/allowances.ts';
import { sayScope } from '../../safety/scope/say-scope.ts';
import type { Scope } from '../../safety/scope.ts';
import { shorten } from '../../words/amounts.ts';
import { textOf } from '../../words/said-error.ts';
import { say, slash, type Text } from '../../words/say.ts';
import { showInLine } from '../../words/visible.ts';
import type { ConfirmRequest } from './confirm-request.ts';

/** One kind of act in one place, with the place's name as people know it. */
export interface Offer {
  readonly scope: Scope;
  readonly name: string;
  /** Name of the skill it is limited to; null for every run. */
  readonly skill: string | null;
}

const NAME_CHARACTERS = 60;

/** null when no scope could hold the act, or when its place has no name that could be shown. */
export function offerOf(
  { judgement, observation }: Pick<ConfirmRequest, 'judgement' | 'observation'>,
  skill: { readonly skill: Pick<NamedSkill, 'name'> } | null,
): Offer | null {
  const { offer } = judgement;
  if (offer === undefined) return null;
  const { app, bundle } = observation.front;
  const [place = ''] = [...offer.sites, ...offer.apps];
  const name = place === bundle ? app : place;
  return name === '' || name.length > NAME_CHARACTERS
    ? null
    : { scope: offer, name, skill: skill === null ? null : skill.skill.name };
}

export function sayOffer(offer: Offer): Text {
  return say`“Allow always” means: ${sayAllowed(offer)}. ${slash('allowed')} takes it back.`;
}

/** `edit in GIMP`, `edit in GIMP, in runs of the skill “crop”`. */
export function sayAllowed({ scope, name, skill }: Offer): Text {
  const what = sayScope({ ...scope, apps: [shorten(name, NAME_CHARACTERS)], sites: [] });
  return skill === null
    ? say`${what}, in every run of yours`
    : say`${what}, in runs of the skill “${showInLine(skill)}”`;
}

export interface AllowAlwaysNeeds {
  readonly allowances: Pick<Allowances, 'add'>;
  readonly sender: Sender;
  readonly skill: { readonly skill: NamedSkill } | null;
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
}

/** Keeps what the person allowed; the act itself is approved even when that fails. */
export async function allowAlways(request: ConfirmRequest, thread: Thread, run: AllowAlwaysNeeds): Promise<void> {
  const offer = offerOf(request, run.skill);
  if (offer === null) return;
  try {
    await run.allowances.add(run.sender.id, offer, run.skill?.skill ?? null);
  } catch (error) {
    run.tell(thread, [say`That could not be kept, so I'll ask again: ${textOf(error)}`]);
  }
}
