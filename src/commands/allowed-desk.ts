/** `/allowed`: lists what a person always allows, each with a button to revoke it. */
import type { Buttons } from '../outbound/buttons.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import { inPairs, type SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { sayAllowed } from '../run/confirm/allow-always.ts';
import type { Allowance, Allowances } from '../safety/scope/allowances.ts';
import { say, slash, type Text } from '../words/say.ts';

export interface AllowedDesk {
  /** `rest`: arguments of /allowed; settles the message. Rejects with a sentence when a change cannot be stored. */
  open(rest: string, asked: Asked): Promise<void>;
  /** Revokes these and updates the list. */
  revoke(ids: readonly string[], buttonId: string): Promise<void>;
}

type Asked = Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>;

interface Panel {
  readonly posting: Posting;
  readonly person: string;
  ids: readonly string[];
}

/** Number of newest lists with working buttons. */
const PANELS_KEPT = 20;
/** Number of entries with a button; the others are named by their number. */
const BUTTONS = 8;

export interface AllowedDeskPorts {
  readonly allowances: Pick<Allowances, 'list' | 'revoke'>;
  readonly outbox: Pick<Outbox, 'post' | 'close'>;
  readonly buttons: Pick<Buttons, 'register' | 'forget'>;
}

export function createAllowedDesk({ allowances, outbox, buttons }: AllowedDeskPorts): AllowedDesk {
  let panels: readonly Panel[] = [];

  const render = (person: string, lead: Text): Outgoing => {
    const list = allowances.list(person);
    const button = (label: Text, ids: readonly string[]) => ({
      label,
      style: 'danger' as const,
      data: buttons.register({ kind: 'disallow', ids, of: person }),
    });
    const rows = list.slice(0, BUTTONS).map((one, at) => button(say`Revoke ${String(at + 1)}`, [one.id]));
    const every = list.length > 1 ? [[button(say`Revoke all`, idsOf(list))]] : [];
    return { ...wordsAlone(renderAllowed(list, lead)), buttons: [...inPairs(rows), ...every] };
  };

  const post = ({ thread, updateId, sender }: Asked, lead: Text): void => {
    const message = render(sender.id, lead);
    const panel: Panel = { posting: outbox.post(thread, message, updateId), person: sender.id, ids: idsIn(message) };
    const old = panels.length < PANELS_KEPT ? undefined : panels[0];
    if (old !== undefined) buttons.forget(old.ids);
    panels = [...panels, panel].slice(-PANELS_KEPT);
  };

  return {
    async open(rest, asked) {
      if (rest === '') return post(asked, '');
      const list = allowances.list(asked.sender.id);
      const [, wanted = ''] = /^(?:revoke|remove)\s+(all|\d{1,3})$/i.exec(rest) ?? [];
      const chosen = wanted.toLowerCase() === 'all' ? list : list.slice(Number(wanted) - 1, Number(wanted));
      if (wanted === '' || chosen.length === 0)
        return post(
          asked,
          say`${slash('allowed revoke 2')} takes back the second one, ${slash('allowed revoke all')} all.`,
        );
      await allowances.revoke(idsOf(chosen));
      post(asked, REVOKED);
    },
    async revoke(ids, buttonId) {
      const isRevoked = await allowances.revoke(ids);
      const panel = panels.find((one) => one.ids.includes(buttonId));
      if (panel === undefined) return;
      buttons.forget(panel.ids);
      const shown = render(panel.person, isRevoked ? REVOKED : '');
      panel.ids = idsIn(shown);
      outbox.close(panel.posting, shown);
    },
  };
}

const REVOKED = say`Revoked. I ask there from now on.`;

function renderAllowed(list: readonly Allowance[], lead: Text): readonly SpokenSpan[] {
  const head: readonly SpokenSpan[] = lead === '' ? [] : [lead, '\n\n'];
  if (list.length === 0) return [...head, say`Nothing is always allowed. Where a card offers it, tap Allow always.`];
  return [
    ...head,
    { bold: say`Always allowed` },
    ...list.flatMap((one, at): readonly SpokenSpan[] => [
      `\n${at + 1}. `,
      sayAllowed({ ...one, skill: one.skill?.name ?? null }),
    ]),
    '\n',
    { quiet: say`I still ask before I send, pay, delete for good, sign in or change permissions.` },
  ];
}

function idsOf(list: readonly Allowance[]): readonly string[] {
  return list.map(({ id }) => id);
}

function idsIn({ buttons }: Outgoing): readonly string[] {
  return buttons.flat().flatMap(({ data }) => (data === null ? [] : [data]));
}
