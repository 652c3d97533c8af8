/** What other programs may ask for with their tokens: a look, a run, one act, and word of their own. They can approve nothing and see nothing of others. */
import { randomUUID } from 'node:crypto';
import { type Caller, createCallerBook, MOST_CALLERS } from '../callers/caller-book.ts';
import { createCallerHolds } from '../callers/caller-limits.ts';
import { createWorks, type Followed, updateOf, viewOf, type Work } from '../callers/caller-works.ts';
import { pointByName } from '../callers/point-by-name.ts';
import { type Wait, waitForWork } from '../callers/wait-for-work.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import { findOwner } from '../outbound/owner.ts';
import type { Reply } from '../outbound/reply.ts';
import {
  type CallerAnswer,
  type CallerControl,
  type CallerRequest,
  type CallerWork,
  callerNameSchema,
} from '../ports/callers.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { ControlRefusal, refuseProgram } from '../ports/control.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { RunQueue } from '../run/queue.ts';
import type { Observation } from '../screen/observe.ts';
import { readAct } from '../skills/act-skill.ts';
import { say, slash, type Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import { type CallerLookPorts, createCallerLook, describeLook } from './caller-look.ts';
import type { Submit } from './submit.ts';

export interface CallerDeskPorts extends CallerLookPorts {
  readonly state: StateStore;
  readonly inbox: Pick<Inbox, 'accept' | 'sync' | 'whenSettled' | 'refuse' | 'knows' | 'unsettled'>;
  readonly queue: Pick<RunQueue, 'current' | 'waiting' | 'cancel'>;
  readonly submit: Submit;
  readonly reply: Reply;
  /** Rejects with `ControlRefusal` unless the owner says yes, or has no phone here. */
  readonly askOwner: (what: Text, signal: AbortSignal) => Promise<void>;
}

export interface CallerDesk extends CallerControl {
  /** A run was begun for this command, whoever asked for it. */
  noteBegun(command: QueuedCommand, handle: Followed): void;
  /** Called when a person stopped what is under way. */
  noteStopped(): void;
  /** Whether the program of that name has a token. */
  mayCall(name: string): boolean;
}

/** Limit of works of one caller, waiting and running together. */
const MOST_AT_ONCE = 3;
/** A look this old shows nothing to point at. */
const LOOK_LIFE_MS = 5 * 60_000;
const SHOWN_WORKS = 20;

export function createCallerDesk(ports: CallerDeskPorts, life: AbortSignal): CallerDesk {
  const { clock, inbox, queue } = ports;
  const book = createCallerBook(ports.state, clock);
  const works = createWorks();
  const holds = createCallerHolds(clock);
  const looks = createCallerLook(ports, book, life);
  const seen = new Map<string, { readonly at: number; readonly observation: Observation }>();
  /** When the person was last told that this program works by single acts, by its name. */
  const toldAt = new Map<string, number>();

  const identify = (token: string): Caller => {
    const caller = book.find(token);
    if (caller === null) throw refuseProgram(NO_TOKEN, 2);
    return caller;
  };

  /** Follows a work to its end, whatever the end is. */
  const follow = async (work: Work): Promise<void> => {
    const lastWords = await inbox.whenSettled(work.update);
    const { id, kind, begun } = work;
    if (begun === null) {
      work.end ??= { id, kind, state: 'not started', message: english(lastWords) };
      return;
    }
    await noteEnd(work, begun);
  };

  const noteEnd = async (work: Work, begun: Followed): Promise<void> => {
    const { outcome, reason, message } = await begun.ended;
    const { id, kind, caller } = work;
    if (work.end === null && outcome === 'stopped' && !work.isStopped) {
      if (reason === 'denied') holds.noteDenied(caller);
      else holds.hold(caller);
    }
    work.end ??= { id, kind, state: 'ended', run: begun.run.runId, outcome, reason, message };
  };

  async function begin(
    caller: Caller,
    what: { readonly goal: string; readonly act?: string },
    wait: Wait,
  ): Promise<CallerAnswer> {
    const owner = findOwner(ports);
    if (owner === null) throw refuseProgram(NOBODY_TO_ASK, 2);
    const held = holds.heldMinutes(caller.name);
    if (held > 0) throw refuseProgram(`${HELD} Try again in ${held} ${held === 1 ? 'minute' : 'minutes'}.`);
    const open = works.of(caller.name).filter(({ end }) => end === null);
    if (open.length >= MOST_AT_ONCE)
      throw refuseProgram(`${MOST_AT_ONCE} of yours wait or run already. Wait for one, or stop it.`);
    if (!(await book.count(caller)))
      throw refuseProgram('The limit of this token for today is reached; the owner can give one with more.');
    const id = randomUUID();
    const { goal, act } = what;
    const of = { name: caller.name, ...(act === undefined ? {} : { act }) };
    const message: InboundMessage = {
      updateId: updateOf(caller.name, id),
      thread: owner.thread,
      sender: { id: owner.id, name: `${caller.name} (program)`, language: '' },
      sentAt: clock.now(),
      content: { kind: 'text', text: goal },
    };
    const { updateId: update, thread, sender, sentAt } = message;
    const command: QueuedCommand = {
      ...{ update, goal, thread, sender },
      sentAt: new Date(sentAt).toISOString(),
      isByProgram: true,
      caller: of,
    };
    const work = works.add(command);
    try {
      inbox.accept(message, { goal, isByProgram: true }, { caller: of });
      await inbox.sync();
    } catch (error) {
      work.end = { id, kind: work.kind, state: 'not started', message: 'it could not be noted' };
      throw error;
    }
    holds.noteBegun(caller.name);
    const ended = follow(work);
    ended.catch(() => undefined);
    if (act !== undefined) tellOfActs(caller.name, command);
    ports.submit(command);
    return await waitForWork(() => viewOf(work, maySee(caller)), ended, wait, clock);
  }

  /** Single acts send no message at their end, so the person is told once that they begin. */
  function tellOfActs(name: string, { thread }: QueuedCommand): void {
    const last = toldAt.get(name);
    toldAt.set(name, clock.elapsed());
    if (last !== undefined && clock.elapsed() - last < LOOK_LIFE_MS * 2) return;
    ports.reply(thread, [
      say`The program ${name} controls this computer now, one act at a time. I ask you before anything risky; ${slash('stop')} keeps it out for ten minutes.`,
    ]);
  }

  /** Read anew, as the owner may have approved it meanwhile. */
  const maySee = (caller: Caller): boolean => book.list().some(({ name, maySee: may }) => name === caller.name && may);

  async function look(caller: Caller, display: number | undefined, signal: AbortSignal): Promise<Observation> {
    await looks.mayLook(caller, signal);
    const observation = await looks.look(display, signal);
    seen.set(caller.hash, { at: clock.elapsed(), observation });
    return observation;
  }

  async function act(caller: Caller, action: Readonly<Record<string, unknown>>, wait: Wait): Promise<CallerAnswer> {
    const last = seen.get(caller.hash);
    const isFresh = last !== undefined && clock.elapsed() - last.at < LOOK_LIFE_MS;
    const pointed = pointByName(action, isFresh ? last.observation : null);
    if (!pointed.ok)
      throw refuseProgram(
        `There is no element ${pointed.number} in your last look${isFresh ? '' : ', which is gone or older than five minutes'}. Call look first.`,
        2,
      );
    const json = JSON.stringify(pointed.action);
    const read = readAct(json);
    if (!read.ok) throw refuseProgram(`This is no act: ${read.fault}.`, 2);
    return await begin(caller, { goal: read.goal, act: json }, wait);
  }

  function status(caller: Caller, id: string | undefined): CallerAnswer {
    const may = maySee(caller);
    const isBusy = queue.current() !== null || queue.waiting().length > 0;
    if (id === undefined) {
      const mine = works.of(caller.name).slice(0, SHOWN_WORKS);
      return { kind: 'status', works: mine.map((work) => viewOf(work, may)), isBusy };
    }
    return { kind: 'status', works: [viewOfId(caller, id, may)], isBusy };
  }

  function viewOfId(caller: Caller, id: string, may: boolean): CallerWork {
    const work = works.find(caller.name, id);
    if (work !== null) return viewOf(work, may);
    const update = updateOf(caller.name, id);
    const left = inbox.unsettled().find(({ command }) => command.update === update);
    if (left !== undefined) return viewOf(works.add(left.command), may);
    if (!inbox.knows(update)) throw refuseProgram(NO_SUCH, 2);
    return { id, kind: 'run', state: 'unknown', message: LONG_AGO };
  }

  function stop(caller: Caller, id: string | undefined): number {
    const mine = id === undefined ? works.of(caller.name) : [findOwn(caller, id)];
    let stopped = 0;
    for (const work of mine) {
      if (work.end !== null || work.isStopped) continue;
      work.isStopped = true;
      stopped += 1;
      end(work, `the program ${caller.name}`);
    }
    return stopped;
  }

  /** Stops a work; one that still waits is removed without a message. A run that is just starting is stopped by its own start. */
  function end(work: Work, by: string): void {
    if (work.begun !== null) work.begun.stop({ kind: 'person', name: by });
    else if (queue.cancel(work.update) !== null) inbox.refuse(work.update, `stopped by ${by}`);
  }

  function findOwn(caller: Caller, id: string): Work {
    viewOfId(caller, id, false);
    const work = works.find(caller.name, id);
    if (work === null) throw refuseProgram(NO_SUCH, 2);
    return work;
  }

  return {
    async create(name, limits, signal) {
      if (!callerNameSchema.safeParse(name).success) throw new ControlRefusal(WRONG_NAME, 2);
      const isNew = !book.has(name);
      if (isNew && book.list().length >= MOST_CALLERS)
        throw new ControlRefusal(say`There are ${MOST_CALLERS} tokens already. Take one back first.`, 2);
      await ports.askOwner(say`Somebody at a terminal wants to let the program ${name} ask for runs here.`, signal);
      endAllOf(name);
      return await book.add(name, limits);
    },
    list: async () => book.list(),
    async revoke(name) {
      const wasThere = await book.remove(name);
      endAllOf(name);
      return wasThere;
    },
    async ask(token, request, told, signal) {
      const caller = identify(token);
      // The HTTP server asks this before each call and counts the call itself.
      if (request.ask === 'hello') return { kind: 'hello', name: caller.name };
      if (!holds.mayAsk(caller))
        throw refuseProgram(`More than ${caller.per_minute} calls in a minute. Slow down, and call again.`);
      return await answer(caller, request, told, signal);
    },
    noteBegun(command, handle) {
      if (command.caller === undefined) return;
      const work = works.add(command);
      work.begun = handle;
      if (work.isStopped) end(work, `the program ${work.caller}`);
      noteEnd(work, handle).catch(() => undefined);
    },
    noteStopped: holds.holdBusy,
    mayCall: book.has,
  };

  function endAllOf(name: string): void {
    for (const work of works.of(name)) {
      if (work.end !== null) continue;
      work.isStopped = true;
      end(work, 'whoever took its token back');
    }
  }

  async function answer(
    caller: Caller,
    request: Exclude<CallerRequest, { readonly ask: 'hello' }>,
    told: (answer: CallerAnswer) => void,
    signal: AbortSignal,
  ): Promise<CallerAnswer> {
    switch (request.ask) {
      case 'look':
      case 'screenshot': {
        const observation = await look(caller, request.display, signal);
        const jpeg = Buffer.from(observation.frame.jpeg).toString('base64');
        return { kind: 'look', jpeg, text: request.ask === 'look' ? describeLook(observation) : '' };
      }
      case 'run': {
        const goal = request.goal.trim();
        if (goal === '') throw refuseProgram('Say what to do.', 2);
        return await begin(caller, { goal }, { seconds: request.waitS, told, signal });
      }
      case 'act':
        return await act(caller, request.action, { seconds: request.waitS, told, signal });
      case 'status':
        return status(caller, request.id);
      case 'stop':
        return { kind: 'stopped', stopped: stop(caller, request.id) };
    }
  }
}

const NO_TOKEN =
  'This token does not count here: it was taken back, has ended, or never was. The owner makes one with deskhand mcp token NAME.';
const NOBODY_TO_ASK =
  'There is nobody to ask when a step needs a yes, so nothing was started. The owner connects a phone with deskhand pair, or sets WEB_CHAT=on.';
const HELD = 'The owner stopped or denied what this program did, so it may begin nothing for a while.';
const NO_SUCH = 'You have nothing with this id.';
const LONG_AGO = 'That was before the last start of Deskhand, or long ago; the owner’s chat tells what became of it.';
const WRONG_NAME = say`A name is 2 to 32 small letters, digits and dashes, and begins with a letter.`;
