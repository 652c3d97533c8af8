/** Tokens and keys in the system's keychain, or, where there is none, in a file for the person alone. Synchronous: settings are read before anything starts. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { type KeychainRequest, keychainAnswerSchema } from './keychain-protocol.ts';

export interface SecretPlace {
  /** The file that says where the secrets are, and that holds them where there is no keychain. */
  readonly file: string;
  /** The program of the process that talks to the keychain. */
  readonly child: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long the keychain may take; a locked one asks the person meanwhile. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 20_000;
const keptSchema = z.discriminatedUnion('in', [
  z.object({ in: z.literal('keychain'), names: z.array(z.string()) }),
  z.object({ in: z.literal('file'), values: z.record(z.string(), z.string()) }),
]);

type Values = Readonly<Record<string, string>>;

/** The keychain cannot be read now; the message says what to do, and names no value. */
export class KeychainShut extends SaidError {
  override readonly name = 'KeychainShut';
}

/** What was kept; {} when nothing was. Throws `KeychainShut`. */
export function readSecrets(place: SecretPlace): Values {
  const kept = readKept(place.file);
  if (kept === null) return {};
  if (kept.in === 'file') return kept.values;
  const found = askKeychain(place, { do: 'read', accounts: kept.names.map((name) => accountOf(name, place)) });
  const values = Object.fromEntries(kept.names.flatMap((name) => readOne(name, found?.[accountOf(name, place)])));
  const missing = kept.names.filter((name) => values[name] === undefined);
  if (found !== null && missing.length === 0) return values;
  throw new KeychainShut(
    found === null
      ? say`The keychain with ${kept.names.join(', ')} does not answer: unlock it (log in at the computer), and start again.`
      : say`The keychain no longer has ${missing.join(', ')}: set it again with ${'deskhand setup'}, or in .env.`,
  );
}

/** Adds them to what is kept; where they are from now on. An empty value takes one away. */
export function keepSecrets(added: Values, place: SecretPlace, wantsFile = false): 'keychain' | 'file' {
  const all: Record<string, string> = { ...readSecrets(place), ...added };
  for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
  const wanted = Object.fromEntries(Object.entries(all).map(([name, value]) => [accountOf(name, place), value]));
  const written = wantsFile ? null : askKeychain(place, { do: 'write', values: wanted });
  // The values are read back: a keychain that forgets what it takes counts as none.
  const isKept = written !== null && Object.entries(wanted).every(([account, value]) => written[account] === value);
  writeKept(place.file, isKept ? { in: 'keychain', names: Object.keys(all) } : { in: 'file', values: all });
  return isKept ? 'keychain' : 'file';
}

/** Whether a keychain answers here; it is only read. One that asks the person to unlock it does not answer in time. */
export function hasKeychain(place: SecretPlace): boolean {
  return askKeychain(place, { do: 'read', accounts: [accountOf('probe', place)] }) !== null;
}

/** Takes all of them out of the keychain, and the file away. Names that the keychain did not give up: [] when nothing is left of them. */
export function forgetSecrets(place: SecretPlace): readonly string[] {
  const kept = readKept(place.file);
  if (kept?.in === 'keychain' && kept.names.length > 0) {
    const accounts = kept.names.map((name) => accountOf(name, place));
    if (askKeychain(place, { do: 'delete', accounts }) === null) return kept.names;
  }
  rmSync(place.file, { force: true });
  return [];
}

function readOne(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}

/** The name of an entry, with a hash of the file's path: two Deskhands of one person have different tokens. */
export function accountOf(name: string, { file }: SecretPlace): string {
  return `${name} ${createHash('sha256').update(file).digest('hex').slice(0, 8)}`;
}

/** null: there is none, it is shut, or it did not answer in time. */
function askKeychain(place: SecretPlace, request: KeychainRequest): Values | null {
  const child = spawnSync(process.execPath, [place.child], {
    input: JSON.stringify(request),
    env: environmentOf(place),
    timeout: place.deadlineMs ?? DEADLINE_MS,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return child.status === 0 ? readAnswer(child.stdout) : null;
}

/** The same as `askKeychain` without blocking the event loop. */
export async function askKeychainLater(place: SecretPlace, request: KeychainRequest): Promise<Values | null> {
  const child = spawn(process.execPath, [place.child], {
    env: environmentOf(place),
    timeout: place.deadlineMs ?? DEADLINE_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', () => ended.resolve(null));
  child.once('close', ended.resolve);
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  return (await ended.promise) === 0 ? readAnswer(said) : null;
}

function environmentOf({ environment }: SecretPlace): Record<string, string | undefined> {
  const { PATH, HOME, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, DISPLAY } = environment;
  return { PATH, HOME, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, DISPLAY };
}

function readAnswer(text: string): Values | null {
  try {
    return keychainAnswerSchema.parse(JSON.parse(text)).values;
  } catch {
    return null;
  }
}

export function readKept(file: string): z.infer<typeof keptSchema> | null {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    // The parser's message would quote the values.
    throw new KeychainShut(say`${file} cannot be understood: take it away, and set tokens and keys again.`);
  }
}

export function writeKept(file: string, kept: z.infer<typeof keptSchema>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}.new`;
  try {
    writeFileSync(next, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
