/** Whether texts arrive as they were given: in a real editor and in a text area of a real browser, under two keyboards. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startPeer } from '../../bench/peer.ts';
import { type HandsBench, openPage, startHandsBench, waitForFront } from '../adapters/desktop/hands-bench.ts';
import { until } from '../support/until.ts';
import { startPeerServer } from './peer-server.ts';
import type { Row } from './row.ts';

const SIZE = { width: 1280, height: 900 };
const LONG = 'Die Rechnung über 1.250,00 € ist "bezahlt" – grüße Zoë; [ok] {x} <y> ~z | a\\b @c #d. ';

const TEXTS: readonly string[] = [
  'plain words',
  'UPPER and lower, MIXED Case',
  'Äpfel, Öl, Übung, Straße',
  'äöüß ÄÖÜ',
  'café, naïve, São Paulo, Ærø, Łódź',
  '`back` ´acute´ ^hat^ ~tilde~ ¨dots¨',
  '^ ` ´ ~',
  'x^2 + y^2 = `z`',
  '"double" \'single\' „unten oben“ «guillemets»',
  "it's “curly” and ‘single’",
  '1.250,00 € – £5 – ¥7',
  'a@b.example #tag $HOME %d &amp;',
  '{"a": [1, 2], "b": {"c": null}}',
  'if (a < b && c > d || !e) { return x[0]; }',
  'C:\\Users\\Zoë | /tmp/x',
  'https://example.org/?q=a%20b&c=d#e',
  'smile 🙂',
  'family 👨‍👩‍👧, flag 🇩🇪, thumb 👍🏽',
  'Привет, мир',
  'Καλημέρα κόσμε',
  '日本語と漢字',
  'שלום עולם',
  'x ≤ y ≠ z → ∞',
  LONG.repeat(8).trim(),
];

type By = (text: string) => Promise<unknown>;
interface Place {
  readonly name: string;
  /** Empties the field, which then has the focus. */
  clear(): Promise<void>;
  /** The text in the field. */
  read(): Promise<string>;
}

const ARRIVAL_MS = 4000;
/** What has not changed for so long has come to its end. */
const REST_MS = 1500;
/** nut-js waits 300 ms a character by itself; with that the long text takes minutes. This is what the peer sets. */
const NAIVE_DELAY_MS = 10;

interface Stage {
  readonly bench: HandsBench;
  /** Presses a chord as a person does. */
  press(...keys: readonly string[]): void;
  /** Each text by each of them, and whether it arrived. */
  through(place: Place): Promise<void>;
}

export async function compareTexts(peerFolder: string, folder: string): Promise<readonly Row[]> {
  const exact: Record<string, number> = { ours: 0, naive: 0, peer: 0 };
  await onStage(peerFolder, exact, (stage) => typeInEditor(stage, join(folder, 'letter.txt')));
  await onStage(peerFolder, exact, typeInBrowser);
  const tried = 2 * TEXTS.length;
  const share = (who: string): string => `${exact[who]} of ${tried}`;
  return [
    {
      what: 'texts that arrive exactly',
      ours: share('ours'),
      naive: share('naive'),
      peer: share('peer'),
      goal: 'all',
      ok: exact.ours === tried,
      correct: `${TEXTS.length} texts, the longest of ${Math.max(...TEXTS.map(({ length }) => length))} characters, read from the saved file and from the page`,
    },
  ];
}

/** A display for one place alone: nut-js leaves down what it held when it dies, and what comes to the front next gets no click and no key. */
async function onStage(
  peerFolder: string,
  exact: Record<string, number>,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const bench = await startHandsBench({ ...SIZE, hasSessionBus: true });
  const { env } = bench.display;
  let naive = startPeer(env);
  // nut-js dies of characters that its keyboard lacks; the next text gets a new process.
  const typeNaively = async (text: string): Promise<void> => {
    try {
      await naive.run({ order: 'type', text, delayMs: NAIVE_DELAY_MS });
    } catch {
      await naive.close();
      naive = startPeer(env);
    }
  };
  const peer = await startPeerServer(peerFolder, env, SIZE);
  const never = new AbortController().signal;
  const all: readonly (readonly [string, By])[] = [
    ['ours', (text) => bench.hands.desktop.type(text, never)],
    ['naive', typeNaively],
    ['peer', (text) => peer.call('type', { text })],
  ];
  const through = async (place: Place): Promise<void> => {
    for (const text of TEXTS)
      for (const [who, put] of all) {
        await place.clear();
        await put(text).catch(() => undefined);
        const arrived = await readAtRest(place, text);
        if (arrived === text) exact[who] = (exact[who] ?? 0) + 1;
        else
          process.stderr.write(
            `${place.name}, ${who}: ${JSON.stringify(text.slice(0, 60))} came as ${JSON.stringify(arrived.slice(0, 60))}\n`,
          );
      }
  };
  const press: Stage['press'] = (...keys) => void execFileSync('/usr/bin/xdotool', ['key', ...keys], { env });
  try {
    await play({ bench, press, through });
  } finally {
    await Promise.all([naive.close(), peer.close()]);
    await bench.close();
  }
}

async function typeInEditor({ bench, press, through }: Stage, file: string): Promise<void> {
  writeFileSync(file, '');
  bench.display.open('mousepad', ['--disable-server', file]);
  await waitForFront(bench.hands, 'Mousepad');
  const read = async (): Promise<string> => {
    press('ctrl+s');
    await sleep(100);
    return readFileSync(file, 'utf8').replace(/\n$/, '');
  };
  const clear = async (): Promise<void> => {
    press('ctrl+a', 'Delete');
    for (const end = performance.now() + ARRIVAL_MS; (await read()) !== '' && performance.now() < end; )
      press('ctrl+a', 'Delete');
  };
  execFileSync('/usr/bin/setxkbmap', ['us'], { env: bench.display.env });
  await through({ name: 'editor, US keyboard', clear, read });
}

async function typeInBrowser({ bench, through }: Stage): Promise<void> {
  const { page, close } = await openPage(bench, '<textarea id="field" style="width:900px;height:600px"></textarea>');
  const { env } = bench.display;
  // A new window of Chromium may keep the focus in its address bar, whatever the page says of its own.
  execFileSync('/usr/bin/xdotool', ['mousemove', '300', '400', 'click', '1'], { env });
  await until(async () => (await page.evaluate('document.activeElement === field')) === true, 'the click arrives');
  execFileSync('/usr/bin/setxkbmap', ['de'], { env });
  await through({
    name: 'browser, German keyboard',
    clear: async () => {
      await page.evaluate('field.value = ""');
      await page.focus('#field');
    },
    read: async () => z.string().parse(await page.evaluate('field.value')),
  });
  await close();
}

/** Waits for the text, and for another one until it stays as it is. */
async function readAtRest(place: Place, wanted: string): Promise<string> {
  let arrived = await place.read();
  for (
    let sameSince = performance.now();
    arrived !== wanted && performance.now() - sameSince < REST_MS;
    await sleep(100)
  ) {
    const next = await place.read();
    if (next !== arrived) sameSince = performance.now();
    arrived = next;
  }
  return arrived;
}
