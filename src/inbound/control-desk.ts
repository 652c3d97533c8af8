/** What programs of this computer may request: a run for the owner, the state, a stop, a picture. Their words never count as the person's. */
import { randomUUID } from 'node:crypto';
import type { Doctor } from '../commands/doctor-desk.ts';
import { OWNERS_MENDS } from '../doctor/finding.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { asWhy } from '../journal/said.ts';
import { findOwner, type OwnerPorts } from '../outbound/owner.ts';
import { type SpokenSpan, wordsOf } from '../outbound/spoken.ts';
import type { Chat, InboundMessage, Platform } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { type Control, ControlRefusal, type RunEnd, told, toldFinding } from '../ports/control.ts';
import type { Desktop } from '../ports/desktop.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { RunQueue } from '../run/queue.ts';
import { findDisplay, observe } from '../screen/observe.ts';
import { say, type Text } from '../words/say.ts';
import { type AllowedControlPorts, createAllowedControl } from './allowed-control.ts';
import type { StopRequest } from './stop-work.ts';
import type { Submit } from './submit.ts';
import { createTriggerControl, type TriggerControlPorts } from './trigger-control.ts';

export interface ControlDeskPorts extends OwnerPorts, AllowedControlPorts, TriggerControlPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly clock: Clock;
  readonly inbox: Pick<Inbox, 'accept' | 'sync' | 'whenSettled'>;
  readonly queue: Pick<RunQueue, 'ahead' | 'current' | 'waiting'>;
  readonly submit: Submit;
  readonly desktop: Desktop;
  readonly settings: { readonly displayIndex: number };
  readonly stopWork: (request: StopRequest) => Text;
  readonly doctor: Doctor;
  readonly describeStatus: () => Promise<readonly SpokenSpan[]>;
}

export interface ControlDesk extends Omit<Control, 'pairing' | 'page' | 'mayChangeSettings' | 'mayUpdate' | 'callers'> {
  /** A run was begun for this command. */
  noteBegun(update: string, handle: Pick<RunHandle, 'run' | 'ended'>): void;
}

/** Name on cards and in reports: the shell command, which is the same in every language. */
const ASKED_BY = 'deskhand run';
/** Thread of a stop that did not come from a chat. */
const NOWHERE = { platform: 'web', key: 'command line', isGroup: false } as const;
const LOOK_MS = 10_000;

export function createControlDesk(ports: ControlDeskPorts): ControlDesk {
  const begun = new Map<string, Pick<RunHandle, 'run' | 'ended'>>();
  const asked = new Set<string>();

  const follow = async (update: string): Promise<RunEnd> => {
    try {
      const lastWords = await ports.inbox.whenSettled(update);
      const handle = begun.get(update);
      if (handle === undefined) return { kind: 'not started', ...asWhy(lastWords) };
      const { outcome, reason, message, said, score } = await handle.ended;
      return { kind: 'ended', run: handle.run.runId, outcome, reason, message, said, score };
    } finally {
      asked.delete(update);
      begun.delete(update);
    }
  };

  return {
    allowed: createAllowedControl(ports),
    triggers: createTriggerControl(ports),
    noteBegun(update, handle) {
      if (asked.has(update)) begun.set(update, handle);
    },

    async run(words) {
      const goal = words.trim();
      if (goal === '') throw new ControlRefusal(say`Say what to do: ${'deskhand run "GOAL"'}`, 2);
      const owner = findOwner(ports);
      if (owner === null) throw new ControlRefusal(NOBODY_TO_ASK, 2);
      const before = ports.queue.ahead();
      const message: InboundMessage = {
        updateId: `program:${randomUUID()}`,
        thread: owner.thread,
        sender: { id: owner.id, name: ASKED_BY, language: '' },
        sentAt: ports.clock.now(),
        content: { kind: 'text', text: goal },
      };
      const { updateId, thread, sender, sentAt } = message;
      ports.inbox.accept(message, { goal, isByProgram: true });
      await ports.inbox.sync();
      asked.add(updateId);
      const ended = follow(updateId);
      ended.catch(() => undefined);
      ports.submit({
        update: updateId,
        goal,
        thread,
        sender,
        sentAt: new Date(sentAt).toISOString(),
        isByProgram: true,
      });
      return { before, ended };
    },

    async status() {
      const spans = await ports.describeStatus();
      const state = ports.queue.current()?.run.state() ?? null;
      return {
        ...told(wordsOf(spans)),
        run:
          state === null
            ? null
            : { run: state.runId, goal: state.goal, step: Math.max(1, state.iteration), phase: state.phase.name },
        waiting: ports.queue.waiting().length,
        chats: [...ports.chats.values()].map((chat) => ({
          chat: chat.platform,
          isConnected: chat.health().isConnected,
        })),
      };
    },

    async doctor(fix, signal) {
      const findings = await ports.doctor.examine(signal);
      const mends = new Set(findings.flatMap(({ mend }) => (mend === null || OWNERS_MENDS.includes(mend) ? [] : mend)));
      for (const mend of fix ? mends : []) await ports.doctor.mend(mend);
      const now = fix && mends.size > 0 ? await ports.doctor.examine(signal) : findings;
      return now.map(toldFinding);
    },

    async stop(all) {
      const owner = findOwner(ports);
      const by = { id: owner?.id ?? '', name: 'deskhand stop', language: '' };
      return told(ports.stopWork({ all, by, thread: owner?.thread ?? NOWHERE, isAnsweredByEnd: false }));
    },

    async screenshot(wanted, signal) {
      const until = withLimit(LOOK_MS, signal);
      const { index } = await findDisplay(wanted ?? ports.settings.displayIndex, ports.desktop, until);
      if (wanted !== undefined && wanted !== index) throw new ControlRefusal(say`There is no display ${wanted}.`);
      const { frame } = await observe({ displayIndex: index, ring: null, zoom: null }, ports.desktop, until);
      return frame.jpeg;
    },
  };
}

const NOBODY_TO_ASK = say`There is nobody to ask when a step needs a yes, so nothing was started. Connect a phone: set ${'TELEGRAM_BOT_TOKEN'} (or Slack) and run ${'deskhand pair'}, or set ${'WEB_CHAT=on'}.`;
