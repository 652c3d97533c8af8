/**
 * What the confined place costs a command, alone and with a copy of a folder to change, beside the same copy made by hand, which looks at
 * nothing and keeps nothing back: commands taking turns. `npm run -s bench -- place`.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinuxMachine } from '../adapters/machine/linux.ts';
import { openSandbox } from '../adapters/machine/sandbox.ts';
import type { ShellResult } from '../src/ports/machine.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const MOST_MORE_MS = 40;
/** The most extra time, in multiples of the extra time by hand. */
const MOST_TIMES_BY_HAND = 3;
const FILES = 60;
const ROUNDS = 25;
const WARM_UP = 3;
/** A command that by itself is mostly the start of bash, so that a real one adds the same time everywhere. */
const READS = 'head -1 notes.txt';
const WRITES = 'echo new > written.txt';

const WAYS = ['bare', 'placed', 'copied', 'byHand'] as const;
type Way = (typeof WAYS)[number];
/** The place made by hand: what a command needs to start, and nothing of a person's. */
const WALLS =
  'bwrap --unshare-all --die-with-parent --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev';

/** Returns no figures where there is no confined place. */
export async function measurePlace(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-bench-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'home', 'work')];
  mkdirSync(join(work, 'inner'), { recursive: true });
  writeFileSync(join(work, 'notes.txt'), 'plain\n');
  writeFileSync(join(work, '.hidden'), 'not shown');
  for (let at = 1; at < FILES; at += 1)
    writeFileSync(join(work, at % 2 === 0 ? 'inner' : '.', `${at}.txt`), 'x'.repeat(2000));
  const sandbox = await openSandbox({ platform: 'linux', home, root: '/nowhere', dataDir: '/nowhere' });
  const open = { home, user: 'person', session: () => ({}), isRoot: process.getuid?.() === 0 };
  const [bare, machine] = [createLinuxMachine(open), createLinuxMachine({ ...open, sandbox })];
  try {
    if (!sandbox.hasPlace) return [];
    const signal = new AbortController().signal;
    const place = { run: 'bench', shown: [], grants: [], isProven: false };
    const request = { cwd: work, timeoutMs: 20_000 };
    const ways: Readonly<Record<Way, () => Promise<ShellResult>>> = {
      bare: () => bare.shell({ ...request, command: READS }, signal),
      placed: () => machine.shell({ ...request, command: READS, place }, signal),
      copied: () => machine.shell({ ...request, command: WRITES, place: { ...place, writable: [work] } }, signal),
      byHand: () => bare.shell({ ...request, command: copyByHand(work, join(home, 'copy')) }, signal),
    };
    const taken: Record<Way, number[]> = { bare: [], placed: [], copied: [], byHand: [] };
    let isCorrect = true;
    const written = join(work, 'written.txt');
    for (let nth = 0; nth < ROUNDS + WARM_UP; nth += 1)
      // Rotated, so that each way follows each other way equally often.
      for (const way of [...WAYS.slice(nth % WAYS.length), ...WAYS.slice(0, nth % WAYS.length)]) {
        rmSync(written, { force: true });
        const startedAt = performance.now();
        const { exitCode, output, confined } = await ways[way]();
        if (nth >= WARM_UP) taken[way].push(performance.now() - startedAt);
        const writes = way === 'copied' || way === 'byHand';
        isCorrect &&=
          exitCode === 0 &&
          (writes ? existsSync(written) && readFileSync(written, 'utf8') === 'new\n' : output.startsWith('plain\n')) &&
          (confined !== undefined) === (way === 'placed' || way === 'copied');
      }
    const moreOf = (way: Way): number => median(taken[way].map((took, at) => took - (taken.bare[at] ?? 0)));
    const [placed, copied, byHand] = [moreOf('placed'), moreOf('copied'), moreOf('byHand')];
    const rest = { unit: 'ms more', better: 'lower', correct: isCorrect, n: ROUNDS } as const;
    return [
      {
        ...rest,
        figure: 'command in the confined place',
        ours: round(placed),
        theirs: null,
        ratio: null,
        goal: MOST_MORE_MS,
        ok: placed <= MOST_MORE_MS,
      },
      {
        ...rest,
        figure: `command on a copy of ${FILES} files there, against a copy by hand`,
        ours: round(copied),
        theirs: round(byHand),
        ratio: round(byHand / copied),
        goal: round(1 / MOST_TIMES_BY_HAND),
        ok: copied <= byHand * MOST_TIMES_BY_HAND,
      },
    ];
  } finally {
    await Promise.all([bare.close(), machine.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the folder, changes the copy where nothing else can be changed, and copies it back. */
function copyByHand(work: string, copy: string): string {
  const inPlace = `${WALLS} --bind '${copy}' '${work}' --chdir '${work}' /bin/bash -c '${WRITES}'`;
  return `cp -a '${work}' '${copy}' && ${inPlace} && cp -au '${copy}/.' '${work}' && rm -r '${copy}'`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
