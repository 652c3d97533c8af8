/** The reader with its real models, in its real process. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createReader } from '../../../adapters/reading/reader.ts';
import { findReading } from '../../../src/bin/extra-packages.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import type { Luma } from '../../../src/ports/frame.ts';
import { testReaderContract } from '../../contracts/reader.ts';
import { drawScreen, renderPango, toLuma } from '../../support/reading-pages.ts';
import { repeats } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;
const PATIENCE_MS = 600_000;

function open(t: { after(act: () => unknown): void }, more: Partial<Parameters<typeof createReader>[0]> = {}) {
  const problems: string[] = [];
  const reader = createReader({
    program: OWN_FILES.readingChild,
    packages: () => findReading(''),
    env: process.env,
    // A limit so long that a busy machine's process is not taken for hung.
    longestMs: PATIENCE_MS,
    warn: (problem) => problems.push(problem),
    ...more,
  });
  t.after(() => reader.close());
  return { reader, problems };
}

const draw = async (lines: readonly string[]): Promise<Luma> =>
  (await renderPango('DejaVu Sans', 15, lines, false)).picture;
const textsOf = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

/** One reader for all tests that only read: each process that loads the models costs half a second. */
const { reader: shared } = open({ after });

// The first test, since the reader must not know any picture yet.
it('what is not read in time is told as unread, and is known at the next request', async () => {
  const picture = await draw(['Save', 'Cancel']);
  const first = await shared.read({ picture, withinMs: 0 }, never);
  assert.deepEqual(first, {
    lines: [],
    unread: [{ x: 0, y: 0, width: picture.width, height: picture.height }],
    boxes: [],
  });
  const second = await shared.read({ picture, withinMs: PATIENCE_MS }, never);
  assert.deepEqual([textsOf(second.lines), second.unread], [['Save', 'Cancel'], []]);
  assert.equal(shared.state().kind, 'ready');
});

it('what nobody waits for is begun a moment later, however quickly looks follow each other', async (t) => {
  const { reader } = open(t);
  const pictures = [await draw(['Save', 'Cancel']), await draw(['Save', 'Delete'])];
  const look = async (turn: number) => {
    const picture = pictures[turn % 2];
    assert.ok(picture);
    return await reader.read({ picture, withinMs: 0 }, never);
  };
  await look(0);
  assert.equal(reader.state().kind, 'asleep');
  let turns = 0;
  await until(async () => {
    turns += 1;
    await look(turns);
    return reader.state().kind === 'ready';
  });
  await until(async () => (await look(1)).unread.length === 0);
  assert.deepEqual(textsOf((await look(1)).lines), ['Save', 'Delete']);
});

testReaderContract('the reader', (t) => ({ reader: open(t).reader, draw }));

it('German letters and ß are read, which the model alone does not know', async () => {
  const { lines } = await shared.read(
    { picture: await draw(['Größe für Straße', 'schöne Äpfel']), withinMs: PATIENCE_MS },
    never,
  );
  assert.deepEqual(textsOf(lines), ['Größe für Straße', 'schöne Äpfel']);
});

it('a line is read whole wherever it stands on a screen that is looked at in parts', async () => {
  // Lines cross the seams between the parts at different places in each case.
  for (const { width, height, count, top, left } of [
    { width: 700, height: 400, count: 12, top: 36, left: 220 },
    ...repeats(
      { width: 700, height: 400, count: 12, top: 48, left: 160 },
      { width: 1280, height: 800, count: 24, top: 30, left: 20 },
      { width: 1280, height: 800, count: 24, top: 36, left: 620 },
      { width: 1280, height: 800, count: 24, top: 48, left: 460 },
    ),
  ]) {
    const rows = Array.from({ length: count }, (_, row) => `Row ${300 + row} of the list with ${2 + row * 7} parts`);
    const picture = await drawScreen({ width, height }, rows, { top, left });
    const { lines } = await shared.read({ picture, withinMs: PATIENCE_MS }, never);
    assert.deepEqual(textsOf(lines), rows, `${width} wide, from ${top}`);
  }
});

it('its process is gone when nothing was asked for a while, there again when it is, and not ended while somebody waits', async (t) => {
  const { reader } = open(t, { idleMs: 1 });
  const picture = await draw(['Total 1,299.00 USD', 'Cancel Delete']);
  // A request under way delays the end, and each request restarts the timer.
  await reader.read({ picture, withinMs: 1 }, never);
  await until(() => reader.state().kind === 'asleep');
  const { lines } = await reader.read({ picture, withinMs: PATIENCE_MS }, never);
  assert.deepEqual(textsOf(lines), ['Total 1,299.00 USD', 'Cancel Delete']);
});

it('a process that does not start is given up, and says so', async (t) => {
  const { reader, problems } = open(t, {
    packages: () => ({
      runtime: 'file:///nowhere.js',
      folder: '/nowhere',
      files: { detection: 'd', recognition: 'r', alphabet: 'a' },
    }),
  });
  const picture = { width: 20, height: 10, pixels: new Uint8Array(200) };
  for (let tries = 0; tries < 3; tries += 1) await reader.read({ picture, withinMs: PATIENCE_MS }, never);
  assert.equal(reader.isThere(), false);
  assert.equal(problems.length, 3);
  assert.match(problems[0] ?? '', /could not be read/);
});

/** A process that hears and never answers; a look at the picture of that brightness, for which nobody waits. */
function openMute(t: TestContext, more: Partial<Parameters<typeof createReader>[0]>) {
  const program = join(makeTempFolder(t), 'mute.mjs');
  writeFileSync(program, "process.on('message', () => undefined);");
  const { reader, problems } = open(t, { program, ...more });
  const plain = (bright: number): Luma => ({ width: 20, height: 10, pixels: new Uint8Array(200).fill(bright) });
  const look = (bright: number) => reader.read({ picture: plain(bright), withinMs: 0 }, never);
  const start = () => reader.read({ picture: plain(0), withinMs: 1 }, never);
  return { reader, problems, look, start };
}

it('a look just before a process that hangs is ended does not keep the next ones from being read', async (t) => {
  const { problems, look, start } = openMute(t, { longestMs: 50 });
  await start();
  await look(1);
  let bright = 1;
  await until(async () => {
    bright += 1;
    await look(bright % 256);
    return problems.length === 2;
  });
  assert.match(problems[1] ?? '', /did not end/);
});

it('a process is not taken for idle while a still screen is looked at that is not read yet', async (t) => {
  const idleMs = 150;
  const { reader, look, start } = openMute(t, { idleMs });
  await start();
  let [lookedAt, longest, isEnded] = [performance.now(), 0, false];
  for (const end = lookedAt + 3 * idleMs; lookedAt < end; await sleep(5)) {
    await look(0);
    longest = Math.max(longest, performance.now() - lookedAt);
    lookedAt = performance.now();
    isEnded ||= reader.state().kind === 'asleep';
  }
  // A machine that is busy may have let that long pass between two looks.
  assert.equal(isEnded && longest < idleMs, false);
});

it('a still screen is read once what reads it is there again', async (t) => {
  let [isThere, asked] = [true, 0];
  const packages = () => {
    asked += 1;
    return isThere ? findReading('') : null;
  };
  const { reader, look } = openMute(t, { packages });
  await look(0);
  isThere = false;
  const before = asked;
  await until(() => asked > before);
  isThere = true;
  await until(async () => {
    await look(0);
    return reader.state().kind === 'ready';
  });
});

/** Draws an SVG as a browser or a list would show it. */
async function drawSvg(body: string): Promise<Luma> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="90"><rect width="100%" height="100%" fill="#fff"/><g font-family="DejaVu Sans" font-size="15">${body}</g></svg>`;
  return await toLuma(await sharp(Buffer.from(svg)).png().toBuffer());
}

it('an underlined link keeps the blanks between its words', async () => {
  for (const y of [42, ...repeats(41, 43)]) {
    const rule = `<rect x="150" y="${y}" width="152" height="1" fill="#00c"/>`;
    const texts =
      '<text x="20" y="40">Desk lamp 39.90</text><text x="150" y="40" fill="#00c">Details of this item</text>';
    const { lines } = await shared.read({ picture: await drawSvg(texts + rule), withinMs: PATIENCE_MS }, never);
    assert.deepEqual(textsOf(lines), ['Desk lamp 39.90 Details of this item'], String(y));
  }
});

it('a dotted line above a name is no dots of its letters', async () => {
  for (const y of [25, ...repeats(24, 26, 27)]) {
    const dots = Array.from({ length: 450 }, (_, x) => {
      const grey = [179, 215, 219][x % 3];
      return `<rect x="${x}" y="${y}" width="1" height="1" fill="rgb(${grey},${grey},${grey})"/>`;
    });
    const picture = await drawSvg(`<text x="20" y="41" fill="#000">Alpha report on paper</text>${dots.join('')}`);
    const { lines } = await shared.read({ picture, withinMs: PATIENCE_MS }, never);
    assert.deepEqual(textsOf(lines), ['Alpha report on paper'], String(y));
  }
});
