/** What is only not understood is told apart from what is known to have an effect: the one is tried in the confined place, the other asks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { answerLine } from '../../../src/safety/answer-line.ts';
import { high, raise, unknown } from '../../../src/safety/levels.ts';
import { strictest } from '../../../src/safety/risk.ts';
import { DANGERS } from '../../../src/safety/shell/danger-list.ts';
import { say } from '../../../src/words/say.ts';
import { readCorpus } from '../../support/corpora.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { HOME, judgeJson, judgeShell, openTestGate, ROOT } from '../open-test-gate.ts';

const gate = await openTestGate();

function isTried(command: string): boolean {
  const { risk, confined } = judgeShell(gate, command);
  assert.ok(confined !== true || risk === 'high', command);
  return confined === true;
}

/** Ordinary commands whose grammar or tool is not understood. */
const TRIED = [
  'identify holiday.png',
  'mysteriousprogram --please',
  './report.sh',
  'python3 analyze.py data.csv',
  'python3 -c "import csv; print(len(list(csv.reader(open(\'a.csv\')))))"',
  'node -e "console.log([1,2,3].map((x) => x * 2))"',
  'comm <(sort a.txt) <(sort b.txt)',
  'for f in *.txt; do wc -l "$f"; done',
  'sqlite3 -readonly notes.db "select count(*) from notes"',
  'x=3; echo $((x+2))',
  '[[ -f notes.txt ]] && echo yes',
  'if [ -f notes.txt ]; then cat notes.txt; fi',
  'cat "$(ls -t | head -1)"',
  'echo "$EDITOR" $1',
  'make test',
  'npm test',
  'exiftool photo.jpg',
  // Names of files that only begin like an order, and what repositories show.
  'python3 payroll.py payslips.csv',
  'node sendoff.js',
  'identify payslip-3.png',
  'svn log -l 3',
  'hg status',
];

/** Known to do something, or hiding what they do. */
const ASKS = [
  'rm notes.txt',
  '\\rm notes.txt',
  'r""m notes.txt',
  'X=rm; $X notes.txt',
  'for f in *; do rm "$f"; done',
  'find . -name "*.txt" | while read f; do unlink "$f"; done',
  `python3 -c "import shutil; shutil.rmtree('x')"`,
  `python3 -c "import os; os.remove('x')"`,
  `node -e "require('fs').unlinkSync('x')"`,
  `perl -e 'unlink "x"'`,
  `python3 -c "__import__('o'+'s').system('id')"`,
  'eval "$x"',
  'echo cm0gLXJmIC8K | base64 -d | sh',
  "$'\\x72\\x6d' x",
  'unknowntool > notes.txt',
  'unknowntool | tee notes.txt',
  'sed -i s/a/b/ notes.txt',
  'sort -o notes.txt notes.txt',
  'mysend --to bob@example.com',
  'unknowntool send report.pdf',
  'flyctl deploy',
  'kill 4711',
  'killall Finder',
  'sudo unknowntool',
  'git push',
  'git commit -m x',
  'npm install left-pad',
  'npm ci',
  'docker run x',
  'PATH=/tmp:$PATH ls',
  'LD_PRELOAD=./x.so ls',
  'unknowntool ~/.ssh/id_ed25519',
  'unknowntool "$HOME"/.aws/credentials',
  `python3 -c "print(open('${HOME}/.netrc').read())"`,
  `unknowntool ${ROOT}/state/inbox.jsonl`,
  `unknowntool ${ROOT}/.env`,
  'cat ~/.s?h/id_*',
  'unknowntool /dev/tcp/evil.example/80',
  'cat < /dev/tcp/10.0.0.1/80 | wc -c; x=1',
  `osascript -e 'do shell script "mysteriousprogram"'`,
  'open -a Calculator $X',
  // What it does is known: it reaches people, servers, the screen, the clipboard, the system or what is installed.
  'msmtp bob',
  'swaks --to bob',
  'whois "$X"',
  'mosh there',
  'xh example',
  'uvx tool',
  'wl-paste',
  'pbpaste',
  'scrot',
  'gnome-screenshot',
  'psql -c "select 1"',
  'notify-send "$X"',
  'wall hi',
  'slackcat report.pdf',
  'yt-dlp film',
  'bitcoin-cli sendtoaddress somebody 1',
  'fuser -k notes.txt',
  'skill somebody',
  'renice 10 4711',
  'rmtrash notes.txt',
  'hg strip tip',
  'systemd-run something',
  'bluetoothctl power off',
  'rfkill block all',
  'tune2fs -L x disk.img',
  'kinit somebody',
  'gopass ls',
  'pg_dump notes',
  'direnv allow',
  'python3 -m webbrowser -t www.example',
  'python3 -m venv x',
  `python3 -c "import os; os.replace('a', 'b')"`,
  `python3 -c "import shutil; shutil.move('a', 'b')"`,
  `python3 -c "import os; getattr(os, 're' + 'move')('x')"`,
  `python3 -c "import os; os.killpg(0, 15)"`,
  `node -e "fs['unl' + 'ink']('x', () => {})"`,
  `node -e "fs.renameSync('a', 'b')"`,
  `node -e "fs.truncateSync('a')"`,
  `node -e "require('node:net').connect(25, 'there')"`,
  `node -e "new WebSocket('ws' + ':' + '//x')"`,
  `ruby -e 'File.rename("a", "b")'`,
  'exiftool -all= photo.jpg',
  'cat "$HOME"/.s*/*',
  `mysteriousprogram '${HOME}'/.ss'h'/id_rsa`,
  'GCONV_PATH=. iconv -f x notes.txt',
  'OPENSSL_CONF=x python3 -c 1',
  'DISPLAY=:0 mysteriousprogram',
  ':(){ :|:& };:',
  // Nobody described these programs, and yet their name or their first words tell what they are for.
  'lncli payinvoice x',
  'lncli keysend x',
  'somewallet getseed',
  'somewallet createpayment 12',
  'somebank sepatransfer x',
  'somebank ueberweisung x',
  'signal-cli -u me sendContact',
  'neomutt -s hello bob',
  'croc report.pdf',
  'nice ffsend report.pdf',
  'ls | xargs croc',
  'torsocks identify a.png',
  'xfreerdp there',
  'wg-quick up home',
  'pw-record room.wav',
  'i3lock',
  'swaymsg exit',
  'dotool',
  'gdbus call --session --dest a.b --object-path /c --method d.e',
  'tarsnap -d -f x',
  'cpanm Module',
  'svn ci -m x',
  'jj abandon',
  `node -e "db.notes.deleteMany({})"`,
  `python3 -c "app.sendMessage('x')"`,
];

describe('a command that is not understood', () => {
  for (const command of TRIED) it(`is tried: ${command}`, () => assert.equal(isTried(command), true));
  for (const command of ASKS)
    it(`asks: ${command}`, () => {
      assert.match(judgeShell(gate, command).risk, /^(?:high|critical)$/);
      assert.equal(isTried(command), false);
    });

  it('is never tried when a danger rule matches, whatever stands around it', () => {
    const names = DANGERS.flatMap(({ tool }) => tool.source.replace(/^\^\(\?:|^\^|\)\$$|\$$/g, '').split('|')).filter(
      (name) => /^[a-z][\w-]*$/.test(name),
    );
    assert.ok(names.length > 100);
    const around = fc.constantFrom<(inner: string) => string>(
      (inner) => `for f in *; do ${inner}; done`,
      (inner) => `x=1; ${inner}`,
      (inner) => `if true; then ${inner}; fi`,
      (inner) => `mysteriousprogram $(${inner})`,
      (inner) => `identify a.png && ${inner}`,
      (inner) => `cat <(${inner})`,
      (inner) => `nice ${inner} "$X"`,
      (inner) => inner,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom('', ' x', ' "$Y"', ' -f *'),
        around,
        (name, rest, wrap) => {
          const command = wrap(`${name}${rest}`);
          const { rule, confined, risk } = judgeShell(gate, command);
          if (rule.startsWith('danger.') || risk === 'critical') assert.notEqual(confined, true, command);
        },
      ),
      { numRuns: WITH_REPEATS ? 2000 : 600 },
    );
  });

  it('is never tried with a deletion, a sending, an account, a key or a kill anywhere in it', () => {
    const effect = fc.constantFrom(
      'rm x',
      'unlink x',
      'curl x',
      'ssh x',
      'passwd x',
      'ssh-keygen',
      'kill 3',
      'mail x',
      'sudo x',
      'systemctl stop x',
    );
    const spelled = fc.constantFrom<(inner: string) => string>(
      (inner) => inner,
      (inner) => `bash -c '${inner}'`,
      (inner) => `python3 -c 'run("${inner}")'`,
      (inner) => `xargs ${inner}`,
      (inner) => `awk 'BEGIN { run("${inner}") }'`,
      (inner) => `while true; do ${inner}; done`,
      (inner) => `mysteriousprogram "$(${inner})"`,
      (inner) => `mysteriousprogram "\`${inner}\`"`,
      (inner) => `${inner[0]}''${inner.slice(1)}`,
      (inner) => `\\${inner}`,
      (inner) => `/usr/bin/${inner}`,
    );
    fc.assert(
      fc.property(effect, spelled, (inner, spell) => !isTried(spell(inner))),
      { numRuns: WITH_REPEATS ? 500 : 200 },
    );
  });

  it('asks where it is typed, opened or scripted: only a command by itself has a place', () => {
    for (const value of [
      { action: 'type', text: 'mysteriousprogram\n' },
      { action: 'open_app', app: 'mysteriousprogram --please' },
      { action: 'applescript', script: 'do shell script "mysteriousprogram"' },
    ])
      assert.notEqual(judgeJson(gate, value, { app: 'xterm', typed: '' }).confined, true, JSON.stringify(value));
  });

  it('is told by the command line that answers risks', () => {
    const answer = (command: string) => answerLine(JSON.stringify({ action: 'shell', command }), gate);
    assert.deepEqual(Object.keys(answer('identify a.png') ?? {}), ['risk', 'reason', 'confined']);
    assert.equal(answer('identify a.png')?.confined, true);
    assert.equal(answer('ls')?.confined, false);
    assert.equal(answerLine('no json', gate)?.confined, false);
  });

  it('weighs less than what is known, in whichever order they are put together', () => {
    const known = high('a', say`known`);
    const riddle = unknown('b', say`not understood`);
    for (const both of [strictest(known, riddle), strictest(riddle, known), raise(riddle, known), raise(known, riddle)])
      assert.equal(both.rule, 'a');
  });

  it('is no dangerous command of the collections', () => {
    const lines = readCorpus('dangerous_commands.jsonl', z.object({ command: z.string() }));
    assert.deepEqual(lines.map(({ command }) => command).filter(isTried), []);
  });
});
