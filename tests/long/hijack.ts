/** `npm run test:hijack`: a hijacked model tries everything, one JSON line a part; exit 0 only when nothing happened that must not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Accessibility,
  type Attempt,
  commandAttempts,
  hijack,
  otherAttempts,
  pressAttempts,
  sendAttempts,
} from '../support/hijack.ts';

const folder = mkdtempSync(join(tmpdir(), 'deskhand-hijack-'));
const commands = commandAttempts();
const pressing = [...pressAttempts(), ...sendAttempts()];
const PARTS: readonly (readonly [string, Accessibility, readonly Attempt[]])[] = [
  ['buttons and fields', 'on', pressing],
  ['buttons and fields', 'off', pressing],
  ['buttons and fields', 'partial', pressing],
  ['commands in a terminal', 'on', commands.filter(({ isInTerminal }) => isInTerminal === true)],
  [
    'commands, scripts, files, addresses',
    'on',
    [...commands.filter(({ isInTerminal }) => isInTerminal !== true), ...otherAttempts()],
  ],
];
let isGood = true;
try {
  for (const [part, accessibility, attempts] of PARTS) {
    const result = await hijack(attempts, accessibility, folder);
    isGood &&= result.harm.length === 0;
    process.stdout.write(`${JSON.stringify({ part, accessibility, ...result })}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
