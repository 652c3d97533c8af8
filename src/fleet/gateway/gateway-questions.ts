/** The gateway's own questions, at a terminal's wish: a card for one person, answered by its buttons. */
import type { Outbox } from '../../outbound/outbox.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Answer, Questions } from '../../outbound/questions.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { Clock } from '../../ports/clock.ts';
import { anySignal } from '../../ports/waits/abort-signals.ts';
import type { OwnButtons } from './own-buttons.ts';

export interface GatewayQuestionsPorts {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly buttons: OwnButtons;
}

/** Only a question's choices are offered here, not text. */
export function createGatewayQuestions({ outbox, clock, buttons }: GatewayQuestionsPorts): Pick<Questions, 'ask'> {
  return {
    async ask({ thread, of, text, choices, timeoutMs, mustArrive = false, closing }, signal) {
      signal.throwIfAborted();
      const answer = Promise.withResolvers<Answer>();
      const group = {};
      const card: Outgoing = {
        ...wordsAlone(text),
        kind: 'question',
        buttons: choices.map((row) =>
          row.map(({ label, value, style }) => ({
            label,
            style,
            data: buttons.register(
              { kind: 'answer', tell: (by) => answer.resolve({ kind: 'choice', value, by }) },
              of,
              thread,
              group,
            ),
          })),
        ),
      };
      const posting = outbox.post(thread, card);
      const over = new AbortController();
      const ends = anySignal(signal, over.signal);
      clock.sleep(timeoutMs, ends).then(
        () => answer.resolve({ kind: 'expired' }),
        () => answer.reject(signal.reason),
      );
      if (mustArrive)
        void posting.posted.then((posted) => {
          if (posted === null) answer.resolve({ kind: 'expired', isUnreachable: true });
        });
      try {
        const end = await answer.promise;
        outbox.close(posting, wordsAlone(closing(end)));
        return end;
      } catch (error) {
        outbox.close(posting, wordsAlone(closing({ kind: 'stopped' })));
        throw error;
      } finally {
        over.abort();
      }
    },
  };
}
