/** What the machines' disks say after a storm. */
import { join } from 'node:path';
import { openJournal } from '../../../adapters/files/journal.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { inboxEventSchema } from '../../../src/inbox/inbox-events.ts';

export interface Taken {
  /** The machines that took each command. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
  /** Commands that another machine took than they name. */
  readonly misled: readonly string[];
}

export function readInboxes(folder: string, names: readonly string[]): Taken {
  const clock = createSystemClock();
  const taken = new Map<string, string[]>();
  const misled: string[] = [];
  for (const name of names) {
    const journal = openJournal(join(folder, name, 'inbox.jsonl'), inboxEventSchema, clock);
    for (const event of journal.found) {
      if (event.type !== 'message.accepted') continue;
      taken.set(event.update, [...(taken.get(event.update) ?? []), name]);
      if (event.content.kind === 'text' && !event.content.text.endsWith(`for ${name}`)) misled.push(event.update);
    }
    journal.close();
  }
  return { taken, misled };
}
