/** Asks whether a missed time of an order is still wanted. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Questions } from '../outbound/questions.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import { say, type Text } from '../words/say.ts';
import type { Ends } from './ask-parked.ts';
import type { Order } from './order.ts';
import { sayDoing } from './orders-view.ts';

const ASK_MISSED_MS = 12 * 3_600_000;

/** Whether the person wants it now; no answer is a no. */
export async function askAboutMissed(
  order: Order,
  command: QueuedCommand,
  questions: Pick<Questions, 'ask'>,
  { signal, over }: Ends,
): Promise<boolean> {
  const at = { due: Date.parse(command.order?.due ?? command.sentAt), zone: order.zone };
  const asked = questions.ask(
    {
      thread: order.thread,
      of: order.sender.id,
      text: [{ bold: say`Do it now?` }, ' ', say`Order ${order.id}, ${sayDoing(order)}, was due on ${at}.`],
      choices: [
        [
          { label: say`Run now`, value: 'run', style: 'good' },
          { label: say`Skip`, value: 'skip', style: 'plain' },
        ],
      ],
      timeoutMs: ASK_MISSED_MS,
      stopMeans: 'skip',
      closing: (end) => [
        end.kind === 'stopped' && over.aborted
          ? (over.reason as Text)
          : end.kind === 'choice' && end.value === 'run'
            ? say`Order ${order.id}: doing it now.`
            : say`Order ${order.id}: left out.`,
      ],
    },
    anySignal(signal, over),
  );
  const answer = await asked.catch((error: unknown) => {
    if (over.aborted && !signal.aborted) return null;
    throw error;
  });
  return answer?.kind === 'choice' && answer.value === 'run';
}
