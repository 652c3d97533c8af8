/** What shipped skills say of their result is so: each with a run that worked, and one that did not, told as that. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import { makeCertificates } from '../../adapters/fleet/certificates.ts';
import { createSkillBook } from '../../src/skills/match-skill.ts';
import { findStarters } from '../../src/skills/offers.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { endAllIn, noBrowser } from '../long/web-skills-tried.ts';
import { openTestGate } from '../safety/open-test-gate.ts';
import { CHROMIUM_FLAGS, LEAN_WINDOW } from '../support/chromium-flags.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { isCard, isEnd, startTestLaunch, type TestLaunch, textOf } from '../support/launched.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { DONE, scriptedModel, verdict } from '../support/scripted-model.ts';
import { noX11 } from '../support/x11.ts';

const TRIES = 4;
const MAIL_WINDOW = join(import.meta.dirname, '../support/mail-window.py');

/** Approves what asks; the text of each run's end. */
function follow(bot: TestLaunch): RunToEnd {
  const seen = new Set<string>();
  return async (goal) => {
    await bot.run(goal);
    for (;;) {
      const next = await bot.waitFor((message) => (isCard(message) || isEnd(message)) && !seen.has(message.id));
      seen.add(next.id);
      if (isEnd(next)) return textOf(next);
      await bot.tap(next, 'Approve');
    }
  };
}

// The folder is made in shipped-skills.test.ts; what counts as an open page or draft is proved in tests/checks/expect.test.ts.
if (WITH_REPEATS)
  test('what shipped skills did, on a real display', { skip: noX11 }, async (t) => {
    const bot = await startTestLaunch(t, { hasSessionBus: true, size: { width: 800, height: 600 } });
    const runToEnd = follow(bot);
    try {
      await t.test('a folder is made where the person means it, checked, and never twice', () =>
        makeFolder(bot, runToEnd),
      );
      await t.test(
        'a mail draft counts as open where a window shows its receiver and subject',
        { skip: existsSync('/usr/lib/x86_64-linux-gnu/libgtk-3.so.0') ? false : 'not installed: libgtk-3-0' },
        () => draftMail(bot, runToEnd),
      );
      await t.test(
        'a page counts as opened where the browser shows it, and where it ended is told otherwise',
        { skip: noBrowser },
        () => openPages(bot, runToEnd),
      );
    } finally {
      await bot.stop();
      await endAllIn(bot.home);
    }
  });

type RunToEnd = (goal: string) => Promise<string>;

async function makeFolder(bot: TestLaunch, runToEnd: RunToEnd): Promise<void> {
  mkdirSync(join(bot.home, 'Schreibtisch'));
  mkdirSync(join(bot.home, 'Documents'));
  const made = await runToEnd('lege einen Ordner Rechnungen auf dem Schreibtisch an');
  assert.match(made, /Done and checked\nThe folder is made\.\n✓ The folder “Rechnungen” is in Schreibtisch/);
  assert.ok(existsSync(join(bot.home, 'Schreibtisch', 'Rechnungen')));
  const again = await runToEnd('make a folder called Rechnungen on the desktop');
  assert.match(again, /^❌[^\n]*\nI couldn't make the folder\..*File exists/);
  await runToEnd("crea una carpeta llamada it's mine en Documentos");
  assert.ok(existsSync(join(bot.home, 'Documents', "it's mine")));
  // Nobody has that folder here: it is not made beside the way.
  assert.match(await runToEnd('make a folder called New in Downloads'), /^❌[^\n]*\nI couldn't make the folder\./);
  assert.equal(existsSync(join(bot.home, 'Downloads')), false);
}

async function openPages(bot: TestLaunch, runToEnd: RunToEnd): Promise<void> {
  const { server: cert, serverKey: key } = makeCertificates(Date.now());
  const server = createServer({ cert, key }, ({ url, headers }, response) => {
    if (url === '/old') return response.writeHead(302, { location: 'https://login.example.com/in' }).end();
    if (headers.host === 'example.org')
      return response.writeHead(302, { location: 'https://www.example.org/de/' }).end();
    response.setHeader('content-type', 'text/html');
    return response.end(`<title>Welcome</title><h1>Welcome to ${headers.host}</h1>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // On a very busy machine the browser shows a page later than the check waits for it, and that is said; nothing else is asked again.
  const open: RunToEnd = async (goal) => {
    for (let tries = 1; ; tries += 1) {
      const end = await runToEnd(goal);
      if (tries === TRIES || !/I can't tell which page the browser shows/.test(end)) return end;
    }
  };
  try {
    // The browser that Deskhand calls hands the address over to the one that runs with this profile.
    bot.display.open('/usr/bin/chromium', [
      ...CHROMIUM_FLAGS,
      LEAN_WINDOW,
      '--force-renderer-accessibility',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP gone.example.com ~NOTFOUND, MAP * 127.0.0.1:${port}`,
      `--user-data-dir=${join(bot.home, '.config', 'chromium')}`,
      'about:blank',
    ]);
    // A second browser that starts before the first has its profile would show the page by itself, without these flags.
    await once(
      spawn('/usr/bin/xdotool', ['search', '--sync', '--onlyvisible', '--name', 'Chromium'], { env: bot.display.env }),
      'exit',
    );
    assert.match(await open('open example.com'), /Done and checked[\s\S]*✓ example\.com is open/);
    assert.match(await open('öffne example.org'), /Done and checked[\s\S]*✓ example\.org is open/, 'www. and /de/');
    const other = await open('open example.com/old');
    assert.match(
      other,
      /I couldn't verify this \(the browser shows login\.example\.com\/in instead of example\.com\/old\)/,
    );
    assert.doesNotMatch(other, /Done and checked/);
    assert.match(await open('open gone.example.com'), /^❌[\s\S]*The page didn't load/);
    assert.match(await open('open the browser'), /Done and checked[\s\S]*✓ Chromium.* is in front/);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function draftMail(bot: TestLaunch, runToEnd: RunToEnd): Promise<void> {
  const goal = 'write an email to ann@example.com about lunch saying see you at one';
  const install = (kind: 'draft' | 'inbox'): void => {
    const folder = join(bot.home, '.local/share/applications');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'post.desktop'),
      `[Desktop Entry]\nType=Application\nName=Post\nExec=/usr/bin/python3 ${MAIL_WINDOW} ${kind} %u\nMimeType=x-scheme-handler/mailto;\n`,
    );
  };
  assert.match(await runToEnd(goal), /^❌[^\n]*\nNo mail program is set up on this computer\./);
  install('inbox');
  const inbox = await runToEnd(goal);
  assert.match(inbox, /I couldn't verify this \(I can't tell whether the draft to ann@example\.com is open\)/);
  await endAllIn(bot.home);
  install('draft');
  assert.match(await runToEnd(goal), /Done and checked[\s\S]*✓ The draft to ann@example\.com is open/);
  await endAllIn(bot.home);
}

/** Skills that only a model can fill in, with a goal for each. */
const MODEL_GOALS: readonly (readonly [skill: string, goal: string])[] = [
  ['calendar-event', 'add dentist to my calendar on Friday at 9'],
  ['reminder', 'remind me to water the plants tomorrow'],
  ['send-message', 'text Anna: I am late'],
  ['summarize-page', 'summarize this page'],
  ['tweet', 'tweet hello'],
];

test('what a model filled in is looked at again: what it saw is told, and where it saw otherwise the run failed', async () => {
  const { skills } = await readSkillFolder(join(import.meta.dirname, '../../skills'));
  const endOf = async (goal: string, score: number, reason: string): Promise<string> => {
    const bot = await startTestDeskhand({ model: scriptedModel([DONE], { verify: verdict(score, reason) }), skills });
    await bot.chat.sendText(`/run ${goal}`);
    const { text } = await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await bot.close();
    return text;
  };
  const unchecked = skills.filter(({ playbook }) => playbook === null).map(({ name }) => name);
  assert.deepEqual(unchecked.toSorted(), MODEL_GOALS.map(([name]) => name).toSorted());
  for (const [name, goal] of MODEL_GOALS) {
    assert.match(await endOf(goal, 92, 'The result shows it'), /Done and checked[\s\S]*✓ The result shows it/, name);
    const failed = await endOf(goal, 10, 'Nothing of it shows');
    assert.match(failed, /^❌[\s\S]*but the check found: [\s\S]*Nothing of it shows/, name);
    assert.doesNotMatch(failed, /Done and checked/, name);
  }
});

test('a file that is not there, is a folder or is empty is told at once: nobody is asked about it', async (t) => {
  const { skills } = await readSkillFolder(join(import.meta.dirname, '../../skills'));
  const machine = createFakeMachine();
  machine.contents.set('/home/person/plans/a.txt', 'a');
  machine.contents.set('/home/person/empty.txt', '');
  machine.contents.set('/home/person/full.txt', 'milk');
  const gate = await openTestGate({ platform: 'linux', home: machine.home });
  const bot = await startTestDeskhand({ model: null, skills, machine, gate });
  t.after(() => bot.close());
  const first = async (goal: string): Promise<readonly [kind: string, text: string]> => {
    const seen = new Set(bot.chat.seen().map(({ id }) => id));
    await bot.chat.sendText(`/run ${goal}`);
    const { kind, text } = await bot.chat.waitFor(
      (message) => !seen.has(message.id) && (message.kind === 'end' || message.kind === 'question'),
      60_000,
    );
    if (kind === 'question') {
      await bot.chat.sendText('/stop');
      await bot.chat.waitFor((message) => !seen.has(message.id) && message.kind === 'end');
    }
    return [kind, text];
  };
  for (const [goal, why] of [
    ['send me todo.txt', "~/todo.txt doesn't exist."],
    ['send me ~/plans', '~/plans is a folder. Zip it first.'],
    ['schick mir empty.txt', '~/empty.txt is empty.'],
  ] as const) {
    const [kind, text] = await first(goal);
    assert.equal(kind, 'end', `${goal}: ${text}`);
    assert.ok(text.startsWith('❌') && text.includes(`\n${why}`), text);
  }
  // Whether a secret is there is not told before a yes.
  for (const goal of ['send me full.txt', 'send me ~/.ssh/id_rsa'])
    assert.equal((await first(goal))[0], 'question', goal);
});

test('on a Mac Do Not Disturb goes by a shortcut of the person, and without it the run says how to make one', async () => {
  const all = (await readSkillFolder(join(import.meta.dirname, '../../skills'))).skills;
  const skills = all.filter(({ platforms }) => platforms?.includes('macos') !== false);
  const endOf = async (goal: string, shortcuts: readonly string[]): Promise<string> => {
    const machine = createFakeMachine({
      command: async ({ command }) => {
        const name = /'([^']+)'/.exec(command)?.[1] ?? '';
        if (!shortcuts.includes(name)) return { exitCode: 1 };
        return { output: command.startsWith('shortcuts list') ? name : 'ran' };
      },
    });
    const bot = await startTestDeskhand({ model: null, skills, machine: { ...machine, platform: 'macos' } });
    await bot.chat.sendText(`/run ${goal}`);
    const { text } = await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
    await bot.close();
    return text;
  };
  const made = ['Do Not Disturb On', 'Do Not Disturb Off'];
  assert.match(
    await endOf('turn on do not disturb', []),
    /^❌[^\n]*\nA Mac lets only a shortcut do that: in Shortcuts make one called “Do Not Disturb On” with the action “Set Focus”, then ask again\.\n/,
  );
  const ran = await endOf('turn off do not disturb', made);
  assert.match(ran, /I ran your shortcut “Do Not Disturb Off”\.\nI couldn't verify this\. Please check\./);
  for (const language of ['en', 'de', 'es'])
    for (const starter of findStarters(createSkillBook(skills), language))
      assert.doesNotMatch(createSkillBook(skills).match(starter)?.skill.name ?? '', /notifications|brightness/);
});
