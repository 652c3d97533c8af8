/** Runs that something happens to in the middle: what was noticed of it, and whether the end tells the truth. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHands } from '../../adapters/desktop/hands.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { act, type Phone, startPhone } from '../support/phone.ts';
import { HANDS } from '../support/programs.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { createRandom } from './random.ts';

export const HAPPENINGS = ['dialog', 'mail', 'closed', 'file', 'network'] as const;
export type Happening = (typeof HAPPENINGS)[number];

export interface InterruptedWork {
  readonly runs: number;
  readonly noticed: number;
  /** Ends that say what is not so, and things noticed that did not happen. */
  readonly wrong: number;
  readonly faults: readonly string[];
}

const FILES = ['one', 'two', 'three'] as const;
const RUN_MS = 900_000;
/** Each call is tried again a few times: so many lost ones are an outage. */
const LOST_CALLS = 2;

export interface InterruptOptions {
  readonly say?: (line: string) => void;
  /** In turn; all unless given. */
  readonly kinds?: readonly Happening[];
}

export async function interruptWork(
  t: { after(act: () => void): void },
  runs: number,
  seed: number,
  { say = () => undefined, kinds = HAPPENINGS }: InterruptOptions = {},
): Promise<InterruptedWork> {
  const random = createRandom(seed);
  const phone = await startPhone(t, { settings: { MAX_ITERATIONS: '60', DAY_COST_LIMIT_USD: '1000' } });
  const hands = createHands({
    program: HANDS,
    platform: 'x11',
    env: () => phone.display.env,
    onDown: () => undefined,
    onUp: () => undefined,
  });
  const isThere = (title: string, wanted = true): Promise<unknown> =>
    until(
      async () => (await hands.desktop.titles(AbortSignal.timeout(30_000))).includes(title) === wanted,
      `${title} to be ${wanted ? 'there' : 'gone'}`,
    );
  const folder = makeTempFolder(t);
  let [noticed, wrong] = [0, 0];
  const faults: string[] = [];
  try {
    for (let index = 0; index < runs; index += 1) {
      const happening = kinds[index % kinds.length] ?? 'dialog';
      const begunAt = performance.now();
      const one = await runOne(
        { happening, index, at: 1 + Math.floor(random() * 3), random },
        { phone, folder, isThere },
      );
      noticed += one.isNoticed ? 1 : 0;
      wrong += one.wrong.length;
      const seconds = Math.round((performance.now() - begunAt) / 1000);
      const line = `run ${index + 1}, ${happening}, ${seconds} s: ${one.isNoticed ? 'noticed' : 'NOT noticed'}${one.wrong.map((each) => `; WRONG: ${each}`).join('')}`;
      say(line);
      if (!one.isNoticed || one.wrong.length > 0) faults.push(line);
    }
    faults.push(...phone.anthropic.faults);
    return { runs, noticed, wrong, faults };
  } finally {
    await hands.close();
    await phone.close();
  }
}

interface Plan {
  readonly happening: Happening;
  readonly index: number;
  /** The step that it happens in. */
  readonly at: number;
  readonly random: () => number;
}

interface Place {
  readonly phone: Phone;
  readonly folder: string;
  readonly isThere: (title: string, wanted?: boolean) => Promise<unknown>;
}

async function runOne(
  { happening, index, at, random }: Plan,
  { phone, folder, isThere }: Place,
): Promise<{ readonly isNoticed: boolean; readonly wrong: readonly string[] }> {
  const work = join(phone.home, 'work');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  // Titles that nothing else has: letters, for figures are told as counts.
  const name = (what: string): string => `${what} ${letters(index)}`;
  const flag = join(folder, `mail-${index}`);
  const mail = (count: number): string => `Inbox (${count}) - ${name('Mail')}`;
  const opened = [
    openWindow(phone, mail(1), `while [ ! -e ${flag} ]; do sleep 0.02; done; printf '\\033]0;${mail(2)}\\007'; `),
  ];
  await isThere(mail(1));
  const front = openWindow(phone, name('Task'));
  opened.push(front);
  await isThere(name('Task'));
  // Who is careless leaves something out.
  const isCareless = random() < 0.3;
  const lines = FILES.map((file) => `${file} ${letters(index)}`);
  let lost = 0;
  const happen = async (): Promise<void> => {
    if (happening === 'dialog') {
      opened.push(openWindow(phone, name('Update')));
      await isThere(name('Update'));
    } else if (happening === 'mail') {
      writeFileSync(flag, '');
      await isThere(mail(2));
    } else if (happening === 'closed') {
      await front.end();
      await isThere(name('Task'), false);
    } else if (happening === 'file') writeFileSync(join(work, 'one.txt'), 'something else\n');
    else lost = LOST_CALLS;
  };
  const wait = act({ action: 'wait', seconds: 0 });
  const writes = FILES.slice(0, isCareless ? 2 : 3).map((file, number) =>
    act({ action: 'file_create', path: `~/work/${file}.txt`, text: `${lines[number]}\n` }),
  );
  const calm = [wait, wait, wait, wait, wait];
  let hasMended = false;
  const list: (() => Promise<Decision> | Decision)[] = [
    ...writes.map((one) => () => one),
    ...calm.map((one, number) => async () => {
      if (number === at) await happen();
      return one;
    }),
    () => act({ action: 'done', summary: 'All three are written.' }),
  ];
  let next = 0;
  const step = async ({ text }: { readonly text: string }): Promise<Decision> => {
    if (lost > 0) {
      lost -= 1;
      return { fault: 'reset' };
    }
    // Who is told that the file was changed writes it again, once; half of them do.
    if (happening === 'file' && !hasMended && /a file of this run was changed/.test(text) && random() < 0.5) {
      hasMended = true;
      return act({ action: 'file_replace', path: '~/work/one.txt', old: 'something else\n', text: `${lines[0]}\n` });
    }
    // Who is told what is missing cannot do it.
    if (text.includes('The check of "done" failed')) return act({ action: 'fail', summary: 'One is missing.' });
    const decide = list[Math.min(next, list.length - 1)];
    next += 1;
    return decide === undefined ? wait : await decide();
  };
  const goal = FILES.map((file, number) => `${number + 1}. Write “${lines[number]}” into ~/work/${file}.txt`).join(
    '\n',
  );
  phone.run(goal, { steps: Array.from({ length: 60 }, () => step) });
  const end = await phone.endApproving(RUN_MS);
  for (const program of opened) await program.end();
  const events = phone.events();
  const arrived = events.flatMap((event) => (event.type === 'arrival.noted' ? [event] : []));
  const wanted: Readonly<Record<Happening, (kind: string, what: string) => boolean>> = {
    dialog: (kind, what) => kind === 'window' && what.startsWith(name('Update')),
    mail: (kind, what) => kind === 'count' && what === mail(2),
    closed: (kind, what) => kind === 'closed' && what.startsWith(name('Task')),
    file: (kind, what) => kind === 'file' && what === '~/work/one.txt',
    network: () => false,
  };
  const isMeant = ({ kind, what }: (typeof arrived)[number]): boolean => wanted[happening](kind, what);
  const isNoticed =
    happening === 'network'
      ? events.some(({ type }) => type === 'reply.received') && lost === 0
      : arrived.some(isMeant);
  const isWhole = FILES.every((file, number) => {
    const path = join(work, `${file}.txt`);
    return existsSync(path) && readFileSync(path, 'utf8').includes(lines[number] ?? '');
  });
  const saysDone = /Done and checked/.test(end.text);
  return {
    isNoticed,
    wrong: [
      ...(saysDone && !isWhole ? ['said done and checked, and is not'] : []),
      ...(!saysDone && isWhole ? [`said ${end.text.split('\n', 2).join(' ')}, and all is there`] : []),
      ...arrived.filter((one) => !isMeant(one)).map(({ kind, what }) => `${kind} ${what} did not come up`),
    ],
  };
}

function letters(index: number): string {
  const letter = (of: number): string => 'abcdefghijklmnopqrstuvwxyz'[of % 26] ?? 'a';
  return `${letter(Math.floor(index / 26))}${letter(index)}`;
}

/** A terminal with this title that runs a command first. */
function openWindow(phone: Phone, title: string, command = ''): { end(): Promise<void> } {
  return phone.display.open('/usr/bin/xterm', ['-T', title, '-e', '/bin/sh', '-c', `${command}sleep 600`]);
}
