/** The rights of a plan's part, by its role. They are enforced here, whatever the part's text, its model or a page says. */
import { isActing, traitsOf } from '../../action/kinds.ts';
import { ACTIONS, type Action, type ActionName } from '../../action/schema.ts';
import type { Role } from '../../journal/plan-events.ts';
import { say, type Text } from '../../words/say.ts';

export interface Rights {
  /** In the order of the table. */
  readonly actions: readonly ActionName[];
  /** The part only reads: the person's grants do not hold for it, and it asks for no change. */
  readonly onlyReads: boolean;
  /** Why the part may not take this action at all; null when it may try. */
  readonly whyNot: (action: Action) => Text | null;
  /** Why nobody is asked about this; null when the person is. */
  readonly whyNotAsked: (action: Action) => Text | null;
}

/** Rights of a whole run, and of every part with the desktop: the gate alone decides. */
export const ALL_RIGHTS: Rights = {
  actions: ACTIONS.map(({ name }) => name),
  onlyReads: false,
  whyNot: () => null,
  whyNotAsked: () => null,
};

const NO_DESKTOP = say`this part works without the screen: use shell, files, fetch and tools, or fail and say that it needs the desktop`;
const ONLY_READS = say`this part only reads: leave the change to a part that acts, or fail and say what has to be changed`;

/** Of a part without the desktop. */
export function rightsOf(role: Role): Rights {
  const onlyReads = role !== 'act';
  const whyNot = (action: { readonly action: string }): Text | null => {
    const { apart } = traitsOf(action);
    if (apart === undefined) return NO_DESKTOP;
    return onlyReads && apart === 'changes' ? ONLY_READS : null;
  };
  return {
    actions: ALL_RIGHTS.actions.filter((action) => whyNot({ action }) === null),
    onlyReads,
    whyNot,
    whyNotAsked: (action) => (onlyReads && isActing(action) ? ONLY_READS : null),
  };
}
