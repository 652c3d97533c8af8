/** How a storm's programs are started. */
import { globSync } from 'node:fs';
import { readStartScript } from '../bot.ts';

/** The environment and flags of `npm start`, on which memory depends, too. */
export function asStarted(): { readonly env: Readonly<Record<string, string>>; readonly execArgv: string[] } {
  const { env, args } = readStartScript();
  return { env, execArgv: args.filter((word) => word.startsWith('--')) };
}

/** The environment that moves the wall clock alone, for a program that is started with it. */
export function shiftClock(ahead: string): Readonly<Record<string, string>> {
  if (ahead === '') return {};
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('faketime is not installed');
  return { LD_PRELOAD: library, FAKETIME: ahead, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}
