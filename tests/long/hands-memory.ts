/**
 * `npm run test:hands-memory -- [ACTS]`: 4,000 acts on a page of 188 buttons, each after a look as a step takes it, by one hands process.
 * Exit 0 only when its memory (PSS) stays at 100 MB or below, is no more than a twentieth higher at the end than half way, and every act
 * arrived.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Display, Place, UiElement } from '../../src/ports/desktop.ts';
import { pictureSizeFor } from '../../src/screen/picture-size.ts';
import { startElementsBench } from '../adapters/desktop/accessibility/elements-bench.ts';
import { openPage } from '../adapters/desktop/hands-bench.ts';
import { until } from '../support/until.ts';
import { childrenOf, commandOf, readPssMb } from './vitals.ts';

const acts = Number(process.argv[2] ?? 4000);
const MOST_MB = 100;
const MOST_GROWTH = 0.05;
const SAMPLES = 20;
const BUTTONS = 188;
const buttons = Array.from({ length: BUTTONS }, (_, index) => `<button onclick="did.clicks += 1">B${index}</button>`);
const PAGE = `<title>Buttons</title><body style="margin:0"><input aria-label="Field" oninput="did.letters = this.value.length"
onkeydown="if (event.key === 'Home') did.keys += 1"> ${buttons.join(' ')}
<div onwheel="did.wheels += 1" role="region" aria-label="Far"
style="height:200px;overflow:auto"><div style="height:9000px">Scroll</div></div>
<script>const did = { clicks: 0, letters: 0, keys: 0, wheels: 0 };</script>`;
const never = new AbortController().signal;

const middle = (display: Display, { name, box }: UiElement): Place => {
  if (box === null) throw new Error(`${name} has no place`);
  return { display, x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};

// As a bot has it: what is compiled is read, and Node's reader of TypeScript stays away. The first hands write what is not there yet.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
const first = await startElementsBench();
await first.hands.desktop.describe(never);
await first.close();
const bench = await startElementsBench({ width: 1440, height: 900 });
try {
  const { desktop } = bench.hands;
  const { page, close } = await openPage(bench, PAGE, ['--force-renderer-accessibility']);
  try {
    const [display] = (await desktop.describe(never)).displays;
    const hands = childrenOf(process.pid).find((child) => commandOf(child).includes('hands.ts'));
    if (display === undefined || hands === undefined) throw new Error('There are no hands.');
    const last = middle(display, await bench.find('button', `B${BUTTONS - 1}`));
    const field = middle(display, await bench.find('field', 'Field'));
    const did = { clicks: 0, letters: 0, keys: 0, wheels: 0 };
    const samples: number[] = [];
    for (let act = 0; act < acts; act += 1) {
      await desktop.capture({ display: display.index, ...pictureSizeFor(display) }, never);
      const { elements } = await bench.look();
      const shown = elements.filter(({ role, name }) => role === 'button' && /^B\d+$/.test(name));
      const button = shown[act % shown.length];
      if (act % 4 === 0 && button !== undefined) {
        await desktop.click(middle(display, button), 'left', 1, never);
        did.clicks += 1;
      } else if (act % 4 === 1) {
        await desktop.click(field, 'left', 1, never);
        await desktop.type('ab', never);
        did.letters += 2;
      } else if (act % 4 === 2) {
        await desktop.key('Home', 1, never);
        did.keys += 1;
      } else {
        await desktop.scroll({ ...last, y: last.y + 100 }, act % 8 === 3 ? 'down' : 'up', 1, never);
        did.wheels += 1;
      }
      if ((act + 1) % Math.ceil(acts / SAMPLES) === 0) {
        samples.push(Math.round(readPssMb(hands) * 10) / 10);
        process.stdout.write(`${act + 1} acts: ${samples.at(-1)} MB\n`);
      }
    }
    const arrived = (): Promise<unknown> => page.evaluate('did');
    await until(async () => isDeepStrictEqual(await arrived(), did), 'every act to arrive').catch(() => undefined);
    const isRight = isDeepStrictEqual(await arrived(), did);
    const [half, end] = [samples[SAMPLES / 2 - 1] ?? Number.NaN, samples.at(-1) ?? Number.NaN];
    const most = Math.max(...samples);
    process.stdout.write(
      `${JSON.stringify({ acts, mostMb: most, halfMb: half, endMb: end, did: await arrived(), isRight })}\n`,
    );
    process.exitCode = isRight && most <= MOST_MB && end <= half * (1 + MOST_GROWTH) ? 0 : 1;
  } finally {
    await close();
  }
} finally {
  await bench.close();
}
