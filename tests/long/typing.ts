/** `npm run test:typing`: every string of the naughty list into a terminal, an editor and a text area of a browser; exact, or refused. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Refused } from '../../src/ports/desktop.ts';
import { whyUntypeable } from '../../src/ports/typeable.ts';
import {
  type HandsBench,
  openCatcher,
  openPage,
  startHandsBench,
  waitForFront,
} from '../adapters/desktop/hands-bench.ts';
import { readNaughtyStrings } from '../support/corpora.ts';
import { until } from '../support/until.ts';

const never = new AbortController().signal;

/** Puts a text where it is to go and reads what arrived there. */
type Place = (text: string) => Promise<string>;

const strings = readNaughtyStrings();
const [typed, refused] = [
  strings.filter((text) => text !== '' && whyUntypeable(text) === null),
  strings.filter((text) => whyUntypeable(text) !== null),
];
const folder = await mkdtemp(join(tmpdir(), 'deskhand-typing-'));
let isGood = typed.length > 300 && refused.length > 0;
const wanted = process.argv[2];
for (const [name, open] of [
  ['terminal', openTerminal],
  ['editor', openEditor],
  ['browser', openBrowser],
] as const) {
  if (wanted !== undefined && wanted !== name) continue;
  const bench = await startHandsBench({ hasSessionBus: true });
  try {
    const { put, close } = await open(bench);
    const startedAt = performance.now();
    const wrong: string[] = [];
    for (const text of typed) {
      const arrived = await put(text);
      if (arrived === text) continue;
      wrong.push(text);
      process.stdout.write(
        `  ${JSON.stringify(text.slice(0, 100))} came as ${JSON.stringify(arrived.slice(0, 100))}\n`,
      );
    }
    for (const text of refused) if (!(await isRefused(bench, text))) wrong.push(text);
    await close();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `${name}: ${typed.length - wrong.length} of ${typed.length} exact, ${refused.length} refused, ${seconds} s\n`,
    );
    isGood &&= wrong.length === 0;
  } finally {
    await bench.close();
  }
}
await rm(folder, { recursive: true });
process.exitCode = isGood ? 0 : 1;

interface Opened {
  readonly put: Place;
  close(): Promise<void>;
}

async function isRefused({ hands }: HandsBench, text: string): Promise<boolean> {
  return await hands.desktop.type(text, never).then(
    () => false,
    (error: unknown) => error instanceof Refused,
  );
}

async function openTerminal(bench: HandsBench): Promise<Opened> {
  const catcher = await openCatcher(bench, folder);
  return {
    put: async (text) => {
      await bench.hands.desktop.type(`${text}\n`, never);
      return (await catcher.take(`${text}\n`)).slice(0, -1);
    },
    close: async () => undefined,
  };
}

/** Typed over what was there, saved, read. */
async function openEditor(bench: HandsBench): Promise<Opened> {
  const { desktop } = bench.hands;
  const file = join(folder, 'letter.txt');
  await writeFile(file, '');
  bench.display.open('mousepad', ['--disable-server', file]);
  await waitForFront(bench.hands, 'Mousepad');
  let count = 0;
  return {
    put: async (text) => {
      count += 1;
      // Tells that it was saved anew.
      const mark = `<${count}>`;
      await desktop.key('ctrl+a', 1, never);
      await desktop.type(`${mark}${text}${mark}`, never);
      await desktop.key('ctrl+s', 1, never);
      let saved = '';
      const isSaved = async (): Promise<boolean> => {
        saved = (await readFile(file, 'utf8')).replace(/\n$/, '');
        return saved.endsWith(mark) || sleep(10, false);
      };
      await until(isSaved, 'the text to be saved').catch(() => undefined);
      return saved.slice(mark.length, -mark.length);
    },
    close: async () => undefined,
  };
}

async function openBrowser(bench: HandsBench): Promise<Opened> {
  const { page, close } = await openPage(bench, '<textarea id="field" style="width:900px;height:400px"></textarea>');
  const value = async (): Promise<string> => z.string().parse(await page.evaluate('field.value'));
  return {
    put: async (text) => {
      await page.evaluate('field.value = ""');
      await page.focus('#field');
      await bench.hands.desktop.type(text, never);
      await until(async () => (await value()).length >= text.length, 'the text to arrive').catch(() => undefined);
      return await value();
    },
    close,
  };
}
