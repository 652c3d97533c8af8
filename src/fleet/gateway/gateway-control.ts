/** Requests of programs on a computer with chats but no desktop to its gateway: the machines, and a stop for all of them. */
import { randomUUID } from 'node:crypto';
import type { Inbox } from '../../inbox/inbox.ts';
import { findDirectThread } from '../../outbound/direct-thread.ts';
import { wordsOf } from '../../outbound/spoken.ts';
import type { Chat, Platform, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Control, ControlRefusal, type ToldFinding, told, toldFinding } from '../../ports/control.ts';
import type { MachineSeen, Work } from '../../ports/work.ts';
import { join, say, slash, type Text } from '../../words/say.ts';
import { describeMachines } from './machines-view.ts';

export interface GatewayControlPorts {
  readonly work: Pick<Work, 'machines' | 'ask'>;
  readonly inbox: Pick<Inbox, 'unsettled'>;
  readonly chats: ReadonlyMap<Platform, Chat>;
  /** Sender ids of everybody who may use this now. */
  readonly people: () => readonly string[];
  readonly mayWork: (senderId: string, machine: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly limitTodayUsd: number;
  readonly spentTodayUsd: () => number;
}

export interface GatewayControl {
  readonly control: Omit<Control, 'pairing' | 'page' | 'mayChangeSettings' | 'mayUpdate'>;
  /** Stops the runs of a person who is no longer let in. */
  dismiss(senderId: string): void;
}

/** Longest wait, as a person waits at the terminal. */
const STOP_MS = 5_000;
const NO_DESKTOP = say`This computer has the chats and no desktop of its own. Write it in a chat, with the name of a computer: ${slash('on NAME GOAL')}`;

export function createGatewayControl(ports: GatewayControlPorts): GatewayControl {
  const { work, chats } = ports;
  const refuse = (): Promise<never> => Promise.reject(new ControlRefusal(NO_DESKTOP));

  const stopOne = async ({ name, told }: MachineSeen, all: boolean): Promise<Text> => {
    const id = ports.people().find((one) => ports.mayWork(one, name));
    const direct = id === undefined ? null : findDirectThread(id, chats);
    const thread: Thread | null = told?.run?.thread ?? direct;
    if (id === undefined || thread === null) return say`${name}: nobody here may work it, so it was not asked to stop.`;
    const message = {
      updateId: `terminal:${randomUUID()}`,
      thread,
      sender: { id, name: 'deskhand stop', language: 'en' },
      sentAt: ports.clock.now(),
      content: all ? ({ kind: 'text', text: '/stop all' } as const) : ({ kind: 'stop' } as const),
    };
    const asked = await work.ask({ machine: name, message, until: ports.clock.now() + STOP_MS }, STOP_MS);
    if (asked.kind === 'taken') return say`${name}: told to stop.`;
    if (asked.kind === 'refused') return say`${name} refused: ${asked.why}.`;
    return say`${name} doesn't answer, so nobody knows whether it stopped. Run this again; at the computer itself the stop keys work.`;
  };

  const stopAll = async (machines: readonly MachineSeen[], all: boolean): Promise<Text> => {
    if (machines.length === 0) return say`Nothing is running on any computer.`;
    return join(await Promise.all(machines.map((machine) => stopOne(machine, all))), '\n');
  };

  return {
    control: {
      run: refuse,
      screenshot: refuse,
      allowed: { list: refuse, revoke: refuse, add: refuse },
      triggers: { call: refuse, list: refuse, newSecret: refuse },
      callers: { create: refuse, list: refuse, revoke: refuse, ask: refuse },
      async status() {
        const spans = describeMachines({
          machines: work.machines(),
          chosen: null,
          limitTodayUsd: ports.limitTodayUsd,
          spentTodayUsd: ports.spentTodayUsd(),
        });
        return {
          ...told(wordsOf(spans)),
          run: null,
          waiting: ports.inbox.unsettled().filter(({ handed }) => handed !== undefined).length,
          chats: [...chats.values()].map((chat) => ({ chat: chat.platform, isConnected: chat.health().isConnected })),
        };
      },
      async stop(all) {
        const busy = work.machines().filter(({ told: of }) => of?.run != null || (all && (of?.waiting ?? 0) > 0));
        return told(await stopAll(busy, all));
      },
      async doctor() {
        return [
          ...[...chats.values()].map((chat) => {
            const { isConnected, detail } = chat.health();
            return finding(`chat.${chat.platform}`, chat.label(), isConnected, detail);
          }),
          ...work
            .machines()
            .map((machine) => finding(`machine.${machine.name}`, machine.name, machine.isHere, describeHere(machine))),
        ];
      },
    },
    dismiss(senderId) {
      const home = findDirectThread(senderId, chats);
      const theirs = work
        .machines()
        .filter(({ told }) => told?.run?.thread.key === home?.key && told?.run?.thread.platform === home?.platform);
      if (home !== null) void stopAll(theirs, false);
    },
  };
}

function finding(name: string, title: string, isOk: boolean, text: Text): ToldFinding {
  return toldFinding({ name, title, state: isOk ? ('ok' as const) : ('bad' as const), text, mend: null });
}

function describeHere({ isHere, lastSeenAt, told }: MachineSeen): Text {
  if (isHere) return told === null ? say`here` : say`here, version ${told.version}`;
  return lastSeenAt === null ? say`away; not seen yet` : say`away, last seen ${{ moment: lastSeenAt }}`;
}
