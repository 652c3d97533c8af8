/** A computer with a data folder of its own, at whose terminal `deskhand fleet …` is typed. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY } from './programs.ts';
import { makeTempFolder } from './temp-folder.ts';
import { atTerminal } from './terminal.ts';

/** The command `deskhand` of this checkout. */
const DESKHAND: readonly string[] = [process.execPath, ENTRY];

/** `deskhand`: the program and its first words. */
export function computer(t: { after(act: () => void): void }, deskhand = DESKHAND) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const env = { PATH: process.env.PATH, TMPDIR: home, HOME: home, DATA_DIR: data, LANGUAGE: 'en' };
  const [program = '', ...first] = deskhand;
  const begin = (isTerminal: boolean, words: readonly string[]) => {
    const command = [...deskhand, 'fleet', ...words].join(' ');
    const [run, args] = isTerminal ? atTerminal(command) : [program, [...first, 'fleet', ...words]];
    const child = spawn(run, args, { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] });
    t.after(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended, said: () => said };
  };
  const run = async (...words: readonly string[]) => {
    const { ended, said } = begin(false, words);
    return { code: await ended, said: said() };
  };
  return { folder: join(data, 'state/fleet'), home, data, run, begin };
}
