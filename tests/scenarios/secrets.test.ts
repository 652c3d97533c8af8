/** Two hundred planted secrets on every way out of the real bot: log, journal, chat, prompt, error texts, names of files. None leaks. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSandbox } from '../../adapters/machine/sandbox.ts';
import { TOKEN_SHAPES } from '../../src/safety/secrets/token-shapes.ts';
import { english } from '../../src/words/speak.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { act, BOT_TOKEN, MODEL_KEY, type Phone, startPhone } from '../support/phone.ts';
import { isThroughFleet } from '../support/phone-through-fleet.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { makeToken, secretParts } from '../support/tokens.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const ROOT = join(import.meta.dirname, '../..');
const probe = await openSandbox({ platform: 'linux', home: '/', root: '/nowhere', dataDir: '/nowhere' });
const COUNT = WITH_REPEATS ? 200 : 105;
/** One in so many is our own. */
const OWN_EVERY = 20;
const OWN = Math.ceil(COUNT / OWN_EVERY);
const A_RUN = 25;

interface Planted {
  readonly token: string;
  /** What must be nowhere. */
  readonly parts: readonly string[];
}

/** Every shape, with the repeats every example of it, and among them our own tokens. */
const EXAMPLES = TOKEN_SHAPES.flatMap(({ examples }) => (WITH_REPEATS ? examples : examples.slice(0, 1)));
const planted: readonly Planted[] = Array.from({ length: COUNT }, (_, index): Planted => {
  if (index % (2 * OWN_EVERY) === 0) return { token: BOT_TOKEN, parts: [BOT_TOKEN.split(':')[1] ?? ''] };
  if (index % OWN_EVERY === 0) return { token: MODEL_KEY, parts: [MODEL_KEY] };
  const example = EXAMPLES[(index - 1 - Math.floor(index / OWN_EVERY)) % EXAMPLES.length] ?? '';
  const token = makeToken(example, 1000 + index);
  return { token, parts: secretParts(example, token) };
});

/**
 * The secrets sent through the bot: every other one, the multi-line key included. Each shape by itself is masked in
 * tests/safety/secrets/redact.test.ts.
 */
const sent = planted.filter((_, index) => WITH_REPEATS || index % 2 === 0);

/** What of it can be a file's name. */
function fileName({ token }: Planted): string | null {
  return /^[^/\n]{1,200}$/.test(token) ? `of ${token} x` : null;
}

/** Parts of planted secrets in any of these texts, by the place they are in. */
function findLeaks(places: readonly (readonly [string, string])[]): readonly string[] {
  return places.flatMap(([place, text]) =>
    planted.flatMap(({ parts }) => parts.filter((part) => text.includes(part)).map((part) => `${place}: ${part}`)),
  );
}

/** Everything that left the bot: what it logged, wrote, sent to Telegram and to the model. */
function wayOut(phone: Phone): readonly (readonly [string, string])[] {
  const files = readdirSync(phone.data, { recursive: true, withFileTypes: true });
  return [
    ['the log', phone.bot().stderr() + phone.bot().stdout()],
    ...files.map(({ name }) => ['a file name', name] as const),
    ...files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readIfThere(join(parentPath, name))] as const),
    ...phone.telegram.calls().map(({ method, fields }) => [method, [...fields.values()].join('\n')] as const),
    ...phone.owner
      .received()
      .map(({ document }) => ['a document', `${document?.name ?? ''} ${document?.bytes ?? ''}`] as const),
    ...phone.anthropic.requests.map(({ system, text }) => ['a prompt', `${system}\n${text}`] as const),
  ];
}

/** A temporary file may be renamed before it is read. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('secrets on every way out of one bot', { skip: noX11 }, async (t) => {
  const phone = await startPhone(t, { settings: { LOG_LEVEL: 'debug' } });
  try {
    await t.test('planted secrets leave the bot by no way', (t) => leaveByNoWay(t, phone));
    await t.test('a card shows what runs but for the secret, and a hash of all; after Approve it is used', () =>
      showAllButSecret(phone),
    );
    await t.test(
      'an approved script gets no further than its own words: Deskhand’s state and the person’s keys stay where they are',
      { skip: english(probe.lack) || false },
      () => getNoFurther(phone),
    );
    await t.test(
      'a model that takes a mask for a password is told to ask; a command that waited through a restart is not run with holes',
      () => runWithoutHoles(phone),
    );
  } finally {
    // What was meant to be refused; and Telegram may still think of the killed one's poll.
    await phone.close(/sendMessage 400|getUpdates 409/);
  }
});

async function leaveByNoWay(t: TestContext, phone: Phone): Promise<void> {
  assert.equal(new Set(planted.map(({ token }) => token)).size, COUNT - OWN + 2);
  for (let first = 0; first < sent.length; first += A_RUN) {
    await plant(phone, sent.slice(first, first + A_RUN), first);
    // What the model was asked and said in this run, word for word, as a file.
    phone.say('/why raw');
    await phone.waitFor(({ document }) => document?.name.includes('trace') === true);
  }
  // What Telegram complains about gets into the log.
  for (const { token } of sent.slice(0, A_RUN)) {
    phone.telegram.fail('sendMessage', { kind: 'refuse', code: 400, description: `Bad Request: ${token}` });
    phone.say('/queue');
    await until(() => phone.telegram.faultsLeft() === 0, 'the complaint is logged');
  }
  const places = wayOut(phone);
  const masks = places.filter(([, text]) => text.includes('[hidden: ')).length;
  t.diagnostic(`${sent.length} secrets, ${places.length} texts, ${masks} of them with masks`);
  assert.ok(masks > sent.length * 0.3, 'the secrets did come by');
  for (const kind of [
    'the log',
    'inbox.jsonl',
    'journal.jsonl',
    'recording.json',
    'report.html',
    'trace.json',
    'sendMessage',
    'a prompt',
  ])
    assert.ok(
      places.some(([place, text]) => place === kind && text.includes('[hidden: ')),
      `${kind} had some`,
    );
  assert.deepEqual(findLeaks(places), []);
}

/** One run that carries these secrets everywhere a run can carry anything. */
async function plant(phone: Phone, secrets: readonly Planted[], number: number): Promise<void> {
  const folder = join(phone.home, `run-${number}`);
  mkdirSync(folder);
  const names = secrets.flatMap((secret) => fileName(secret) ?? []);
  for (const name of names) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, 'notes.txt'), secrets.map(({ token }) => token).join('\n\n'));
  const all = secrets.map(({ token }) => token).join(' and ');
  const step = (action: Readonly<Record<string, unknown>>) =>
    makeReply(action, { note: `noted ${all}`, screen: `It shows ${all}`, intent: all });
  phone.run(`look after ${all}`, {
    steps: [
      step({ action: 'shell', command: `cat ${folder}/notes.txt` }),
      step({ action: 'shell', command: `ls ${folder}` }),
      step({ action: 'shell', command: `cat '${folder}/none/${names[1] ?? ''}'` }),
      step({ action: 'file_view', path: join(folder, 'none', names[0] ?? '') }),
      step({ action: 'open_app', app: secrets[2]?.token ?? '' }),
      step({ action: 'done', summary: `Done with ${all}` }),
    ],
    verdicts: [{ screen: all, reasons: [all], score: 90 }],
  });
  // Whatever asks is denied: its card has been shown then.
  for (;;) {
    const message = await phone.waitFor(({ buttons }) =>
      buttons.flat().some(({ text, data }) => text === 'Again' || (['Deny', 'Go'].includes(text) && data !== null)),
    );
    // A goal this long gets a plan first.
    const answer = message.buttons.flat().find(({ text }) => ['Deny', 'Go'].includes(text))?.text;
    if (answer === undefined) return;
    await phone.tap(message, answer);
    await until(
      () =>
        phone.news().every(({ id, buttons }) => id !== message.id || buttons.flat().every(({ data }) => data === null)),
      'the card is decided',
    );
  }
}

async function showAllButSecret(phone: Phone): Promise<void> {
  const token = makeToken('ghp_<A36>', 77);
  const path = join(phone.home, 'kept.txt');
  const command = `printf %s ${token} > ${path}`;
  phone.run('keep it', { steps: [act({ action: 'shell', command })] });
  const card = await phone.card();
  assert.ok(card.text.includes(`printf %s [hidden: GitHub token] > ${path}`), card.text);
  assert.match(card.text, /⚠ Masked here, and whole in what is done: GitHub token\./);
  assert.ok(
    card.text.includes(createHash('sha256').update(command).digest('hex').slice(0, 16)),
    'the hash of what runs',
  );
  await phone.tap(card, 'Approve');
  await phone.end();
  assert.equal(readFileSync(path, 'utf8'), token);

  phone.run('open it', { steps: [act({ action: 'shell', command: 'psql postgres://me:hunter2@db/x' })] });
  const second = await phone.card();
  assert.ok(!second.text.includes('hunter2') && second.text.includes('Its hash is not shown'), second.text);
  await phone.tap(second, 'Deny');
  await phone.end();

  // A card longer than a message hangs a file on itself; that is masked as well.
  const long = `printf %s ${token}; ${'true; '.repeat(400)}`;
  phone.run('do it', { steps: [act({ action: 'shell', command: long })] });
  const third = await phone.card();
  const attached = await phone.waitFor(({ document }) => document?.name === 'shell.txt');
  assert.equal(String(attached.document?.bytes), long.replace(token, '[hidden: GitHub token]'));
  await phone.tap(third, 'Deny');
  await phone.end();

  assert.ok(!JSON.stringify(wayOut(phone)).includes(token.slice(4, 16)));
}

async function runWithoutHoles(phone: Phone): Promise<void> {
  phone.run('log in', { steps: [act({ action: 'type', text: 'token [hidden: GitHub token]' })] });
  const card = await Promise.race([phone.card().catch(() => null), phone.end().catch(() => null)]);
  if (card?.buttons.flat().some(({ text }) => text === 'Approve') === true) await phone.tap(card, 'Approve');
  await phone.end();
  const typed = phone.events().find((event) => event.type === 'action.performed');
  assert.ok(typed?.type === 'action.performed' && !typed.ok && typed.text.includes('ask_user'), JSON.stringify(typed));

  const token = makeToken('glpat-<w20>', 3);
  let isAsked = false;
  phone.run('wait', {
    steps: [
      async () => {
        isAsked = true;
        await new Promise((resolve) => setTimeout(resolve, 3000));
        return act({ action: 'wait', seconds: 20 });
      },
    ],
  });
  await until(() => isAsked, 'the run is at work');
  phone.say(`/run put ${token} into the form`);
  await phone.waitFor(/Queued/);
  await phone.restart('kill');
  await phone.waitFor(/held a secret, which I never save/);
  assert.ok(!JSON.stringify(wayOut(phone)).includes(token.slice(6)));
}

async function getNoFurther(phone: Phone): Promise<void> {
  mkdirSync(join(phone.home, '.ssh'));
  writeFileSync(join(phone.home, '.ssh', 'id_ed25519'), 'the key itself');
  const script = join(phone.home, 'tidy.sh');
  const state = join(phone.data, 'state');
  writeFileSync(script, `cat ~/.ssh/id_ed25519 ${state}/*; rm -rf ${state} ${phone.data}/recordings; touch ~/done`);
  const approve = async (command: string): Promise<string> => {
    phone.run('tidy up', { steps: [act({ action: 'shell', command })] });
    await phone.tap(await phone.card(), 'Approve');
    await phone.end();
    const done = phone.events().findLast((event) => event.type === 'action.performed');
    return done?.type === 'action.performed' ? done.text : '';
  };
  const said = await approve(`bash ${script}`);
  assert.match(said, /Read-only file system/);
  assert.doesNotMatch(said, /the key itself|message\.accepted/);
  assert.ok(existsSync(join(phone.home, 'done')), 'it ran to its end');
  assert.match(await approve('cat ~/.ssh/id_ed25519'), /^the key itself/);
  // What is being started has its parent's environment for a moment.
  // Through a gateway its machine never has it.
  const holders = isThroughFleet ? [] : [String(phone.bot().child.pid)];
  await until(() => holdersOf(phone).length === holders.length, 'no other process got the tokens along');
  assert.deepEqual(holdersOf(phone), holders);
}

/** Processes of this phone's bot in whose environment the token is. */
function holdersOf({ home }: Phone): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return environment.includes(`HOME=${home}`) && environment.includes(BOT_TOKEN);
    } catch {
      return false;
    }
  });
}

test('nothing gets into the log or the last words of a command', async (t) => {
  const all = planted.map(({ token }) => token);
  const logged = await runScript(
    t,
    `import { createLog } from '${ROOT}/src/bin/log.ts';
     const log = createLog('debug', OWN, process.argv[2] === 'terminal');
     for (const token of ALL) {
       log.info({ sender: token, deep: { list: [token] } }, 'about ' + token);
       log.error({ problem: String(new Error('failed: ' + token)), err: new Error('line\\n' + token) }, 'broke');
     }`,
    all,
    ['terminal', 'json'],
  );
  assert.ok(logged.split('\n').length >= 2 * COUNT);
  assert.deepEqual(findLeaks([['the log', logged]]), []);
  for (const how of ['throw', 'reject', 'later']) {
    const said = await runScript(
      t,
      `import { runCommand } from '${ROOT}/src/bin/exit.ts';
       const error = new Error(ALL.join(' '), { cause: new Error(ALL.join(' ')) });
       await runCommand(async (hide) => {
         hide(OWN);
         if ('${how}' === 'throw') throw error;
         if ('${how}' === 'reject') Promise.reject(error);
         else setTimeout(() => { throw error; }, 5);
         await new Promise((resolve) => setTimeout(resolve, 50));
         return 0;
       });`,
      all,
    );
    assert.match(said, /an error it did not expect: .*\[hidden: /s, how);
    assert.deepEqual(findLeaks([['the last words', said]]), [], how);
  }
});

/** What a script says, started once with each of these words. */
async function runScript(
  t: TestContext,
  source: string,
  tokens: readonly string[],
  formats: readonly string[] = [''],
): Promise<string> {
  const path = join(makeTempFolder(t), 'script.ts');
  const own = JSON.stringify([BOT_TOKEN, BOT_TOKEN.split(':')[1], MODEL_KEY]);
  writeFileSync(path, `${source.replaceAll('OWN', own).replaceAll('ALL', JSON.stringify(tokens))}\n`);
  const says = formats.map(
    (format) =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [path, format], { stdio: ['ignore', 'ignore', 'pipe'] });
        let text = '';
        child.stderr.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        child.once('close', () => resolve(text));
      }),
  );
  return (await Promise.all(says)).join('');
}
