/** What the confined place costs a command, alone and with a copy of a folder to change, commands taking turns: `npm run -s bench -- place`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinuxMachine } from '../adapters/machine/linux.ts';
import { openSandbox } from '../adapters/machine/sandbox.ts';
import type { ShellResult } from '../src/ports/machine.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const MOST_MORE_MS = 40;
const FILES = 60;
const ROUNDS = 25;
const WARM_UP = 3;
/** Alone it is mostly the start of bash: what a real command takes comes on top of all three. */
const READS = 'head -1 notes.txt';
const WRITES = 'echo new > written.txt';

/** No figures where there is no confined place. */
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
    const ways: Readonly<Record<'bare' | 'placed' | 'copied', () => Promise<ShellResult>>> = {
      bare: () => bare.shell({ ...request, command: READS }, signal),
      placed: () => machine.shell({ ...request, command: READS, place }, signal),
      copied: () => machine.shell({ ...request, command: WRITES, place: { ...place, writable: [work] } }, signal),
    };
    const taken: Record<keyof typeof ways, number[]> = { bare: [], placed: [], copied: [] };
    let isCorrect = true;
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
      for (const way of ['bare', 'placed', 'copied'] as const) {
        const written = join(work, 'written.txt');
        rmSync(written, { force: true });
        const startedAt = performance.now();
        const { exitCode, output } = await ways[way]();
        if (round >= WARM_UP) taken[way].push(performance.now() - startedAt);
        isCorrect &&=
          exitCode === 0 &&
          (way === 'copied' ? readFileSync(written, 'utf8') === 'new\n' : output.startsWith('plain\n')) &&
          output.includes('[tried where') === (way !== 'bare');
      }
    const figure = (name: string, way: 'placed' | 'copied'): Figure => {
      const more = median(taken[way].map((took, at) => took - (taken.bare[at] ?? 0)));
      return {
        figure: name,
        unit: 'ms more',
        better: 'lower',
        ours: Math.round(more * 10) / 10,
        theirs: null,
        ratio: null,
        goal: MOST_MORE_MS,
        ok: more <= MOST_MORE_MS,
        correct: isCorrect,
        n: taken[way].length,
      };
    };
    return [
      figure('command in the confined place', 'placed'),
      figure(`command on a copy of ${FILES} files there`, 'copied'),
    ];
  } finally {
    await Promise.all([bare.close(), machine.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
