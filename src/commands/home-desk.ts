/** A platform's page for the bot (Slack's App Home): what runs and waits, lasting permissions, level of detail, caps. It is kept up to date. */
import type { Caps } from '../config/caps.ts';
import type { ButtonMeaning, Buttons } from '../outbound/buttons.ts';
import { DETAILS, type DetailOf } from '../outbound/detail.ts';
import type { Languages } from '../outbound/languages.ts';
import { type Outgoing, sayIn, strip } from '../outbound/outgoing.ts';
import type { Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import { inPairs, type SpokenButton, type SpokenSpan, spellingOf } from '../outbound/spoken.ts';
import type { Chat, InboundMessage, Platform, Receipt, Sender, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { sayAllowed } from '../run/confirm/allow-always.ts';
import type { OwnCaps } from '../run/limits/own-caps.ts';
import type { RunQueue } from '../run/queue.ts';
import type { Allowances } from '../safety/scope/allowances.ts';
import { languageOf } from '../words/languages.ts';
import { capital, say, type Text } from '../words/say.ts';
import { sayWaiting } from './describe.ts';
import { renderQueue } from './replies.ts';

type Receive = (message: InboundMessage) => Promise<Receipt>;

export interface HomeDesk {
  /** Called when somebody opens the page. */
  open(sender: Sender, thread: Thread): void;
  /** Called when a run began, or nothing was begun: updates the pages of everybody who opened theirs in this process. */
  follow(run: { readonly ended: Promise<unknown> } | null): void;
  /** Wraps the receiver, so that the pages are updated after each message. */
  after(receive: Receive): Receive;
}

export interface HomeDeskPorts {
  readonly chats: ReadonlyMap<Platform, Pick<Chat, 'showHome'>>;
  readonly buttons: Pick<Buttons, 'register' | 'place' | 'forget'>;
  readonly queue: Pick<RunQueue, 'current' | 'waiting'>;
  readonly questions: Pick<Questions, 'follow'>;
  readonly allowances: Pick<Allowances, 'list'>;
  readonly detail: Pick<DetailOf, 'of'>;
  readonly caps: Pick<OwnCaps, 'now'>;
  readonly languages: Languages;
  /** Whether they may use this now. */
  readonly isAllowed: (senderId: string) => boolean;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Changes within this time are shown together, as Slack accepts about one such call a second. */
const TOGETHER_MS = 1000;
/** Number of the latest visitors whose pages are updated. */
const HOMES_KEPT = 20;
const ROWS = 8;

interface Home {
  readonly senderId: string;
  readonly thread: Thread;
  /** Ids of its working buttons. */
  ids: readonly string[];
}

export function createHomeDesk(ports: HomeDeskPorts, life: AbortSignal): HomeDesk {
  const { chats, buttons, queue, allowances, detail, caps, clock } = ports;
  const homes = new Map<string, Home>();
  let isDue = false;
  /** Updates run one after the other, so that an older one never replaces a newer one. */
  let before: Promise<void> = Promise.resolve();

  const render = ({ senderId, thread }: Home): { readonly message: Outgoing; readonly ids: readonly string[] } => {
    const ids: string[] = [];
    const button = (label: Text, meaning: ButtonMeaning, style: SpokenButton['style'] = 'plain'): SpokenButton => {
      const id = buttons.register(meaning);
      buttons.place(id, thread);
      ids.push(id);
      return { label, data: id, style };
    };
    const current = queue.current();
    const waits = sayWaiting(current, senderId);
    const waiting = queue.waiting();
    const allowed = allowances.list(senderId);
    const level = detail.of(senderId);
    const stop = current === null ? [] : [button(say`Stop`, { kind: 'stop', run: current.run.runId }, 'danger')];
    const rows: (readonly SpokenButton[])[] = [
      [...stop, button(say`Screenshot`, { kind: 'screen' })],
      ...waiting
        .slice(0, ROWS)
        .map(({ update }, at) => [
          ...(at === 0 ? [] : [button(say`↑ ${at + 1} earlier`, { kind: 'queue', act: 'up', update })]),
          button(say`✕ Cancel ${at + 1}`, { kind: 'queue', act: 'cancel', update }),
        ]),
      ...inPairs(
        allowed
          .slice(0, ROWS)
          .map((one, at) =>
            button(say`Revoke ${String(at + 1)}`, { kind: 'disallow', ids: [one.id], of: senderId }, 'danger'),
          ),
      ),
      DETAILS.filter((one) => one !== level).map((one) => button(say`Detail: ${one}`, { kind: 'detail', level: one })),
    ];
    const text: readonly SpokenSpan[] = [
      ...renderQueue(current?.run.state() ?? null, waiting),
      ...(waits === '' ? [] : ['\n', capital(waits)]),
      '\n\n',
      { bold: say`Always allowed` },
      ...(allowed.length === 0
        ? ['\n', say`Nothing is always allowed. Where a card offers it, tap Allow always.`]
        : allowed.flatMap((one, at): readonly SpokenSpan[] => [
            `\n${at + 1}. `,
            sayAllowed({ ...one, skill: one.skill?.name ?? null }),
          ])),
      '\n\n',
      { bold: say`How much I tell you while I work` },
      '\n',
      say`Detail level: ${level}.`,
      '\n\n',
      { bold: say`Language` },
      '\n',
      say`${languageOf(ports.languages.of(thread)).name}. It follows your Slack profile, unless ${'LANGUAGE'} is set on the computer.`,
      '\n\n',
      { bold: say`What a run may take` },
      '\n',
      sayLimits(caps.now()),
    ];
    return { message: { ...wordsAlone(text), buttons: rows }, ids };
  };

  const show = async (home: Home): Promise<void> => {
    if (!ports.isAllowed(home.senderId)) return void homes.delete(home.senderId);
    const old = home.ids;
    const { message, ids } = render(home);
    home.ids = ids;
    const said = sayIn(ports.languages.of(home.thread), message, spellingOf(home.thread.platform));
    await chats.get(home.thread.platform)?.showHome?.(home.senderId, strip(said), life);
    buttons.forget(old);
  };

  const showLater = (home: Home): void => {
    before = before.then(() => show(home)).catch(() => undefined);
  };

  const refresh = (): void => {
    if (isDue || homes.size === 0) return;
    isDue = true;
    clock
      .sleep(TOGETHER_MS, life)
      .then(() => {
        isDue = false;
        for (const home of homes.values()) showLater(home);
      })
      .catch(() => undefined);
  };

  ports.questions.follow(refresh);
  return {
    open(sender, thread) {
      const { id: senderId } = sender;
      ports.languages.note(thread, sender);
      const home = { senderId, thread, ids: homes.get(senderId)?.ids ?? [] };
      homes.delete(senderId);
      homes.set(senderId, home);
      const [oldest] = homes.values();
      if (homes.size > HOMES_KEPT && oldest !== undefined) {
        homes.delete(oldest.senderId);
        buttons.forget(oldest.ids);
      }
      showLater(home);
    },
    follow(run) {
      refresh();
      run?.ended.then(refresh).catch(() => undefined);
    },
    after: (receive) => async (message) => {
      const receipt = await receive(message);
      refresh();
      return receipt;
    },
  };
}

function sayLimits({ maxIterations, timeLimitMs, costLimitUsd, dayCostLimitUsd }: Caps): Text {
  const cost = say`${{ usd: costLimitUsd }}; all runs of a day together ${{ usd: dayCostLimitUsd }}`;
  return say`${maxIterations} steps, ${{ ms: timeLimitMs }} and ${cost}.`;
}
