/** Streams the lines of a journal that are of some types: never more than a piece of the file is in memory. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { systemCode } from '../../src/words/disk-trouble.ts';

/** The type of a line, which stands behind its number and its time. */
const TYPE = /^\{"seq":\d+,"at":"[^"]*","type":"([^"]*)"/;

/** Yields nothing when the file does not exist. A torn or damaged line is left out. */
export async function* streamLines(
  path: string,
  types: ReadonlySet<string>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const input = createReadStream(path, { encoding: 'utf8' });
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const [, type = ''] = TYPE.exec(line) ?? [];
      const read = types.has(type) ? parse(line) : null;
      if (read !== null) yield read;
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
