/**
 * `npm run side-by-side -- [PART] [--tasks N]`: us, nut-js as its documentation uses it, and `computer-use-mcp` on the same real displays, in one
 * run. PART: steps, texts, stops, tokens or tasks; all unless given, and only then is the table of docs/performance.md made anew. The peer is
 * installed into a temporary folder from npm's registry. Exit 0 only when every goal is reached; 3 when there is no peer.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installPeer, PEER } from '../side-by-side/peer-server.ts';
import type { Row } from '../side-by-side/row.ts';
import { compareSteps } from '../side-by-side/steps.ts';
import { compareStops } from '../side-by-side/stops.ts';
import { compareTexts } from '../side-by-side/texts.ts';
import { compareTokens } from '../side-by-side/tokens.ts';
import { compareTasks } from '../side-by-side/web-tasks.ts';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const ROUNDS = 3;
const NO_PEER = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tasks: { type: 'string', default: '30' } },
});
const folder = mkdtempSync(join(tmpdir(), 'deskhand-side-'));
const PARTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  steps: () => compareSteps(folder, join(folder, 'steps'), ROUNDS),
  texts: () => compareTexts(folder, folder),
  stops: () => compareStops(folder, join(folder, 'stops'), ROUNDS),
  tokens: () => compareTokens(folder),
  tasks: () => compareTasks(folder, Number(values.tasks)),
};
const wanted = positionals.length === 0 ? Object.keys(PARTS) : positionals;

try {
  process.exitCode = await compare();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<number> {
  try {
    await installPeer(folder);
  } catch (error) {
    process.stdout.write(`${PEER} cannot be installed here, so nothing is compared: ${error}\n`);
    return NO_PEER;
  }
  const rows: Row[] = [];
  const loads: number[] = [];
  for (const name of wanted) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`there is no part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
    loads.push(loadavg()[0] ?? 0);
    for (const row of await part()) {
      rows.push(row);
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
    loads.push(loadavg()[0] ?? 0);
  }
  if (positionals.length === 0) write(rows, loads);
  return rows.every(({ ok }) => ok) ? 0 : 1;
}

function write(rows: readonly Row[], loads: readonly number[]): void {
  const table = [
    `| what | ours | naive nut-js | ${PEER} | goal | right |`,
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ what, ours, naive, peer, goal, ok, correct }) =>
        `| ${what} | ${ours} | ${naive} | ${peer} | ${goal}: ${ok ? 'reached' : '**not reached**'} | ${correct} |`,
    ),
    '',
    `Medians of ${ROUNDS} rounds in turn, in one run; load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} meanwhile.`,
  ].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  const written = page.replace(
    /(<!-- side by side -->\n)[\s\S]*(\n<!-- end of side by side -->)/,
    (_, start, end) => `${start}${table}${end}`,
  );
  if (written === page && !page.includes(table)) throw new Error(`no place for the table in ${PAGE}`);
  writeFileSync(PAGE, written);
}
