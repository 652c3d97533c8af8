/** `/watch until …`: parsed, checked against the present state, and set like every order. */
import type { InboundMessage, Thread } from '../ports/chat.ts';
import type { Machine } from '../ports/machine.ts';
import type { Watched } from '../ports/watched.ts';
import type { ActionGate } from '../safety/gate.ts';
import { needsApproval } from '../safety/risk.ts';
import { join, say, slash, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import type { Order } from './order.ts';
import { readWatch } from './read/read-watch.ts';
import { type SetOrderPorts, setOrder } from './set-order.ts';
import type { Watch } from './watch-schema.ts';
import { matcherOf } from './watches/make-look.ts';
import type { Zones } from './zones.ts';

export interface SetWatchPorts extends SetOrderPorts {
  readonly zones: Zones;
  readonly gate: ActionGate;
  readonly watched: Pick<Watched, 'files'>;
  readonly machine: { readonly facts: Pick<Machine['facts'], 'isRunning'> };
  /** The element behind a number on this thread's last picture; null: none. */
  readonly shownElement: (thread: Thread, number: number) => Extract<Watch, { readonly kind: 'change' }>['place'];
}

export async function setWatch(
  rest: string,
  message: InboundMessage,
  ports: SetWatchPorts,
  signal: AbortSignal,
  changes: Order | null = null,
): Promise<void> {
  const { thread, sender, updateId } = message;
  const tell = (text: Text): void => ports.reply(thread, [text], updateId);
  const found = readWatch(rest);
  if (found === null) return tell(FORMS);
  const { forMs, doing, terms, element } = found;
  const place = element === null ? null : ports.shownElement(thread, element);
  if (element !== null && place === null)
    return tell(say`There is no number ${element} on the last picture here. ${slash('screenshot')} shows them.`);
  const watch = await completeWatch(found.watch, place, ports);
  const lack = await findLack(watch, ports, signal);
  if (lack !== null) return tell(lack);
  const warning = await findWarning(watch, ports, signal);
  const when = { kind: 'watch', watch, until: ports.clock.now() + forMs } as const;
  const zone = ports.zones.of(sender.id);
  await setOrder({ read: { when, doing, terms }, zone, changes, plain: null, warning }, message, ports, signal);
}

/** Limit of file names stored with an order. */
const MOST_THERE = 1000;

/** Adds what is only known now: the place, and the existing files. */
async function completeWatch(
  watch: Watch,
  place: ReturnType<SetWatchPorts['shownElement']>,
  { watched }: Pick<SetWatchPorts, 'watched'>,
): Promise<Watch> {
  if (watch.kind === 'change') return { ...watch, place };
  if (watch.kind !== 'file') return watch;
  const there = (await watched.files(watch.folder))?.filter(matcherOf(watch.pattern));
  return there === undefined || there.length > MOST_THERE ? watch : { ...watch, there };
}

/** Why it would wait in vain; null. */
async function findLack(watch: Watch, ports: SetWatchPorts, signal: AbortSignal): Promise<Text | null> {
  if (watch.kind === 'file' && (await ports.watched.files(watch.folder)) === null)
    return say`${showHidden(watch.folder)} is no folder that I can read.`;
  if (watch.kind !== 'process') return null;
  return (await ports.machine.facts.isRunning(watch.name, signal))
    ? null
    : say`No program called ${showHidden(watch.name)} is running.`;
}

/** An address that needs an approval is asked about now, since nobody is there at each check. */
async function findWarning(watch: Watch, { gate }: SetWatchPorts, signal: AbortSignal): Promise<Text> {
  if (watch.kind !== 'url') return '';
  const action = { action: 'open_url', url: watch.url } as const;
  await gate.prepare(action, {}, signal);
  const judged = gate.judge(action, {});
  return needsApproval(judged.risk) ? say`It asks that address again and again. ${judged.reason}` : '';
}

const FORMS = join(
  [
    say`I can't tell what to wait for. Write it like one of these:`,
    ...[
      say`watch until text "Done" in Terminal`,
      say`watch until gone "Loading"`,
      say`watch until change of 7 for 2h`,
      say`watch until file *.pdf in ~/Downloads then open it`,
      say`watch until url https://example.com/ answers`,
      say`watch until process make ends`,
    ].map((form) => slash(form)),
  ],
  '\n',
);
