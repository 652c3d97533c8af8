import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CheckPorts, runChecks } from '../../src/checks/expect.ts';
import type { Check } from '../../src/ledger/check.ts';
import { parseChecks } from '../../src/ledger/check.ts';
import type { FrontWindow } from '../../src/ports/desktop.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { inEnglish } from '../support/in-english.ts';

const signal = new AbortController().signal;

const FRONT: FrontWindow = { app: 'xfdesktop', title: 'Desktop', pid: null };

function openBench(screen: Partial<CheckPorts['screen']> = {}, front: Partial<FrontWindow> = {}) {
  const machine = createFakeMachine({ home: '/home/person' });
  const titles = new Set<string>();
  const clock = createFakeClock();
  const judged: string[] = [];
  const ports: CheckPorts = {
    machine,
    desktop: {
      titles: async () => [...titles],
      front: async () => ({ ...FRONT, ...front }),
      clipboardRead: async () => 'hello',
    },
    clock,
    screen: { title: '', elements: [], ...screen },
    answer: null,
    firstTitle: 'Desktop',
    isSafePath: (path) => !path.includes('secret'),
    isSafeCommand: (command) => {
      judged.push(command);
      return !command.includes('rm');
    },
  };
  /** Runs one check with as much time as it wants. */
  const run = async (check: Check, stop: AbortSignal = signal) => {
    const running = runChecks([check], ports, stop);
    let isOver = false;
    const over = running.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    for (let turn = 0; !isOver && turn < 100; turn += 1) await clock.advance(100);
    return (await running)[0];
  };
  return { machine, titles, clock, judged, run, ports };
}

describe('typed checks', () => {
  it('hold when the machine is as expected, and say what is missing otherwise', async () => {
    const { machine, titles, run } = openBench();
    const cases: readonly { readonly check: Check; readonly make: () => void }[] = [
      {
        check: { check: 'file_exists', path: '~/a.txt' },
        make: () => machine.contents.set('/home/person/a.txt', 'one'),
      },
      {
        check: { check: 'file_contains', path: '~/a.txt', text: 'two' },
        make: () => machine.contents.set('/home/person/a.txt', 'one two three'),
      },
      { check: { check: 'process', name: 'mousepad' }, make: () => machine.runs.add('mousepad') },
      { check: { check: 'port', port: 8080 }, make: () => machine.ports.add(8080) },
      { check: { check: 'window', title: 'MY page' }, make: () => titles.add('My Page - Browser') },
    ];
    for (const { check, make } of cases) {
      const before = await run(check);
      assert.equal(before?.passed, false, check.check);
      assert.notEqual(english(before?.text), '');
      make();
      const after = await run(check);
      assert.equal(after?.passed, true, check.check);
      assert.notEqual(english(after?.check), '');
    }
  });

  it('give what is still coming a moment', async () => {
    const { titles, clock, run } = openBench();
    const running = run({ check: 'window', title: 'Editor' });
    await clock.advance(1500);
    titles.add('Editor');
    assert.equal((await running)?.passed, true);
  });

  it('share one patience: many failing checks do not add up', async () => {
    const { clock, ports } = openBench();
    const start = clock.elapsed();
    const checks: readonly Check[] = Array.from({ length: 20 }, (_, index) => ({ check: 'port', port: index + 1 }));
    const running = runChecks(checks, ports, signal);
    await clock.advance(4000);
    assert.equal((await running).filter(({ passed }) => passed).length, 0);
    assert.ok(clock.elapsed() - start <= 4000);
  });

  it('are carried out only as far as the gate calls a command safe, in the home folder', async () => {
    const { machine, judged, run } = openBench();
    assert.equal((await run({ check: 'exit_code', command: 'true', code: 0 }))?.passed, true);
    assert.equal((await run({ check: 'exit_code', command: 'exit 3', code: 3 }))?.passed, true);
    const wrong = await run({ check: 'exit_code', command: 'false', code: 0 });
    assert.match(english(wrong?.text ?? ''), /ended with 1 instead of 0/);
    const unsafe = await run({ check: 'exit_code', command: 'rm -rf ~', code: 0 });
    assert.equal(unsafe?.passed, false);
    assert.match(english(unsafe?.text ?? ''), /not read-only, so it was not run/);
    assert.deepEqual(machine.did, ['shell true', 'shell exit 3', 'shell false']);
    assert.deepEqual(judged, ['true', 'exit 3', 'false', 'rm -rf ~']);
  });

  it('read the screen from the last look, never from a password field', async () => {
    const elements = [
      { name: 'Address', value: 'https://example.com/Cart', isSecure: false },
      { name: 'Password', value: 'hunter2', isSecure: true },
    ];
    const { run } = openBench({ title: 'Cart - Shop', elements });
    const passes = async (check: Check) => (await run(check))?.passed;
    assert.equal(await passes({ check: 'url', url: 'example.com/cart' }), true);
    assert.equal(await passes({ check: 'url', url: 'example.org' }), false);
    assert.equal(await passes({ check: 'screen_text', text: 'address' }), true);
    assert.equal(await passes({ check: 'screen_text', text: 'shop' }), true);
    assert.equal(await passes({ check: 'screen_text', text: 'hunter2' }), false);
    assert.equal(await passes({ check: 'url', url: 'hunter2' }), false);
  });

  it('speak neither for nor against an address where the screen lists nothing', async () => {
    const check: Check = { check: 'url', url: 'example.com' };
    assert.equal((await openBench({ title: 'Untitled' }).run(check))?.isUntold, true);
    const other = { name: 'Address', value: 'https://consent.example.org/', isSecure: false };
    const found = await openBench({ title: 'Untitled', elements: [other] }).run(check);
    assert.deepEqual([found?.passed, found?.isUntold], [false, undefined]);
  });

  it('know an application that came up by its name or by a new window, and never by what was there before', async () => {
    const check: Check = { check: 'opened', app: 'Chrome' };
    const isOpened = async (front: Partial<FrontWindow>) => {
      const found = await openBench({}, front).run(check);
      return found?.passed === true ? true : found?.isUntold === true ? 'untold' : false;
    };
    assert.equal(await isOpened({ app: 'Google Chrome', title: 'Desktop' }), true);
    assert.equal(await isOpened({ app: 'x', title: 'New Tab - Chrome' }), true);
    assert.equal(await isOpened({ app: 'XTerm', title: 'ann: ~' }), true);
    assert.equal(await isOpened({}), 'untold');
    // The browser was in front before, under a name of its own.
    const bench = openBench({}, { app: 'Chromium', title: 'Desktop' });
    const browser = async () => {
      const found = await bench.run({ check: 'opened', app: 'browser' });
      return `${found?.passed} ${english(found?.text ?? '')}`;
    };
    assert.match(await browser(), /^false I can't tell/);
    bench.machine.called.set('browser', ['Chromium Web Browser', 'chromium']);
    assert.equal(await browser(), 'true Chromium Web Browser is in front');
    bench.machine.called.set('browser', ['Firefox']);
    assert.match(await browser(), /^false I can't tell/);
    assert.equal(await isOpened({ app: '', title: '' }), 'untold');
  });

  it('know the page that was asked for, and tell where the browser ended instead', async () => {
    const open = async (address: string, shown: string | undefined, bar?: string) => {
      const elements = bar === undefined ? [] : [{ role: 'field', name: 'Address', value: bar, isSecure: false }];
      const again = async () => ({ title: '', elements, address: shown });
      const found = await openBench({ again }).run({ check: 'page', address });
      return found?.passed === true ? 'right' : `${found?.isUntold} ${english(found?.text ?? '')}`;
    };
    for (const shown of [
      'https://example.com/',
      'https://www.example.com/de/',
      'http://m.example.com/start?x=1',
      'https://de.example.com/a',
    ])
      assert.equal(await open('example.com', shown), 'right', shown);
    assert.equal(await open('example.com/Page/', 'https://www.example.com/en/page#top'), 'right');
    assert.equal(await open('example.com/s?q=1', 'https://example.com/s?q=1'), 'right');
    assert.equal(await open('localhost:8080/a', 'http://localhost:8080/a'), 'right');
    assert.equal(await open('example.com/page', undefined, 'example.com/page'), 'right', 'the address bar alone');
    for (const [address, shown, name] of [
      ['example.com', 'https://accounts.example.com/login', 'accounts.example.com/login'],
      ['example.com', 'https://example.com.evil.test/', 'example.com.evil.test'],
      ['example.com', 'https://notexample.com/', 'notexample.com'],
      ['example.com/page', 'https://example.com/login', 'example.com/login'],
      ['example.com/s?q=1', 'https://example.com/s?q=2', 'example.com/s'],
      ['localhost:8080', 'http://localhost:8081/', 'localhost:8081'],
    ] as const)
      assert.equal(await open(address, shown), `true the browser shows ${name} instead of ${address}`);
    for (const shown of ['about:blank', 'chrome-error://chromewebdata/', undefined])
      assert.equal(await open('example.com', shown), "true I can't tell which page the browser shows", shown);
    assert.match(await open('example.com', undefined, 'words example.com'), /can't tell/);
  });

  it('wait for a page or a draft that is still coming up', async () => {
    let looks = 0;
    const again = async () => {
      looks += 1;
      return { title: '', elements: [], address: looks < 4 ? 'about:blank' : 'https://example.com/' };
    };
    assert.equal((await openBench({ again }).run({ check: 'page', address: 'example.com' }))?.passed, true);
  });

  it('know a draft by its receiver and its subject, and no list of mails or page that only speaks of them', async () => {
    const check: Check = { check: 'draft', to: 'ann@example.com', subject: 'Lunch' };
    const field = (value: string, isSecure = false) => ({ role: 'field', name: '', value, isSecure });
    const text = (name: string) => ({ role: 'text', name, value: '', isSecure: false });
    const shows = async (title: string, elements: readonly ReturnType<typeof field>[]) =>
      (await openBench({ again: async () => ({ title, elements }) }).run(check))?.passed;
    assert.equal(await shows('Write: Lunch - Mail', [text('ann@example.com')]), true);
    assert.equal(await shows('New mail', [field('Ann <ann@example.com>'), field('lunch ')]), true);
    assert.equal(await shows('Desktop', [field('ann@example.com'), field('Lunch')]), false, 'it was there before');
    assert.equal(await shows('Inbox', [text('ann@example.com'), text('Lunch')]), false);
    assert.equal(await shows('Write: Lunch', [text('joann@example.com')]), false);
    assert.equal(await shows('Write: Lunchtime', [text('ann@example.com')]), false);
    assert.equal(await shows('Write: Lunch', [field('ann@example.com', true)]), false);
    assert.equal(await shows('Deskhand', [text('write an email to ann@example.com about Lunch')]), false);
  });

  it('of the clipboard and of an answer hold when it is so', async () => {
    const { run, ports } = openBench();
    assert.equal((await run({ check: 'clipboard', text: 'hello' }))?.passed, true);
    assert.equal((await run({ check: 'clipboard', text: 'hell' }))?.passed, false);
    assert.equal((await run({ check: 'answer' }))?.isUntold, true);
    assert.equal((await runChecksAfter({ ...ports, answer: '' }, { check: 'answer' }))?.passed, true);
  });

  it('say in words what a command shows, where its author did', async () => {
    const { run } = openBench();
    const says = 'the volume is 30 %';
    const good = await run({ check: 'exit_code', command: 'true', code: 0, says });
    assert.equal(english(good?.check ?? ''), 'The volume is 30 %');
    const bad = await run({ check: 'exit_code', command: 'false', code: 0, says });
    assert.equal(english(bad?.text ?? ''), 'no sign of this: the volume is 30 %');
  });

  it('that cannot be made have not passed, and say why', async () => {
    const { run, ports } = openBench();
    const desktop = { ...ports.desktop, titles: () => Promise.reject(new Error('no display')) };
    const broken = await runChecksAfter({ ...ports, desktop }, { check: 'window', title: 'x' });
    assert.deepEqual(inEnglish(broken), {
      check: 'a window is called “x”',
      passed: false,
      text: 'a window is called “x”: could not be checked (“no display”)',
    });
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await assert.rejects(run({ check: 'port', port: 1 }, stop.signal), /stopped/);
  });
});

/** Runs one check on a clock that has all the time. */
async function runChecksAfter(ports: CheckPorts, check: Check) {
  let elapsed = 0;
  const clock = {
    ...ports.clock,
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms;
    },
  };
  return (await runChecks([check], { ...ports, clock }, signal))[0];
}

describe('the list of checks in a skill', () => {
  it('is read from JSON, with defaults', () => {
    assert.deepEqual(parseChecks('[{"check":"exit_code","command":"test -f a"},{"check":"port","port":80}]'), {
      ok: true,
      checks: [
        { check: 'exit_code', command: 'test -f a', code: 0 },
        { check: 'port', port: 80 },
      ],
    });
  });

  it('is refused with a reason', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /not JSON/],
      ['{}', /check/],
      ['[]', /check/],
      ['[{"check":"magic"}]', /checks\.0\.check: it must be one of/],
      ['[{"check":"port","port":0}]', /checks\.0\.port/],
      ['[{"check":"port","port":70000}]', /checks\.0\.port/],
      ['[{"check":"file_contains","path":"a"}]', /checks\.0\.text: it is missing/],
      ['[{"check":"file_exists","path":""}]', /checks\.0\.path/],
    ];
    for (const [json, reason] of cases) {
      const parsed = parseChecks(json);
      assert.match(parsed.ok ? 'accepted' : english(parsed.reason), reason, json);
    }
  });
});
