/** Tests a version before its installation: whether it accepts the settings, and whether it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prepared } from '../../../adapters/machine/update/candidate.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import { say, type Text } from '../../words/say.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const LONGEST_CHECK_MS = 60_000;
const LONGEST_START_MS = 120_000;
const LONGEST_END_MS = 20_000;
const LAST_WORDS = 1500;

export interface TryOptions {
  readonly env: Environment;
  readonly node: string;
  readonly signal: AbortSignal;
}

/** `settingsFile`: the person's, which is only read. Returns the new version's objections; '' when it accepts them. */
export async function checkSettingsWith(
  { entry, settingsFolder }: Prepared,
  place: { readonly settingsFile: string; readonly dataFolder: string },
  { env, node, signal }: TryOptions,
): Promise<Text> {
  const link = settingsFolder === null ? null : join(settingsFolder, '.env');
  if (link !== null && existsSync(place.settingsFile)) await symlink(place.settingsFile, link);
  try {
    const until = withLimit(LONGEST_CHECK_MS, signal);
    const child = start(node, [entry, 'update', '--check-settings'], { ...env, DATA_DIR: place.dataFolder }, until);
    const code = await child.ended;
    signal.throwIfAborted();
    return code === 0 ? '' : child.said().trim().slice(-LAST_WORDS) || say`it ended with ${String(code)}`;
  } finally {
    if (link !== null) await rm(link, { force: true });
  }
}

/** On an empty data folder, without any account or order, so that nobody gets a message and nothing is run. `env`: without Deskhand's settings. */
export async function tryStartOf({ entry }: Prepared, { env, node, signal }: TryOptions): Promise<Text> {
  const data = await mkdtemp(join(tmpdir(), 'deskhand-update-'));
  try {
    const own = { DATA_DIR: data, WEB_CHAT: 'on', WEB_CHAT_PORT: '0', MODEL_PROVIDER: 'playbook', CI: 'true' };
    const until = withLimit(LONGEST_START_MS, signal);
    const child = start(node, [entry, 'start'], { ...env, ...own }, until);
    const isReady = await Promise.race([child.ready.then(() => true), child.ended.then(() => false)]);
    if (!isReady) {
      signal.throwIfAborted();
      return child.said().trim().slice(-LAST_WORDS) || say`it ended without a word`;
    }
    child.process.kill('SIGTERM');
    const killer = setTimeout(() => child.process.kill('SIGKILL'), LONGEST_END_MS);
    const code = await child.ended;
    clearTimeout(killer);
    return code === 0 ? '' : say`it did not end in order (${String(code)})`;
  } finally {
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Started {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
  said(): string;
}

function start(node: string, words: readonly string[], env: Environment, signal: AbortSignal): Started {
  const child = spawn(node, words, { env, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGTERM' });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number | null>();
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (/^ready .*$/m.test(out)) ready.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-LAST_WORDS * 4);
  });
  child.on('error', (error) => {
    said += `${error.message}\n`;
    if (child.pid === undefined) ended.resolve(null);
  });
  child.once('close', ended.resolve);
  return { process: child, ready: ready.promise, ended: ended.promise, said: () => said };
}
