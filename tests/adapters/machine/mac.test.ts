import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Command, CommandResult } from '../../../adapters/machine/command.ts';
import { createMacMachine } from '../../../adapters/machine/mac.ts';
import { english, speak } from '../../../src/words/speak.ts';
import { testMachineContract } from '../../contracts/machine.ts';
import { inEnglish } from '../../support/in-english.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const signal = new AbortController().signal;

/** As its manual page describes it on macOS: `ps -A -ww -o pid=,pgid=,stat=,comm=`. */
const PS = `    1     1 Ss   /sbin/launchd
  512   512 S    /System/Library/CoreServices/Finder.app/Contents/MacOS/Finder
 3120  3120 S    /Applications/Google Chrome.app/Contents/MacOS/Google Chrome
 3177  3120 Z    (Google Chrome He)
 4001  3999 S+   -zsh
`;

/** As its manual page describes it on macOS: `netstat -an -p tcp`. */
const NETSTAT = `Active Internet connections (including servers)
Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)
tcp4       0      0  192.168.1.20.51884     17.57.146.52.5223      ESTABLISHED
tcp4       0      0  127.0.0.1.8080         *.*                    LISTEN
tcp46      0      0  *.22                   *.*                    LISTEN
tcp6       0      0  fe80::1%lo0.5353       *.*                    CLOSED
`;

/** A Mac of which only the listed programs answer; what it was asked is kept. */
function openMac(
  answers: Readonly<Record<string, Partial<CommandResult>>>,
  applicationFolders: readonly string[] = [],
  program = '',
) {
  const asked: Command[] = [];
  const machine = createMacMachine({
    home: '/Users/person',
    user: 'person',
    applicationFolders,
    responsible: () => program,
    run: async (command, stop) => {
      stop.throwIfAborted();
      asked.push(command);
      return { exitCode: 0, output: '', errors: '', ...answers[command.program] };
    },
  });
  return { machine, asked };
}

const wordsOf = ({ program, args }: Command): readonly string[] => [program, ...args];

describe('the machine on a Mac', () => {
  it('opens an application by its bare name, and names the closest when there is none', async (t) => {
    const folder = makeTempFolder(t);
    for (const name of ['Safari.app', 'TextEdit.app', 'Not an app']) mkdirSync(join(folder, name));
    const good = openMac({});
    assert.deepEqual(inEnglish(await good.machine.openApp(' TextEdit ', signal)), {
      ok: true,
      text: 'Opened TextEdit.',
    });
    await good.machine.openApp('com.apple.TextEdit', signal);
    assert.deepEqual(good.asked.map(wordsOf), [
      ['/usr/bin/open', '-a', 'TextEdit'],
      ['/usr/bin/open', '-b', 'com.apple.TextEdit'],
    ]);
    const errors = "Unable to find application named 'Safary'";
    const bad = openMac({ '/usr/bin/open': { exitCode: 1, errors } }, [folder]);
    assert.deepEqual(inEnglish(await bad.machine.openApp('Safary', signal)), {
      ok: false,
      text: 'There is no application called Safary. The closest one is Safari.',
    });
    const broken = openMac({
      '/usr/bin/open': { exitCode: 1, errors: 'LSOpenURLsWithRole() failed with error -10810' },
    });
    assert.match(
      english((await broken.machine.openApp('Safari', signal)).text),
      /could not be opened: LSOpenURLs.* -10810/,
    );
  });

  it('opens an address in its full form', async () => {
    const { machine, asked } = openMac({});
    assert.equal((await machine.openUrl('HTTPS://Example.com/a b', signal)).ok, true);
    assert.deepEqual(asked.map(wordsOf), [['/usr/bin/open', 'https://example.com/a%20b']]);
  });

  it('hands a script to osascript by its input, and back what it said', async () => {
    const good = openMac({ '/usr/bin/osascript': { output: 'Finder\n' } });
    assert.deepEqual(inEnglish(await good.machine.script('tell app "Finder" to get name', signal)), {
      ok: true,
      text: 'Finder',
    });
    assert.deepEqual(good.asked.map(wordsOf), [['/usr/bin/osascript', '-']]);
    assert.equal(good.asked[0]?.input, 'tell app "Finder" to get name');
    const bad = openMac({ '/usr/bin/osascript': { exitCode: 1, errors: '12:30: syntax error: Expected end of line' } });
    assert.match(english((await bad.machine.script('x', signal)).text), /ended with an error: .*Expected end of line/);
  });

  it('says which switch a script needs that macOS refused, for which program, whatever the language of its error', async () => {
    const script = 'tell application "Music" to pause\ntell application id "com.apple.Notes" to activate';
    const said = async (answer: Partial<CommandResult>, program = 'iTerm', asked = script): Promise<string> => {
      const { machine } = openMac({ '/usr/bin/osascript': { exitCode: 1, ...answer } }, [], program);
      const { ok, text } = await machine.script(asked, signal);
      assert.equal(ok, false);
      assert.doesNotMatch(english(text), /-\d{3,}/);
      assert.notEqual(speak(text, 'de'), english(text));
      return english(text);
    };
    const denied = 'execution error: Not authorized to send Apple events to Music. (-1743)';
    const german = 'execution error: Fehler: Das Programm darf „com.apple.Notes“ nicht steuern. (-1743)';
    assert.match(await said({ errors: denied }), /control Music: allow iTerm to control it in .*Automation/);
    assert.match(await said({ errors: german }), /control com\.apple\.Notes: allow iTerm/);
    const bare = 'execution error: (-1743)';
    assert.match(await said({ errors: bare }), /control other applications: allow iTerm to control them/);
    assert.match(
      await said({ errors: bare }, '', 'tell app "Mail" to quit'),
      /control Mail: allow the application I was/,
    );
    const keys = 'System Events got an error: osascript is not allowed assistive access. (-1719)';
    for (const errors of [keys, 'System Events: „osascript“ darf nicht. (-25211)'])
      assert.match(await said({ errors }), /by script: allow iTerm in .*Accessibility.*Device Control and Data Access/);
    assert.match(await said({ exitCode: null }), /did not answer in time.*The Mac may be asking/);
    assert.match(await said({ errors: 'AppleEvent timed out. (-1712)' }), /The Mac may be asking/);
  });

  it('tells processes and ports from what the system prints', async () => {
    const { machine, asked } = openMac({
      '/bin/ps': { output: PS },
      '/usr/sbin/netstat': { output: NETSTAT },
    });
    for (const name of ['launchd', 'Finder', 'google chrome', '-zsh'])
      assert.ok(await machine.facts.isRunning(name, signal), name);
    assert.equal(await machine.facts.isRunning('Safari', signal), false);
    assert.ok(await machine.facts.isRunning('launchd', signal));
    const ports = [8080, 22, 80, 5353, 51884, 808];
    const open = await Promise.all(ports.map((port) => machine.facts.isListening(port, signal)));
    assert.deepEqual(open, [true, true, false, false, false, false]);
    const columns = ['-ww', '-o', 'pid=,pgid=,stat=,comm='];
    const calls = asked.map(wordsOf);
    assert.deepEqual(calls[0], ['/bin/ps', '-A', ...columns]);
    assert.ok(
      calls.some((words) => words.join(' ') === ['/bin/ps', '-p', '1', ...columns].join(' ')),
      'the one that was found is looked at alone',
    );
    assert.deepEqual(calls.at(-1), ['/usr/sbin/netstat', '-an', '-p', 'tcp']);
  });

  it('runs everything with a clean environment', async () => {
    const { machine, asked } = openMac({});
    await machine.openApp('Safari', signal);
    assert.deepEqual(asked[0]?.environment, {
      HOME: '/Users/person',
      USER: 'person',
      LOGNAME: 'person',
      SHELL: '/bin/bash',
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin:/opt/homebrew/bin:/usr/local/bin',
      LANG: 'en_US.UTF-8',
      TERM: 'dumb',
    });
  });
});

if (process.platform === 'darwin') {
  testMachineContract('macOS', async (t) => {
    const home = makeTempFolder(t);
    const folder = join(home, 'work');
    mkdirSync(folder);
    const machine = createMacMachine({ home, user: 'person' });
    t.after(() => machine.close());
    return { machine, folder };
  });
}
