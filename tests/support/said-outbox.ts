/** An outbox that delivers nowhere: what would be said to a person is at hand. */
import type { Outbox } from '../../src/outbound/outbox.ts';

/** Each message is added to `said` as JSON; `posted` hears what the message settles. */
export function saidOutbox(said: string[], posted: (settles: unknown) => void = () => undefined): Outbox {
  return {
    post(thread, message, settles) {
      said.push(JSON.stringify(message.text));
      posted(settles);
      return { delivery: '', thread, posted: Promise.resolve(null) };
    },
    change: () => undefined,
    close: (_posting, message) => void said.push(JSON.stringify(message.text)),
    live: () => ({ update: () => undefined, end: () => undefined }),
    resume: () => undefined,
    drain: () => Promise.resolve(),
  };
}
