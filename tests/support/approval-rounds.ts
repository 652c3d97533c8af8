/** Rounds of one card each on a whole Deskhand: taps that race, taps that come back, and changes between the yes and the act. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container, ElementList, UiElement } from '../../src/ports/desktop.ts';
import type { FakePost } from '../fakes/chat.ts';
import { startTestDeskhand, type TestDeskhand } from './deskhand.ts';
import { DONE, scriptedModel, step } from './scripted-model.ts';
import { until } from './until.ts';

export interface Round {
  /** How often the approved act was carried out. */
  readonly acts: number;
  /** How often it may be. */
  readonly allowed: number;
  /** How often the person was asked. */
  readonly asked: number;
  readonly what: string;
}

/** A mail with its recipient, and a button that sends it. */
const MAIL: readonly UiElement[] = [
  part(1, 'field', 'To', 'ada@example.org', 40, 30),
  part(2, 'text area', 'Message', 'See you at nine.', 40, 80),
  part(3, 'button', 'Send', '', 300, 200),
];

function part(number: number, role: string, name: string, value: string, x: number, y: number): UiElement {
  const box = { x, y, width: 80, height: 24 };
  return { number, role, name, value, box, isFocused: false, isEnabled: true, isSecure: false };
}

function mail(change: (element: UiElement) => UiElement = (element) => element): ElementList {
  return { elements: MAIL.map(change), coverage: 'complete', reason: '' };
}

const FORM: Container = {
  ...{ id: 'mail', role: 'form', name: 'New mail', isModal: false },
  box: { x: 20, y: 20, width: 400, height: 220 },
};
const inForm = (element: UiElement): UiElement => ({ ...element, container: FORM });
/** The box of an element that covers the recipient. */
const RECIPIENT = { x: 40, y: 30, width: 80, height: 24 };

const SEND = { action: 'click', target: { element: 3 } };
/** The same place in coordinates, for windows that list no elements. */
const SEND_AT = { action: 'click', target: { x: 531, y: 530 } };
const TYPE = { action: 'type', text: 'Yes, send it all.\n' };
const COMMAND = { action: 'shell', command: '/work/deploy.sh --all' };
const isAct = (entry: string): boolean =>
  entry.startsWith('click left') || entry.startsWith('type') || entry.startsWith('shell');
const isCard = ({ kind, buttons }: FakePost): boolean =>
  kind === 'question' && buttons.flat().some(({ label, isLive }) => label === 'Approve' && isLive);

interface Opened extends TestDeskhand {
  readonly card: FakePost;
  acts(): number;
  asked(): number;
  /** Approves again, at most `approvals` times, until the run is over. */
  finish(approvals: number): Promise<void>;
}

async function open(action: object, shown = mail(), later: ElementList | null = null): Promise<Opened> {
  const model = scriptedModel([step(action), DONE]);
  const bot = await startTestDeskhand({
    model,
    risk: ({ action }) => (['click', 'type', 'shell'].includes(action) ? 'high' : 'safe'),
    settings: { confirmTimeoutMs: 20_000 },
  });
  bot.machine.contents.set('/work/deploy.sh', 'echo deploy');
  bot.desktop.setElements(shown);
  await bot.chat.sendText('/run send the mail');
  if (later !== null) bot.desktop.setElementsIn(400, later);
  const card = await bot.chat.waitFor(isCard);
  const isOver = (): boolean => bot.chat.seen().some(({ kind }) => kind === 'end');
  return {
    ...bot,
    card,
    acts: () => [...bot.desktop.did, ...bot.machine.did].filter(isAct).length,
    asked: () => bot.types().filter((type) => type === 'confirmation.asked').length,
    async finish(approvals) {
      let left = approvals;
      const answer = async (): Promise<boolean> => {
        if (isOver()) return true;
        const again = bot.chat.seen().find(isCard);
        if (again === undefined) return false;
        left -= 1;
        await bot.chat.tap(again.id, left >= 0 ? 'Approve' : 'Deny').catch(() => undefined);
        return sleep(10, false);
      };
      await until(answer, 'the run to end');
      await bot.close();
    },
  };
}

/** A valid first tap, with the button beside it tapped in the same moment: exactly one act, whichever wins; the other does nothing. */
export async function raceTaps(round: number): Promise<Round> {
  const bot = await open(round % 2 === 0 ? SEND : COMMAND);
  const taps = [...Array(2 + (round % 4)).keys()].map(() => bot.chat.tap(bot.card.id, 'Approve'));
  await Promise.allSettled(taps);
  await bot.finish(0);
  return { acts: bot.acts(), allowed: 1, asked: bot.asked(), what: 'double tap' };
}

/** The tap once more: delivered again by the platform, and from an old copy of the card after the end of the run. */
export async function replayTap(replays: number): Promise<Round> {
  const bot = await open(SEND);
  await bot.chat.tap(bot.card.id, 'Approve');
  for (let count = 0; count < replays; count += 1) {
    await bot.chat.redeliver();
    if (count % 50 === 49) await sleep(20);
  }
  await bot.finish(0);
  return { acts: bot.acts(), allowed: 1, asked: bot.asked(), what: 'replay' };
}

type Change = (bot: Opened) => void;

/** What an attacker would change in the moment before the yes takes effect. */
const CHANGES: Readonly<
  Record<
    string,
    {
      readonly action: object;
      readonly shown?: ElementList;
      /** The list shown a moment later, while the question is open. */
      readonly later?: ElementList;
      readonly change: Change;
    }
  >
> = {
  'target moved': {
    action: SEND,
    change: (bot) =>
      bot.desktop.setElements(
        mail((element) =>
          element.name === 'Send' ? { ...element, box: { ...element.box, x: 120, y: 260 } } : element,
        ),
      ),
  },
  'target painted over': {
    action: SEND,
    change: (bot) => bot.desktop.paint({ x: 320, y: 196, width: 40, height: 30 }, 0xff0000),
  },
  'target renamed': {
    action: SEND,
    change: (bot) =>
      bot.desktop.setElements(
        mail((element) => (element.name === 'Send' ? { ...element, name: 'Send to all' } : element)),
      ),
  },
  'window swapped': {
    action: SEND,
    change: (bot) => bot.desktop.setFront({ app: 'Editor', title: 'Other', pid: 4711 }),
  },
  'window of another process': {
    action: SEND,
    change: (bot) => bot.desktop.setFront({ app: 'Editor', title: 'Untitled', pid: 99 }),
  },
  'recipient changed': {
    action: SEND,
    change: (bot) =>
      bot.desktop.setElements(
        mail((element) => (element.name === 'To' ? { ...element, value: 'eve@example.net' } : element)),
      ),
  },
  'text edited': {
    action: SEND,
    change: (bot) =>
      bot.desktop.setElements(
        mail((element) => (element.name === 'Message' ? { ...element, value: 'Send money.' } : element)),
      ),
  },
  'recipient painted, and not listed yet': {
    action: SEND,
    shown: mail(inForm),
    change: (bot) => bot.desktop.paint(RECIPIENT, 0xff0000),
  },
  'recipient painted, and the list not whole': {
    action: SEND,
    shown: mail(inForm),
    change: (bot) => {
      const { elements } = mail(inForm);
      const some = elements.filter(({ name }) => name !== 'To');
      bot.desktop.setElements({ elements: some, coverage: 'partial', reason: 'late' });
      bot.desktop.paint(RECIPIENT, 0xff0000);
    },
  },
  'recipient painted in a window, and listed later': {
    action: SEND,
    change: (bot) => {
      const later = mail((element) => (element.name === 'To' ? { ...element, value: 'eve@example.net' } : element));
      bot.desktop.paint(RECIPIENT, 0xff0000);
      bot.desktop.setElementsIn(700, later);
    },
  },
  'recipient neither painted nor listed in time': {
    action: SEND,
    change: (bot) => {
      const later = mail((element) => (element.name === 'To' ? { ...element, value: 'eve@example.net' } : element));
      bot.desktop.setElementsIn(200, later);
    },
  },
  'page told only after the yes': {
    action: SEND,
    shown: { ...mail(), coverage: 'partial', reason: 'late', isLate: true },
    change: (bot) => bot.desktop.setElements({ ...mail(), address: 'https://mail.example/2' }),
  },
  'another page, told late before the question': {
    action: SEND_AT,
    shown: { elements: [], coverage: 'partial', reason: 'late', isLate: true },
    later: { ...mail(), address: 'https://mail.example/1' },
    change: (bot) => bot.desktop.setElements({ ...mail(), address: 'https://mail.example/2' }),
  },
  'window swapped before typing': {
    action: TYPE,
    change: (bot) => bot.desktop.setFront({ app: 'Bank', title: 'Transfer', pid: 4712 }),
  },
  'text edited before typing': {
    action: TYPE,
    change: (bot) =>
      bot.desktop.setElements(
        mail((element) => (element.name === 'To' ? { ...element, value: 'eve@example.net' } : element)),
      ),
  },
  'working directory changed': {
    action: COMMAND,
    change: (bot) => void bot.machine.contents.set(bot.machine.home, 'another folder'),
  },
  'display changed': { action: SEND, change: (bot) => bot.desktop.resize(500, 300) },
  'executable changed': {
    action: COMMAND,
    change: (bot) => void bot.machine.contents.set('/work/deploy.sh', 'rm -rf /'),
  },
  'executable gone': { action: COMMAND, change: (bot) => void bot.machine.contents.delete('/work/deploy.sh') },
};

export const CHANGE_NAMES: readonly string[] = Object.keys(CHANGES);

/** The change comes with the tap. The yes was for what was there before: nothing may be done with it. */
export async function changeBeforeAct(round: number): Promise<Round> {
  const what = CHANGE_NAMES[round % CHANGE_NAMES.length] ?? '';
  const chosen = CHANGES[what];
  if (chosen === undefined) throw new Error(`no such change: ${what}`);
  const bot = await open(chosen.action, chosen.shown, chosen.later);
  if (round % 3 === 0) await sleep(round % 200);
  chosen.change(bot);
  await bot.chat.tap(bot.card.id, 'Approve');
  await bot.finish(0);
  return { acts: bot.acts(), allowed: 0, asked: bot.asked(), what };
}

/** A caret blinks beside the target all the time: the first tap counts, however soon it comes. */
export async function blinkWhileAsked(round: number): Promise<Round> {
  const bot = await open(SEND);
  let isOn = false;
  const blinking = setInterval(() => {
    isOn = !isOn;
    bot.desktop.paint({ x: 290, y: 200, width: 2, height: 16 }, isOn ? 0x000000 : 0xd8d8d8);
  }, 250);
  try {
    await sleep((round * 137) % 1200);
    await bot.chat.tap(bot.card.id, 'Approve');
    await bot.finish(0);
  } finally {
    clearInterval(blinking);
  }
  return { acts: bot.acts(), allowed: 1, asked: bot.asked(), what: 'blinking caret' };
}

/** Runs rounds, several at a time: most of each is waiting. */
export async function runRounds(
  count: number,
  round: (index: number) => Promise<Round>,
  atOnce = 12,
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) rounds.push(await round(index));
  };
  await Promise.all([...Array(atOnce).keys()].map(work));
  return rounds;
}
