/** Closes a question or a live message that an earlier process left open: says what became of it, with dead buttons. */

import type { StoredDelivery } from '../inbox/inbox-events.ts';
import { say } from '../words/say.ts';
import type { Outgoing } from './outgoing.ts';

export function closeLeftOpen(left: StoredDelivery): Outgoing {
  const end =
    left.kind === 'question'
      ? say`Deskhand was restarted; no answer counts as No.`
      : say`Deskhand was restarted; this run is over.`;
  return {
    kind: left.kind,
    text: [...left.text, '\n\n', { bold: end }],
    picture: null,
    buttons:
      left.kind === 'question' ? left.buttons.map((row) => row.map((button) => ({ ...button, data: null }))) : [],
    file: null,
    again: {},
  };
}
