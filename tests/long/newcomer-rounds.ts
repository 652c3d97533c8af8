/** One newcomer on a bare Debian: in a layer over it that is gone afterwards, with processes and mounts of its own, and the network as it is here. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startAnthropicServer } from '../servers/anthropic/server.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { decideInSetup, KEY, OWNER, TOKEN } from '../support/setup-place.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

export interface NewcomerRound {
  readonly way: 'clone' | 'package';
  readonly isTerminal: boolean;
  /** The root of a bare Debian, which is not changed. */
  readonly root: string;
  /** An empty folder. */
  readonly place: string;
  readonly repository: string;
  readonly tarball: string;
}

export interface NewcomerFigures {
  /** Questions at the terminal, or values that the file had to give. */
  readonly questions: number;
  readonly seconds: {
    /** Seconds of git clone, which the package does not need. */
    readonly fetched: number;
    readonly installed: number;
    /** Seconds with the installation of Debian's programs. */
    readonly firstRunChecked: number;
    /** Seconds of a new start, until it answers on the phone. */
    readonly answering: number;
    readonly all: number;
  };
  readonly installedMb: number;
}

const PATIENCE_MS = 600_000;
const DOWN = '\x1b[B';
/** $1: the Debian. $2: the place. The rest runs in it. */
const ENTER = `set -e
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
cd "$2/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
mount --bind /etc/ssl/certs etc/ssl/certs
cat /etc/resolv.conf > etc/resolv.conf
cat /etc/hosts > etc/hosts
shift 2
exec chroot . /usr/bin/env -i "$@"
`;
const PROGRAM: Readonly<Record<NewcomerRound['way'], string>> = {
  clone: 'npm run -s',
  package: '/root/.local/bin/deskhand',
};
const INSTALL: Readonly<Record<NewcomerRound['way'], string>> = {
  clone:
    'cd /root && git clone -q /srv/deskhand.git deskhand && cd deskhand && echo @fetched && npm ci && echo @installed $(du -sm node_modules | cut -f1)',
  package:
    'cd /root && echo @fetched && npm install -g --prefix /root/.local /srv/deskhand.tgz && echo @installed $(du -sm /root/.local | cut -f1)',
};

export async function comeAsNewcomer(round: NewcomerRound): Promise<NewcomerFigures> {
  const telegram = await startTelegramServer({ token: TOKEN });
  const anthropic = await startAnthropicServer({ key: KEY, decide: decideInSetup });
  try {
    const figures = await walk(round, telegram, anthropic.url);
    assert.deepEqual(anthropic.faults, []);
    return figures;
  } finally {
    await telegram.stop();
    await anthropic.stop();
  }
}

async function walk(
  { way, isTerminal, root, place, repository, tarball }: NewcomerRound,
  telegram: Awaited<ReturnType<typeof startTelegramServer>>,
  modelUrl: string,
): Promise<NewcomerFigures> {
  for (const name of ['upper/srv', 'upper/root', 'work', 'root'])
    mkdirSync(join(place, name), { recursive: true, mode: 0o755 });
  cpSync(repository, join(place, 'upper/srv', basename(repository)), { recursive: true });
  cpSync(tarball, join(place, 'upper/srv/deskhand.tgz'));
  // What npm needs to reach its registry from here.
  const npmrc = join(homedir(), '.npmrc');
  if (existsSync(npmrc)) cpSync(npmrc, join(place, 'upper/root/.npmrc'));
  const answers = {
    ...{ chat: 'telegram', TELEGRAM_BOT_TOKEN: TOKEN, pair: 'yes' },
    ...{ model: 'anthropic', ANTHROPIC_API_KEY: KEY, first: 'yes' },
  };
  writeFileSync(join(place, 'upper/root/answers.json'), JSON.stringify(answers), { mode: 0o600 });
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const environment = Object.entries({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_(?!prefix|user)/i.test(name))),
    ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
    ...{ HOME: '/root', USER: 'root', LANG: 'C.UTF-8', TERM: 'xterm', READING: 'off' },
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...{ TELEGRAM_API_ROOT: telegram.root, ANTHROPIC_BASE_URL: modelUrl, WEB_CHAT: 'off' },
  }).map(([name, value]) => `${name}=${value}`);
  const setup = isTerminal ? '' : ` && ${PROGRAM[way]} setup ${way === 'clone' ? '-- ' : ''}--json /root/answers.json`;
  const script = `${INSTALL[way]}${setup} && exec ${PROGRAM[way]} start`;
  const inside = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'enter', root, place];
  const words = ['/usr/bin/unshare', ...inside, ...environment, '/bin/sh', '-c', script];
  const [program, args] = isTerminal
    ? atTerminal(words.map(quote).join(' '), 'stty cols 120 rows 60; ')
    : [words[0] ?? '', words.slice(1)];
  const began = performance.now();
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let raw = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      raw += part;
    });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => {
    hasEnded = true;
  });
  const text = (): string => stripVTControlCharacters(raw);
  const seen = async <Found>(what: string, find: () => Found | null | undefined): Promise<Found> => {
    const sofar = (): string => `${what} to be seen:\n${text().slice(-3000)}`;
    const look = (): Found | null | undefined => {
      const found = find();
      return (found ?? null) === null && hasEnded ? assert.fail(`it ended, and ${sofar()}`) : found;
    };
    return until(look, sofar, PATIENCE_MS);
  };
  const at = async (pattern: RegExp): Promise<{ readonly at: number; readonly found: RegExpExecArray }> => {
    const found = await seen(String(pattern), () => pattern.exec(text()));
    return { at: performance.now(), found };
  };
  let questions = 0;
  const answer = async (question: RegExp, keys: string): Promise<void> => {
    if (!isTerminal) return;
    await at(question);
    questions += 1;
    child.stdin.write(keys);
  };
  try {
    const fetched = await at(/@fetched/);
    const installed = await at(/@installed (\d+)/);
    await answer(/Install them now\? \[Y\/n\]/, 'y\r');
    await answer(/Which chat will you work this computer from\?/, '\r');
    await answer(/The token \(empty: back\)/, `${TOKEN}\r`);
    await answer(/Connect your phone now\?/, '\r');
    const code = (await at(/Send this code to your bot: (\w{6})/)).found[1] ?? '';
    const ann = telegram.person(OWNER, { name: 'Ann' });
    ann.send(`/start ${code}`);
    await answer(/Which model decides\?/, '\r');
    await answer(/Its key, from [\s\S]*\(empty: back\)/, `${KEY}\r`);
    await answer(/See it work\?/, '\r');
    await at(/tap “Approve” there/);
    const card = await seen('a card', () =>
      ann.messages().find(({ buttons }) => buttons.flat().some(({ text: label }) => label === 'Approve')),
    );
    ann.tap(card, 'Approve');
    const checked = await at(/Done and checked: deskhand-demo\.txt/);
    const file = join(place, 'upper/root/deskhand-demo.txt');
    assert.equal(readFileSync(file, 'utf8').trim(), 'hello from deskhand');
    if (isTerminal) {
      await answer(/Start Deskhand by itself at each login\?/, DOWN);
      await at(/● No\b/);
      child.stdin.write('\r');
    } else questions = Number((await at(/"asked":(\d+)/)).found[1]);
    await at(/^ready telegram \|.*\| model claude/m);
    const before = ann.messages().at(-1)?.id ?? 0;
    ann.send('/status');
    await seen('an answer', () => ann.messages().find(({ id, text: said }) => id > before && said.includes('Desktop')));
    const all = performance.now();
    const seconds = (from: number, to: number): number => Math.round((to - from) / 100) / 10;
    return {
      questions,
      seconds: {
        fetched: seconds(began, fetched.at),
        installed: seconds(fetched.at, installed.at),
        firstRunChecked: seconds(installed.at, checked.at),
        answering: seconds(checked.at, all),
        all: seconds(began, all),
      },
      installedMb: Number(installed.found[1]),
    };
  } finally {
    // All that it started ends with it, since the processes are a namespace of their own.
    child.kill('SIGKILL');
    await ended;
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
