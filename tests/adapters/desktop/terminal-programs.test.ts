/** Typing into programs that take the whole of a terminal: an editor, a pager, a terminal in a terminal. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Refused } from '../../../src/ports/desktop.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import { type HandsBench, startHandsBench } from './hands-bench.ts';

const never = new AbortController().signal;
const missing = ['/usr/bin/vim', '/usr/bin/less', '/usr/bin/tmux'].filter((path) => !existsSync(path));
const TEXT = [
  'if [ "$a" != \'b\' ]; then echo "~/x" | grep -E "^(1|2)" > /dev/null & fi # 100 %',
  'Grüße aus Köln: naïve café, señor, Łódź, Ελλάδα',
  ':q! is no command here, and neither is /search or ^C \\n \\t',
  'https://shop.example/?a=1&b={c}[d]#e_f-g;h,i.j*k`l`@m',
].join('\n');

describe('Programs that take the whole of a terminal', {
  skip: noX11 || (missing.length === 0 ? false : `not installed: ${missing.join(', ')}`),
}, () => {
  let bench: HandsBench;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deskhand-terminal-'));
    bench = await startHandsBench();
  });
  after(async () => {
    await bench?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const desktop = () => bench.hands.desktop;
  const read = (name: string): string => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  /** Opens a terminal with this command, which is to write "up" into a file of that name; resolves when both are there. */
  const open = async (name: string, command: string): Promise<void> => {
    bench.display.open('xterm', ['-e', 'sh', '-c', `cd '${folder}' && ${command}`]);
    await until(async () => (await desktop().front(never)).app === 'XTerm', `${name} to come to the front`);
    await until(() => read(name) !== '', `${name} to be up`);
  };
  /** Typed first: a window is in front a moment before it gets the keys, and nothing may be sent until then. */
  const typeFirst = (text: string): Promise<unknown> =>
    until(
      () =>
        desktop()
          .type(text, never)
          .then(() => true)
          .catch((error: unknown) => {
            if (error instanceof Refused) return false;
            throw error;
          }),
      'the terminal to have the keys',
    );
  /** Waits until the program and its terminal have ended. */
  const untilClosed = (): Promise<unknown> =>
    until(async () => (await desktop().front(never)).app !== 'XTerm', 'the terminal to close');

  it('what is written in an editor is what it saves', async () => {
    const up = `au VimEnter * call writefile(["up"], "editor")`;
    await open('editor', `vim -X -u NONE -N -c '${up}' written.txt`);
    await typeFirst('i');
    await desktop().type(TEXT, never);
    await desktop().key('escape', 1, never);
    await desktop().type(':wq\n', never);
    await untilClosed();
    assert.equal(read('written.txt'), `${TEXT}\n`);
  });

  it('a pager is worked by its keys', async () => {
    writeFileSync(join(folder, 'long.txt'), Array.from({ length: 500 }, (_, line) => `line ${line + 1}`).join('\n'));
    await open('pager', 'echo up > pager; less long.txt');
    await typeFirst('/line 321\n');
    // Hands the screen on, from its first line: the one that was searched for.
    await desktop().type('|.cat > found.txt\n', never);
    await until(() => read('found.txt') !== '', 'the pager to hand its page on');
    assert.match(read('found.txt'), /^line 321\n/);
    await desktop().type('\nq', never);
    await untilClosed();
  });

  it('what is typed goes through a terminal in a terminal', async () => {
    const session = 'tmux -f /dev/null -S ./socket new-session';
    await open('screens', `${session} 'echo up > screens; cat > through.txt'`);
    await typeFirst(`${TEXT}\n`);
    await desktop().key('control+d', 1, never);
    await untilClosed();
    assert.equal(read('through.txt'), `${TEXT}\n`);
  });
});
