/** Reads server-sent events from a response body. */

export interface ServerEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Ends with the body. Knows the fields this server writes: `event`, `id` and one or more lines of `data`. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield readEvent(block);
  }
}

function readEvent(block: string): ServerEvent {
  const lines = block.split('\n');
  const field = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  return { name: field('event')[0] ?? 'message', id: field('id')[0] ?? '', data: field('data').join('\n') };
}
