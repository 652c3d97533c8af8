/** Input tokens of the same acts in a window that tells nothing: with what was read of it, against the picture of every step. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHROMIUM_FLAGS } from '../tests/support/chromium-flags.ts';
import { act, startPhone } from '../tests/support/phone.ts';
import type { Figure } from './figure.ts';

const SIZE = { width: 1440, height: 900 };
const WINDOW = { x: 120, y: 80, width: 900, height: 640 };
const STEPS = 24;
const CACHE_READ = 0.1;
/** How many times fewer tokens are needed, at least. */
const LEAST_FEWER = 1.2;
const RUN_MS = 600_000;
const PAGE = `<!doctype html><title>Board</title><body style="font:16px sans-serif;background:#fff">
<p><button style="font:16px sans-serif" onclick="n.textContent=++count">Count up</button> <b id="n">0</b></p>
${Array.from({ length: 8 }, (_, line) => `<p>Entry ${line + 1} of the board</p>`).join('')}<script>let count=0</script>`;

interface Taken {
  readonly tokens: number;
  /** The acts that were performed, with their effects. */
  readonly acts: readonly string[];
  readonly isGood: boolean;
}

export async function measureReadTokens(): Promise<Figure> {
  const [read, bare] = [await takeRun('on'), await takeRun('off')];
  const ratio = Math.round((bare.tokens / read.tokens) * 100) / 100;
  return {
    figure: `input tokens, ${STEPS} steps in a window that tells nothing, with what was read of it`,
    unit: 'tokens',
    better: 'lower',
    ours: Math.round(read.tokens),
    theirs: Math.round(bare.tokens),
    ratio,
    goal: LEAST_FEWER,
    ok: ratio >= LEAST_FEWER,
    correct: read.isGood && bare.isGood && JSON.stringify(read.acts) === JSON.stringify(bare.acts),
    n: STEPS,
  };
}

async function takeRun(reading: 'on' | 'off'): Promise<Taken> {
  const afters: (() => void)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-board-'));
  try {
    const phone = await startPhone(
      { after: (end) => afters.push(end) },
      { ...SIZE, settings: { READING: reading, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } },
    );
    const page = join(folder, 'board.html');
    writeFileSync(page, PAGE);
    const { x, y, width, height } = WINDOW;
    phone.display.open('/usr/bin/chromium', [
      ...CHROMIUM_FLAGS,
      ...['--disable-dev-shm-usage', '--disable-renderer-accessibility', '--force-device-scale-factor=1'],
      ...[`--app=${pathToFileURL(page).href}`, `--user-data-dir=${join(folder, 'profile')}`],
      ...[`--window-position=${x},${y}`, `--window-size=${width},${height}`],
    ]);
    phone.run('look at the board', { steps: [act({ action: 'wait', seconds: 5 })] });
    await phone.endApproving(RUN_MS);
    const before = phone.anthropic.exchanges.length;
    phone.run('count up and look into the files', {
      steps: Array.from({ length: STEPS - 1 }, (_, index) => act(stepOf(index))),
    });
    const { text } = await phone.endApproving(RUN_MS);
    const tokens = phone.anthropic.exchanges.slice(before).reduce((sum, { usage }) => {
      if (usage === null) return sum;
      return sum + usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens * CACHE_READ;
    }, 0);
    const acts = phone
      .events()
      .flatMap((event) =>
        event.type === 'action.performed' ? [`${event.step} ${event.ok} ${event.effect ?? ''}`] : [],
      );
    // The page counts on at each click.
    const isSeen = acts.filter((line) => line.endsWith('changed')).length >= STEPS / 2 - 1;
    const isGood =
      isSeen && /Done/.test(text) && phone.asked('step').length === STEPS && phone.anthropic.faults.length === 0;
    await phone.close();
    return { tokens, acts, isGood };
  } finally {
    for (const end of afters) end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A click on the page's button, then something beside the screen, in turn. */
function stepOf(index: number): Readonly<Record<string, unknown>> {
  const [x, y] = [WINDOW.x + 60, WINDOW.y + 60];
  const target = { x: (x / SIZE.width) * 1000, y: (y / SIZE.height) * 1000 };
  return index % 2 === 0 ? { action: 'click', target } : { action: 'shell', command: 'ls' };
}
