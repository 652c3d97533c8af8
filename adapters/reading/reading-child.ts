/** The process behind the reader: loads the models, and reads the latest picture it was given. A process, since a model at work holds its thread. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Reading } from '../../src/ports/reader.ts';
import { type OnnxRuntime, openOnnxEngine } from './onnx-engine.ts';
import { type ReadingReply, readingRequest, readingSettings } from './reading-protocol.ts';
import { createScreenReading } from './screen-reading.ts';

/** The pause between two reports of what is known so far. */
const TELL_MS = 100;

const settings = readingSettings.parse(JSON.parse(process.argv[2] ?? ''));
const tell = (reply: ReadingReply): void => void process.send?.(reply);

let latest: ReturnType<typeof readingRequest.parse> | null = null;
let isAtWork = false;

process.on('disconnect', () => process.exit());
// Signals to the whole process group are ignored: the bot gets them too and decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  const loaded: { readonly default: OnnxRuntime } = await import(settings.runtime);
  const screen = createScreenReading(await openOnnxEngine(loaded.default, settings.folder, settings.files));
  tell({ kind: 'ready' });

  const work = async (): Promise<void> => {
    if (isAtWork) return;
    isAtWork = true;
    for (let request = latest; request !== null; request = latest) {
      latest = null;
      const { id, picture, first } = request;
      // The first report is sent at once, since unchanged lines are known already.
      let toldAt = Number.NEGATIVE_INFINITY;
      const isWanted = async (known: () => Reading): Promise<boolean> => {
        // New messages are read between two lines.
        await turn();
        if (latest !== null) return false;
        if (performance.now() - toldAt >= TELL_MS) {
          toldAt = performance.now();
          tell({ kind: 'part', id, reading: { ...copy(known()) } });
        }
        return true;
      };
      const reading = await screen.look(picture, first, isWanted);
      tell({ kind: reading.unread.length === 0 ? 'whole' : 'part', id, reading: copy(reading) });
    }
    isAtWork = false;
  };
  process.on('message', (message: unknown) => {
    latest = readingRequest.parse(message);
    work().catch(fail);
  });
} catch (error) {
  fail(error);
}

function copy({ lines, unread, boxes }: Reading) {
  return {
    lines: lines.map((line) => ({ ...line, words: [...line.words] })),
    unread: [...unread],
    boxes: [...boxes],
  };
}

function fail(error: unknown): void {
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  process.send?.({ kind: 'broken', why } satisfies ReadingReply, undefined, {}, () => process.exit(1));
}
