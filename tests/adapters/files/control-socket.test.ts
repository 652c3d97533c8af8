/** The socket between the commands and the Deskhand that runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { connectControl, serveControl } from '../../../adapters/files/control-socket.ts';
import { createPairing, createPairingDesk, type Pairing } from '../../../src/inbound/pairing.ts';
import { type Control, ControlRefusal, type PairingDesk, told } from '../../../src/ports/control.ts';
import { join as joinTexts, say } from '../../../src/words/say.ts';
import { speak } from '../../../src/words/speak.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const CAN_BE_ANOTHER = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');
const NEVER = new AbortController().signal;
const ANN = { id: 'telegram:7', name: 'Ann', language: '' };

/** A control that pairs, and refuses or answers everything else. */
function controlOf(pairing: Pairing): Control {
  return {
    pairing: createPairingDesk({
      pairing,
      checkDoors: () => Promise.resolve(),
      onRemoved: () => undefined,
      onPaired: () => undefined,
    }),
    page: {
      link: () => Promise.resolve('http://127.0.0.1:1/#x'),
      sessions: () => Promise.resolve([]),
      end: (id) => Promise.resolve(id === 'one'),
    },
    allowed: {
      list: () =>
        Promise.resolve([{ id: 'a', of: 'telegram:7', text: 'edit in GIMP', at: '2026-01-01T00:00:00.000Z' }]),
      revoke: (ids) => Promise.resolve(ids.includes('a')),
      add: ({ kind, in: where, name }) => Promise.resolve(told(`${kind} ${where} ${name}`)),
    },
    triggers: {
      call: (name, fields, id) => Promise.resolve(`${name} ${JSON.stringify(fields)} ${id}`),
      list: () => Promise.resolve([{ name: 'build', order: '1', fields: ['n'], isPaused: false, hasSecret: true }]),
      newSecret: (name) => Promise.resolve(`secret of ${name}`),
    },
    callers: {
      create: (name) => Promise.resolve(`token of ${name}`),
      list: () => Promise.resolve([]),
      revoke: (name) => Promise.resolve(name === 'one'),
      ask: (token, _request, told) => {
        told({ kind: 'progress', work: { id: '1', kind: 'run', state: 'running' } });
        return Promise.resolve({ kind: 'hello', name: token });
      },
    },
    mayChangeSettings: () => Promise.reject(new ControlRefusal('Denied on the phone.')),
    mayUpdate: async (version) => {
      if (version !== '1.2.3') throw new ControlRefusal('Denied on the phone.');
    },
    doctor: (fix) =>
      Promise.resolve([{ name: 'disk', title: 'Disk', state: fix ? 'ok' : 'bad', text: 'x', mend: null }]),
    run: (goal) =>
      goal === 'refused'
        ? Promise.reject(new ControlRefusal(say`No answer came on the phone, so nothing was opened.`, 2))
        : Promise.resolve({
            before: 1,
            ended: Promise.resolve({
              kind: 'ended',
              run: '000012',
              outcome: 'unverified',
              reason: 'no-check',
              message: goal,
              score: null,
            }),
          }),
    status: () => Promise.resolve({ text: 'Run: none', run: null, waiting: 0, chats: [] }),
    stop: (all) =>
      Promise.resolve(
        told(all ? joinTexts([say`Stopped.`, say`${2} waiting commands cancelled.`], ' ') : say`Stopped.`),
      ),
    screenshot: () => Promise.resolve(PICTURE),
  };
}

/** As large as one of a large display. */
const PICTURE = new Uint8Array(3_000_000).fill(7);

async function open(t: TestContext): Promise<{
  readonly path: string;
  readonly pairing: Pairing;
  readonly control: Control;
  readonly desk: PairingDesk;
}> {
  const path = join(makeTempFolder(t), 'control.sock');
  const pairing = createPairing(createFakeStateStore(), createFakeClock());
  const socket = await serveControl(path, controlOf(pairing));
  t.after(() => socket.close());
  const control = await connectControl(path);
  assert.ok(control !== null);
  return { path, pairing, control, desk: control.pairing };
}

/** Sends a line as it is; what comes back. */
function send(path: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = createConnection(path, () => socket.write(text));
    socket.on('data', (chunk) => {
      got += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got));
  });
}

describe('the control socket', () => {
  it('is its owner’s alone, and does all that the desk does', async (t) => {
    const { path, pairing, desk } = await open(t);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const { code, expiresAt, ended } = await desk.begin(NEVER);
    assert.ok(expiresAt > 0);
    await pairing.tryCode(ANN, code, () => Promise.resolve());
    const end = await ended;
    assert.equal(end.kind === 'paired' && end.person.id, 'telegram:7');
    assert.deepEqual(
      (await desk.list()).map(({ id }) => id),
      ['telegram:7'],
    );
    assert.equal(await desk.remove('telegram:7'), true);
    assert.equal(await desk.remove('telegram:7'), false);
    assert.deepEqual(await desk.list(), []);
  });

  it('ends the code with the terminal that asked for it', async (t) => {
    const { pairing, desk } = await open(t);
    const terminal = new AbortController();
    const { ended } = await desk.begin(terminal.signal);
    terminal.abort();
    assert.deepEqual(await ended, { kind: 'cancelled' });
    await until(() => !pairing.isOpen());
  });

  it('tells a terminal whose code was replaced', async (t) => {
    const { desk } = await open(t);
    const first = await desk.begin(NEVER);
    const second = await desk.begin(NEVER);
    assert.deepEqual(await first.ended, { kind: 'cancelled' });
    assert.notEqual(first.code, second.code);
  });

  it('answers nonsense with a problem or not at all, and lives on', async (t) => {
    const { path, desk } = await open(t);
    for (const text of [
      '\n',
      '{}\n',
      '[]\n',
      '{"v":1}\n',
      '{"v":1,"do":"unpair"}\n',
      '{"v":1,"do":"unpair","id":7}\n',
      '{"v":1,"do":"run","goal":""}\n',
      'x'.repeat(300_000),
    ])
      assert.match(await send(path, text), /^$|^\{"problem":"[^\n]+\n$/, text.slice(0, 30));
    assert.deepEqual(await desk.list(), []);
  });

  it('speaks one version, and tells whoever speaks another', async (t) => {
    const { path } = await open(t);
    assert.match(await send(path, '{"v":2,"do":"status"}\n'), /"problem":"This Deskhand speaks version 1 .*"exit":2/);
    assert.match(await send(path, '{"v":1,"do":"status"}\n'), /^\{"answer":\{"text":"Run: none"/);
  });

  it('takes a goal, answers at once and again at the end, and passes a refusal on with its exit code', async (t) => {
    const { control, path } = await open(t);
    const { before, ended } = await control.run('umlauts: ä ß 漢\nand lines', NEVER);
    assert.equal(before, 1);
    const end = await ended;
    assert.equal(end.kind === 'ended' && end.message, 'umlauts: ä ß 漢\nand lines');
    await assert.rejects(control.run('refused', NEVER), (error) => error instanceof ControlRefusal && error.exit === 2);
    const lines = (await send(path, '{"v":1,"do":"run","goal":"go"}\n')).trim().split('\n');
    assert.deepEqual(lines, ['{"answer":{"before":1}}'], 'who does not wait gets one line');
  });

  it('hands over a picture whole, and stops', async (t) => {
    const { control } = await open(t);
    assert.equal(Buffer.compare(await control.screenshot(undefined, NEVER), PICTURE), 0);
    assert.equal((await control.stop(false)).text, 'Stopped.');
    assert.deepEqual(
      [(await control.doctor(false, NEVER))[0]?.state, (await control.doctor(true, NEVER))[0]?.state],
      ['bad', 'ok'],
    );
    await assert.rejects(control.mayChangeSettings(NEVER), /Denied on the phone/);
    await control.mayUpdate('1.2.3', NEVER);
    await assert.rejects(control.mayUpdate('1.2.4', NEVER), /Denied on the phone/);
    await assert.rejects(control.mayUpdate('latest', NEVER), 'a version is three numbers');
    assert.equal(await control.page.link(NEVER), 'http://127.0.0.1:1/#x');
    assert.deepEqual(
      [await control.page.sessions(), await control.page.end('one'), await control.page.end('two')],
      [[], true, false],
    );
  });

  it('hands sentences over as texts, for the language of whoever reads them', async (t) => {
    const { control, path } = await open(t);
    const stopped = await control.stop(true);
    assert.equal(speak(stopped.said ?? '', 'de'), 'Gestoppt. 2 wartende Aufträge gestrichen.');
    const line = await send(path, '{"v":1,"do":"stop","all":true}\n');
    assert.equal(JSON.parse(line).answer.text, 'Stopped. 2 waiting commands cancelled.', 'in English for all others');
    await assert.rejects(control.run('refused', NEVER), (error) => {
      assert.ok(error instanceof ControlRefusal);
      return speak(error.text, 'de') !== error.message && error.message.startsWith('No answer came on the phone');
    });
  });

  it('shows what an older and a newer Deskhand say, in their English at the least', async (t) => {
    const path = join(makeTempFolder(t), 'control.sock');
    const answers: readonly object[] = [
      { answer: { text: 'Stopped.' } },
      { answer: { text: 'Stopped soon.', said: { say: 'Stopped {0} soon.', parts: ['quite'] } } },
      { answer: { text: 'Stopped anew.', said: { swirl: ['a form of tomorrow'] } } },
      { problem: 'Denied.', exit: 3 },
      { problem: 'Denied anew.', said: { swirl: 1 }, exit: 3 },
    ];
    let at = -1;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(`${JSON.stringify(answers[++at])}\n`));
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    t.after(() => new Promise((resolve) => server.close(resolve)));
    const control = await connectControl(path);
    assert.ok(control !== null);
    const shown: string[] = [];
    for (const _ of answers)
      shown.push(
        await control.stop(false).then(
          ({ text, said = text }) => speak(said, 'de'),
          (error) => (error instanceof ControlRefusal ? `${speak(error.text, 'de')} ${error.exit}` : String(error)),
        ),
      );
    assert.deepEqual(shown, ['Stopped.', 'Stopped quite soon.', 'Stopped anew.', 'Denied. 3', 'Denied anew. 3']);
  });

  it('turns another user away, whatever the file lets them', { skip: !CAN_BE_ANOTHER }, async (t) => {
    const { path } = await open(t);
    chmodSync(dirname(path), 0o711);
    chmodSync(path, 0o666);
    const script = `const s = require('node:net').connect(process.argv[1], () => s.write('{"v":1,"do":"status"}\\n'));
      s.pipe(process.stdout); s.on('error', (e) => { console.log(e.code); });`;
    const asked = async (uid: readonly string[]): Promise<string> => {
      const [program = '', ...rest] = [...uid, process.execPath, '-e', script, path];
      return (await promisify(execFile)(program, rest, { cwd: '/' })).stdout;
    };
    assert.match(await asked([]), /Run: none/, 'this user is answered');
    assert.doesNotMatch(await asked(['setpriv', '--reuid', '65534', '--clear-groups']), /Run|EACCES/);
  });

  it('is not there when nobody listens: no file, a left one, another file, too long a path', async (t) => {
    const folder = makeTempFolder(t);
    writeFileSync(join(folder, 'file'), '');
    const long = join(folder, 'x'.repeat(150));
    mkdirSync(long);
    for (const path of [join(folder, 'none'), join(folder, 'file'), join(long, 'control.sock')])
      assert.equal(await connectControl(path), null, path);
  });

  it('takes the place of one that a killed process left, and refuses a path no socket can have', async (t) => {
    const folder = makeTempFolder(t);
    const path = join(folder, 'control.sock');
    writeFileSync(path, '');
    const { pairing } = await open(t);
    const desk = controlOf(pairing);
    const socket = await serveControl(path, desk);
    assert.notEqual(await connectControl(path), null);
    await socket.close();
    assert.equal(await connectControl(path), null);
    await assert.rejects(serveControl(join(folder, 'x'.repeat(150), 'control.sock'), desk));
  });
});
