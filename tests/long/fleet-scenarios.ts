/**
 * The scenarios of one machine on a phone, through a gateway, a real NATS server and three real workers, of which one is meant and the others
 * must do nothing. `-- scenarios` runs all of them, `-- scenarios phone-hands …` those.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../scenarios');
/** What is not one machine's alone. */
const LEFT_OUT = new Map([
  ['earlier-form', 'a life before this machine was a worker, whose chats were its own'],
  ['both-chats', 'a chat that is away is the gateway’s matter, and its ready line names both'],
]);

const wanted = process.argv.slice(2).filter((word) => word !== 'scenarios');
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.test.ts') && readFileSync(join(FOLDER, file), 'utf8').includes(' startPhone('))
  .map((file) => file.slice(0, -'.test.ts'.length))
  .filter((name) => (wanted.length === 0 ? !LEFT_OUT.has(name) : wanted.includes(name)));
for (const [name, why] of LEFT_OUT) process.stdout.write(`left out: ${name}: ${why}\n`);
if (names.length === 0) throw new Error(`There is no such scenario: ${wanted.join(', ')}.`);
const child = spawn(
  process.execPath,
  ['--test', '--test-concurrency=1', ...names.map((name) => join(FOLDER, `${name}.test.ts`))],
  { stdio: 'inherit', env: { ...process.env, PHONE_THROUGH: 'fleet' } },
);
const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
process.stdout.write(`${names.length} files of scenarios through three workers: ${code === 0 ? 'all good' : 'BAD'}\n`);
process.exit(code === 0 ? 0 : 1);
