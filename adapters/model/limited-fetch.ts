/** `fetch` for the clients of models: an answer that never ends is given up, whoever sends it. */
import { UnreadableAnswer } from './provider.ts';

/** Some hundred times the longest answer with all that a stream wraps around it. */
const MOST_BYTES = 24_000_000;

/** The body fails with `UnreadableAnswer` after `most` bytes. */
export function createLimitedFetch(most = MOST_BYTES): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let left = most;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left < 0) controller.error(new UnreadableAnswer('an answer that does not end'));
        else controller.enqueue(bytes);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
  };
}
