/** Asks the open question of an order's ended run; after a yes the run begins anew. */
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import type { RunQueue } from '../run/queue.ts';
import type { ParkedQuestion } from '../run/run-terms.ts';
import { say, type Text } from '../words/say.ts';
import { countsFrom } from './come-due.ts';
import { nextDue } from './due-times.ts';
import type { Order } from './order.ts';

/** Time that the question of a one-time order stays open. */
const PARKED_MS = 24 * 3_600_000;
const PARKED_MOST_MS = 7 * PARKED_MS;

export interface Parked {
  readonly order: Order;
  /** The command of the run that ended on the question. */
  readonly command: QueuedCommand;
  readonly question: ParkedQuestion;
  readonly run: string;
}

export interface ParkedPorts {
  readonly questions: Pick<Questions, 'ask'>;
  readonly directThread: (senderId: string) => Thread | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly inbox: Pick<Inbox, 'accept' | 'sync' | 'through'>;
  readonly queue: Pick<RunQueue, 'add'>;
  /** A card that changes rings nowhere. */
  readonly tellExpired: (order: Order) => void;
}

/** `over`: aborted, with a `Text` as its reason, when its order is not wanted as it was. */
export interface Ends {
  readonly signal: AbortSignal;
  readonly over: AbortSignal;
}

/** A run begun by the person's yes belongs to them: it starts from a new look and asks them as usual. */
export async function askParked(
  { order, command, question, run }: Parked,
  ports: ParkedPorts,
  ends: Ends,
): Promise<void> {
  const { clock, inbox } = ports;
  const now = clock.now();
  const next = nextDue(order.when, order.zone, countsFrom(order, inbox));
  const timeoutMs = Math.min(PARKED_MOST_MS, next === null || next <= now ? PARKED_MS : next - now);
  const yes = await askWhetherToStart(order, question, now + timeoutMs, ports, ends);
  if (yes === 'expired') ports.tellExpired(order);
  if (yes === null || yes === 'expired') return;
  const { thread, by: sender } = yes;
  const update = `${command.update}#${run}`;
  const { goal, values } = command;
  const message = { updateId: update, thread, sender, sentAt: clock.now() };
  if (!inbox.accept({ ...message, content: { kind: 'text', text: goal } }, { goal }, { values })) return;
  await inbox.sync();
  const sentAt = new Date(message.sentAt).toISOString();
  ports.queue.add({ update, goal, thread, sender, sentAt, ...(values === undefined ? {} : { values }) });
}

/**
 * Asks until the order's next time (`until`, milliseconds since 1970). Returns who said yes, and where; null: no, or no answer. After a yes the run
 * begins anew from a new look, and asks again at the same point.
 */
async function askWhetherToStart(
  order: Order,
  question: ParkedQuestion,
  until: number,
  { questions, directThread, clock }: Pick<ParkedPorts, 'questions' | 'directThread' | 'clock'>,
  { signal, over }: Ends,
): Promise<{ readonly by: Sender; readonly thread: Thread } | 'expired' | null> {
  const head = { bold: say`Order ${order.id} needs your answer` };
  const why = say`The computer is free again. “Start” begins it afresh, and it asks again where it comes to this.`;
  // A person's permissions on this computer are not for the group.
  const thread = order.thread.isGroup ? (directThread(order.sender.id) ?? order.thread) : order.thread;
  const deadline = say`Open until ${{ due: until, zone: order.zone }}; no answer by then counts as a no.`;
  // A computer that slept woke after the time; the timer may not have.
  const isLate = (): boolean => clock.now() >= until;
  const asked = questions.ask(
    {
      thread,
      of: order.sender.id,
      text: [head, '\n', ...question.text, '\n\n', { quiet: why }, '\n', { quiet: deadline }],
      picture: question.picture,
      file: question.file,
      choices: [
        [
          { label: say`Start`, value: 'start', style: 'good' },
          { label: say`Deny`, value: 'deny', style: 'danger' },
        ],
      ],
      timeoutMs: until - clock.now(),
      stopMeans: 'deny',
      closing: (end) => [head, '\n', ...question.text, '\n\n', describeEnd(end, over, isLate())],
    },
    anySignal(signal, over),
  );
  const answer = await asked.catch((error: unknown) => {
    if (over.aborted && !signal.aborted) return null;
    throw error;
  });
  if (answer === null) return isLate() ? 'expired' : null;
  if (answer.kind === 'expired') return 'expired';
  if (answer.kind !== 'choice' || answer.value !== 'start') return null;
  return isLate() ? 'expired' : { by: answer.by, thread };
}

function describeEnd(
  end: { readonly kind: string; readonly value?: string },
  over: AbortSignal,
  isLate: boolean,
): Text {
  if (end.kind === 'stopped' && over.aborted) return over.reason as Text;
  if (end.kind === 'choice' && end.value === 'start' && !isLate) return say`Started afresh.`;
  return end.kind === 'expired' || end.value === 'start'
    ? say`No answer came in time, so it was not done.`
    : say`Denied.`;
}
