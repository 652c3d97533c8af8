/** What a command does, as a card says it: true, and no less than what it does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english, speak } from '../../../src/words/speak.ts';
import { asks, judgeShell, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const reasonOf = (command: string): string => english(judgeShell(gate, command).reason);

const EFFECTS: Readonly<Record<string, string>> = {
  'rm -r notes.txt': 'It deletes notes.txt and everything in it',
  'rm a.txt b.txt': 'It deletes a.txt and b.txt',
  'rm a b c d e': 'It deletes a, b and 3 more',
  "rm 'my notes.txt'": 'It deletes “my notes.txt”',
  'rm app/*.log': 'It deletes everything that matches “app/*.log”',
  'rm -rf *': 'It deletes everything in this folder',
  'cut -d: -f1 /etc/passwd': 'It reads /etc/passwd: secrets or private data are kept there',
  'sudo passwd ann': 'It changes accounts or their rights',
  'sudo rm x.txt': "It deletes x.txt, with an administrator's rights",
  'mkdir -p notes': 'It creates a folder',
  "find . -name '*.tmp' -delete": 'It deletes what it finds in this folder',
  'find . -type f -delete': 'It deletes everything in this folder',
  "find . -name '*' -delete": 'It deletes everything in this folder',
  "find . ! -name 'a.txt' -delete": 'It deletes everything in this folder',
  "sqlite3 a.db 'delete from x'": 'It deletes data of a database, or stops it',
  'sort -o out.txt in.txt': 'It writes to out.txt',
  'sort -uo in.txt in.txt': 'It writes to in.txt',
  'ping -c 1 example.com': 'It asks example.com',
  'date -s 2020-01-01': 'It sets the clock',
  'nmcli con up home': 'It changes the network',
  'pactl set-sink-volume 0 50%': 'It changes the sound',
  'gpg -d secret.gpg': 'It decrypts with your keys',
  'libreoffice --headless --convert-to pdf a.odt': 'It converts files',
  'import shot.png': 'It takes a picture of the screen',
  'nohup ping example.com': 'It asks example.com',
  'mkdir a b': 'It creates 2 folders',
  'mv a.txt b.txt': 'It moves a.txt to b.txt',
  'cp -r a b c': 'It copies a and b to c',
  'cp -t c a': 'It copies files',
  'touch a.txt': 'It creates a.txt or changes the date',
  'chmod +x run.sh': 'It changes who may use run.sh',
  'echo hello > notes.txt': 'It writes to notes.txt',
  "sed -i 's/a/b/' notes.txt": 'It changes notes.txt',
  "sed -i '' -e 's/a/b/' notes.txt": 'It changes notes.txt',
  'tar xzf a.tgz': 'It unpacks an archive',
  'find . -name a.tmp -exec rm {} +': 'It can change or delete everything in this folder',
  'cat list.txt | xargs rm': 'It deletes files',
  'curl https://example.com/a': 'It asks example.com',
  'curl -d x=1 https://example.com': 'It sends something to example.com',
  'curl -X DELETE https://example.com/a': 'It deletes something on example.com',
  'wget https://example.com/a.iso': 'It downloads something from example.com',
  'ssh ann@host uptime': 'It works on another computer, ann@host',
  'git push': 'It sends your commits to a server',
  'git reset --hard': 'It throws away changes in your files',
  'git checkout -b new': 'It creates a branch and switches to it',
  'npm install express': 'It installs packages, whose scripts can run',
  'npm run build': 'It runs what the project calls build',
  'brew upgrade': 'It installs or updates programs',
  'make test': "It builds, tests or runs the project's own code",
  'python3 tool.py': 'It runs the program tool.py',
  "python3 -c 'print(1)'": 'It runs a program written in the command',
  'bash setup.sh': 'It runs the script setup.sh',
  'docker run -v /:/host alpine': 'It starts a container with access to this computer',
  'kill 4711': 'It ends process 4711',
  'kill -HUP 4711': 'It sends a signal to processes',
  'loginctl lock-session': "It locks this computer, and I can't go on before you unlock it",
  'brightnessctl set 30%': 'It changes how bright the screen is',
  'killall Finder': 'It shuts down or locks this computer or ends the session, and Deskhand with it',
  'killall Preview': 'It ends Preview',
  'open report.pdf': 'It opens report.pdf',
  'open -a Safari': 'It opens Safari',
  'open -a Terminal run.command': 'It opens run.command with Terminal',
  'frobnicate --all': "I don't know what “frobnicate” does",
  'git frob': "I don't know what “git frob” does",
};

test('a card names the effect of a command, and of an unknown one what is not known', () => {
  for (const [command, reason] of Object.entries(EFFECTS)) {
    assert.equal(reasonOf(command), reason, command);
    assert.ok(asks(judgeShell(gate, command)), command);
  }
});

test('of several commands each effect is said once, three at most', () => {
  assert.equal(reasonOf('mkdir a && rm -r b; mkdir c'), 'It creates a folder. It deletes b and everything in it');
  assert.equal(
    reasonOf('mkdir a; touch b; rm c; kill 12; frob'),
    'It creates a folder. It creates b or changes the date. It deletes c. And 2 more',
  );
  assert.equal(reasonOf('for f in a b; do mv "$f" old; done'), 'It moves or renames files');
  assert.equal(
    reasonOf('rm a; cat ~/.ssh/id_rsa'),
    'It deletes a. It reads /Users/alice/.ssh/id_rsa: secrets or private data are kept there',
  );
  assert.equal(reasonOf("bash -c 'mkdir a; rm b'"), 'It creates a folder. It deletes b');
});

test('what an option makes of a command is never left out', () => {
  for (const [command, half] of [
    ["tar -xf a.tar --to-command='sh'", /unpacks/],
    ['git -c core.sshCommand=x push', /commits/],
    ['git rebase --exec make', /rewrites/],
    ['ssh -o ProxyCommand=x host', /another computer/],
    ['rsync -e x a host:b', /copies/],
    ['make -f other.mk', /project/],
    ["vim '+!ls' a", /editor/],
    ["sed -i '1e ls' a", /changes a/],
    ["psql -c '\\! ls'", /database/],
    ['curl -K settings', /asks/],
    ['split --filter=x a', /writes/],
    ['zip -TT x a b', /packs/],
    ['xdotool exec ls', /windows/],
    ['open --args x', /opens/],
    ['find . -exec rm {} ; -exec sh x ;', /the files it finds/],
  ] as const)
    assert.doesNotMatch(reasonOf(command), half, command);
});

test('names that the shell fills in are not guessed', () => {
  assert.equal(reasonOf('kill $$'), 'It ends processes');
  assert.equal(reasonOf('mkdir "$DIR"'), 'It creates a folder');
  assert.equal(reasonOf('mv "$A" b'), 'It moves or renames files');
});

test('a command that cannot be read is said to be that and nothing else', () => {
  assert.match(reasonOf('rm a; (mkdir b'), /^I can't read this command: “[^”]+”$/);
});

test('in German too', () => {
  assert.equal(
    speak(judgeShell(gate, 'rm -r notes.txt; mkdir a').reason, 'de'),
    'Es löscht notes.txt und alles darin. Es legt einen Ordner an',
  );
  assert.equal(speak(judgeShell(gate, 'frob').reason, 'de'), 'Ich weiß nicht, was „frob“ tut');
});
