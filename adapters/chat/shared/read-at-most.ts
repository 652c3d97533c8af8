/** The body of an answer; null as soon as it is more than `maxBytes`, the rest is not read. */
export async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? new ReadableStream<Uint8Array>()) {
    total += chunk.length;
    if (total > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
