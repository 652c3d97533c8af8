/** How a storm's programs are started. */
import { globSync } from 'node:fs';
import { readStartScript } from '../bot.ts';

/** As `npm start` runs it: what memory it takes is a question of that, too. */
export function asStarted(): { readonly env: Readonly<Record<string, string>>; readonly execArgv: string[] } {
  const { env, args } = readStartScript();
  return { env, execArgv: args.filter((word) => word.startsWith('--')) };
}

/** The wall clock alone, from outside the process. */
export function shiftClock(ahead: string): Readonly<Record<string, string>> {
  if (ahead === '') return {};
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('faketime is not installed');
  return { LD_PRELOAD: library, FAKETIME: ahead, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}
