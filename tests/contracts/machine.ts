/** What every machine must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Machine } from '../../src/ports/machine.ts';
import { english } from '../../src/words/speak.ts';
import { inEnglish } from '../support/in-english.ts';

export interface MachineBench {
  readonly machine: Machine;
  /** An empty folder on that machine, absolute and canonical, below its home. */
  readonly folder: string;
}

const signal = new AbortController().signal;

export function testMachineContract(
  name: string,
  make: (t: { after(act: () => void | Promise<void>): void }) => Promise<MachineBench>,
): void {
  describe(`machine contract: ${name}`, () => {
    it('runs a command and tells its output, exit code and folder', async (t) => {
      const { machine, folder } = await make(t);
      const done = await machine.shell({ command: 'echo hello', cwd: folder, timeoutMs: 5000 }, signal);
      assert.deepEqual(inEnglish(done), { exitCode: 0, output: 'hello\n', isTimedOut: false, cwd: folder });
      const failed = await machine.shell({ command: 'exit 3', cwd: folder, timeoutMs: 5000 }, signal);
      assert.equal(failed.exitCode, 3);
    });

    it('tells where a command has gone, for the next one to start there', async (t) => {
      const { machine, folder } = await make(t);
      await machine.files.create(`${folder}/sub/file`, '', signal);
      const gone = await machine.shell({ command: 'cd sub', cwd: folder, timeoutMs: 5000 }, signal);
      assert.equal(gone.cwd, `${folder}/sub`);
      const asked = await machine.shell({ command: 'pwd', cwd: gone.cwd, timeoutMs: 5000 }, signal);
      assert.equal(asked.output, `${folder}/sub\n`);
    });

    it('runs nothing in a folder that is not there, and is at home then', async (t) => {
      const { machine, folder } = await make(t);
      const result = await machine.shell({ command: 'echo no', cwd: `${folder}/none`, timeoutMs: 5000 }, signal);
      assert.notEqual(result.exitCode, 0);
      assert.ok(!result.output.includes('no\n'));
      assert.match(result.output, /none/);
      assert.equal(result.cwd, machine.home);
    });

    it('ends a command at its time limit', async (t) => {
      const { machine, folder } = await make(t);
      const result = await machine.shell({ command: 'sleep 30', cwd: folder, timeoutMs: 100 }, signal);
      assert.equal(result.isTimedOut, true);
      assert.equal(result.exitCode, null);
      assert.equal(result.cwd, folder);
    });

    it('ends a command that is stopped, and rejects with the reason', async (t) => {
      const { machine, folder } = await make(t);
      const stop = new AbortController();
      const reason = new Error('the person said stop');
      const running = machine.shell({ command: 'sleep 30', cwd: folder, timeoutMs: 60_000 }, stop.signal);
      setTimeout(() => stop.abort(reason), 50);
      await assert.rejects(running, reason);
    });

    it('makes a file once, with the folders above it', async (t) => {
      const { machine, folder } = await make(t);
      const path = `${folder}/a/b/note.txt`;
      assert.equal((await machine.files.create(path, 'one\r\ntwo', signal)).ok, true);
      assert.equal(await machine.facts.readText(path, signal), 'one\r\ntwo');
      const again = await machine.files.create(path, 'other', signal);
      assert.equal(again.ok, false);
      assert.match(english(again.text), /exists/);
      assert.equal(await machine.facts.readText(path, signal), 'one\r\ntwo');
    });

    it('shows lines by number, a folder by its names, and says what is not there', async (t) => {
      const { machine, folder } = await make(t);
      await machine.files.create(`${folder}/note.txt`, 'one\ntwo\nthree\n', signal);
      const part = await machine.files.view(`${folder}/note.txt`, 2, 1, signal);
      assert.match(english(part.text), / {5}2\ttwo/);
      assert.ok(!english(part.text).includes('one') && !english(part.text).includes('three'));
      assert.equal((await machine.files.view(`${folder}/note.txt`, 9, 1, signal)).ok, false);
      const list = await machine.files.view(folder, 1, 10, signal);
      assert.ok(list.ok && english(list.text).includes('note.txt'));
      const absent = await machine.files.view(`${folder}/none.txt`, 1, 10, signal);
      assert.ok(!absent.ok && english(absent.text).includes('none.txt'));
    });

    it('replaces what occurs exactly once, and names the count otherwise', async (t) => {
      const { machine, folder } = await make(t);
      const path = `${folder}/note.txt`;
      await machine.files.create(path, 'red green red', signal);
      const twice = await machine.files.replace(path, 'red', 'blue', signal);
      assert.ok(!twice.ok && /2 times/.test(english(twice.text)));
      const never = await machine.files.replace(path, 'pink', 'blue', signal);
      assert.equal(never.ok, false);
      assert.equal((await machine.files.replace(path, 'green', 'blue', signal)).ok, true);
      assert.equal(await machine.facts.readText(path, signal), 'red blue red');
    });

    it('inserts after a line, at the top for 0, and nowhere beyond the end', async (t) => {
      const { machine, folder } = await make(t);
      const path = `${folder}/note.txt`;
      await machine.files.create(path, 'one\ntwo\n', signal);
      assert.equal((await machine.files.insert(path, 3, 'no', signal)).ok, false);
      assert.equal((await machine.files.insert(path, 1, 'half', signal)).ok, true);
      assert.equal((await machine.files.insert(path, 0, 'zero', signal)).ok, true);
      assert.equal(await machine.facts.readText(path, signal), 'zero\none\nhalf\ntwo\n');
    });

    it('takes changes back one by one to before the first', async (t) => {
      const { machine, folder } = await make(t);
      const path = `${folder}/note.txt`;
      await machine.files.create(path, 'one\n', signal);
      await machine.files.replace(path, 'one', 'two', signal);
      await machine.files.insert(path, 1, 'three', signal);
      const seen: (string | null)[] = [];
      for (let undone = 0; undone < 3; undone += 1) {
        assert.equal((await machine.files.undo(path, signal)).ok, true);
        seen.push(await machine.facts.readText(path, signal));
      }
      assert.deepEqual(seen, ['two\n', 'one\n', null]);
      assert.equal((await machine.files.undo(path, signal)).ok, false);
    });

    it('knows the home folder by ~', async (t) => {
      const { machine, folder } = await make(t);
      await machine.files.create(`${folder}/note.txt`, 'x', signal);
      const short = `~${`${folder}/note.txt`.slice(machine.home.length)}`;
      assert.equal((await machine.facts.path(short, signal)).canonical, `${folder}/note.txt`);
      assert.equal((await machine.files.view(short, 1, 1, signal)).ok, true);
    });

    it('tells what a path is', async (t) => {
      const { machine, folder } = await make(t);
      await machine.files.create(`${folder}/note.txt`, 'äb', signal);
      assert.deepEqual(await machine.facts.path(`${folder}/./x/../note.txt`, signal), {
        canonical: `${folder}/note.txt`,
        kind: 'file',
        bytes: 3,
      });
      assert.equal((await machine.facts.path(folder, signal)).kind, 'folder');
      assert.deepEqual(await machine.facts.path(`${folder}/none`, signal), {
        canonical: `${folder}/none`,
        kind: 'absent',
        bytes: 0,
      });
    });

    it('lists what a folder holds, so that any change can be told', async (t) => {
      const { machine, folder } = await make(t);
      assert.equal(await machine.facts.listing(`${folder}/none`, signal), null);
      await machine.files.create(`${folder}/one.txt`, 'one', signal);
      await machine.files.create(`${folder}/below/two.txt`, 'two', signal);
      await machine.files.create(`${folder}/.hidden`, 'x', signal);
      const before = await machine.facts.listing(folder, signal);
      assert.deepEqual([...(before?.files.keys() ?? [])].toSorted(), ['below/two.txt', 'one.txt']);
      assert.equal(before?.isWhole, true);
      assert.equal(before?.files.get('one.txt')?.bytes, 3);
      await machine.files.replace(`${folder}/one.txt`, 'one', 'eno', signal);
      const after = await machine.facts.listing(folder, signal);
      assert.notEqual(after?.files.get('one.txt')?.hash, before?.files.get('one.txt')?.hash);
      assert.equal(after?.files.get('below/two.txt')?.hash, before?.files.get('below/two.txt')?.hash);
    });

    it('reads what is small enough, and nothing that is no file', async (t) => {
      const { machine, folder } = await make(t);
      await machine.files.create(`${folder}/note.txt`, 'abc', signal);
      await machine.files.create(`${folder}/large.txt`, 'x'.repeat(1_048_577), signal);
      assert.equal(await machine.facts.readText(`${folder}/large.txt`, signal), null);
      assert.equal(await machine.facts.readText(folder, signal), null);
      assert.equal(await machine.facts.readBytes(`${folder}/note.txt`, 2, signal), null);
      const bytes = await machine.facts.readBytes(`${folder}/note.txt`, 3, signal);
      assert.equal(Buffer.from(bytes ?? []).toString(), 'abc');
    });

    it('opens nothing that is no application or no address, and says why', async (t) => {
      const { machine } = await make(t);
      for (const app of ['Flarb Quux 9000', '/bin/sh', '../x', ' ', '-a']) {
        const result = await machine.openApp(app, signal);
        assert.equal(result.ok, false, app);
        assert.notEqual(english(result.text), '');
      }
      for (const url of ['', 'no address', 'javascript:alert(1)', 'data:text/html,x']) {
        assert.equal((await machine.openUrl(url, signal)).ok, false, url);
      }
    });

    it('fetches no address of this computer or its network, and says why', async (t) => {
      const { machine } = await make(t);
      for (const url of [
        'http://127.0.0.1/',
        'https://localhost./',
        'http://0x7f.1/',
        'https://[::1]/',
        'file:///etc/hostname',
      ]) {
        const result = await machine.fetch(url, signal);
        assert.equal(result.ok, false, url);
        assert.notEqual(english(result.text), '');
      }
    });

    it('does nothing once stopped', async (t) => {
      const { machine, folder } = await make(t);
      const stop = new AbortController();
      const reason = new Error('stopped before');
      stop.abort(reason);
      const late = stop.signal;
      const path = `${folder}/late.txt`;
      const acts: readonly (() => Promise<unknown>)[] = [
        () => machine.shell({ command: 'echo late', cwd: folder, timeoutMs: 1000 }, late),
        () => machine.script('beep', late),
        () => machine.files.view(folder, 1, 1, late),
        () => machine.files.create(path, 'x', late),
        () => machine.files.replace(path, 'x', 'y', late),
        () => machine.files.insert(path, 0, 'x', late),
        () => machine.files.undo(path, late),
        () => machine.facts.path(path, late),
        () => machine.facts.readText(path, late),
        () => machine.facts.readBytes(path, 1, late),
        () => machine.facts.isRunning('sh', late),
        () => machine.facts.isListening(1, late),
        () => machine.openApp('xterm', late),
        () => machine.openUrl('https://example.com/', late),
        () => machine.fetch('https://example.com/', late),
      ];
      for (const act of acts) await assert.rejects(act, reason, act.toString());
      assert.equal((await machine.facts.path(path, signal)).kind, 'absent');
    });

    it('closes, also twice', async (t) => {
      const { machine } = await make(t);
      await machine.close();
      await machine.close();
    });
  });
}
