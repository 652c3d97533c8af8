/** Standing orders at work: what comes due enters the inbox, waits for the desktop, runs within its terms, and is counted. */
import { readOccurrence } from '../inbox/occurrences.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { CutShort, ParkedQuestion } from '../run/run-terms.ts';
import { say } from '../words/say.ts';
import { type CameDue, type ComeDuePorts, enter, freeMoment, isOver, ON_TIME_MS, takeDue } from './come-due.ts';
import { renderDailyNote, type Waits } from './daily-note.ts';
import type { Order } from './order.ts';
import { createOrderLine } from './order-line.ts';
import { createOrderNotes } from './order-notes.ts';
import { createOrderQuestions } from './order-questions.ts';
import { createOrderTells } from './order-tells.ts';
import type { Call, Orders, OrdersPorts } from './orders-ports.ts';
import { placesOf } from './places.ts';
import { createPutOffs, isOther, type PutOff, withoutPutOff } from './put-off.ts';
import { spentInMonth, termsOfRun } from './terms-of-run.ts';
import { watchClock } from './watch-clock.ts';

const GONE = say`The order was paused or deleted meanwhile, so it was not done.`;
const CAME_AGAIN = say`The order came again meanwhile, so this time was not done.`;

export function createOrders(ports: OrdersPorts, signal: AbortSignal): Orders {
  const { book, inbox, clock, queue } = ports;
  const tells = createOrderTells(ports);
  const { attempt, note, finish, noteCall } = createOrderNotes({ ...ports, tells });
  const parked = new Map<string, ParkedQuestion>();
  const questions = createOrderQuestions({ ...ports, tellExpired: tells.unanswered }, signal);
  const putOffs = createPutOffs(ports);
  let current: string | null = null;
  let woken = Promise.withResolvers<void>();

  const orderOf = (command: QueuedCommand): Order | null => book.find(command.order?.id ?? '')?.order ?? null;

  const line = createOrderLine(
    {
      ...ports,
      begin,
      lateMsOf: (command) => orderOf(command)?.terms.lateMs ?? Number.POSITIVE_INFINITY,
      tellLate(command, why) {
        const order = orderOf(command);
        if (order !== null) tells.late(order, command, why);
      },
    },
    signal,
  );

  const due: ComeDuePorts = {
    ...ports,
    placeOf: (order) => placesOf(order, ports)[0],
    lostAccess({ id, sender }) {
      questions.close(GONE, (order) => order.id === id);
      ports.warn(`Order ${id} is over: ${sender.id} may not use this any more.`);
    },
  };

  /** If the disk fails, nothing counts, and it is tried again next time. */
  async function comeDue(): Promise<void> {
    const came = takeDue(due, clock.now());
    if (came.length === 0) return;
    await Promise.all([inbox.sync(), book.sync()]);
    handle(came);
  }

  function handle(came: readonly CameDue[]): void {
    tells.missed(came);
    for (const one of came) carryOut(one.standing.order, one.command);
  }

  function carryOut(order: Order, command: QueuedCommand): void {
    const how = command.order?.missed?.how;
    if (how === 'skip') {
      finish(order, command, { run: null, outcome: 'missed', cost_usd: 0 });
      return;
    }
    if (how !== 'ask') {
      doNow(order, command);
      return;
    }
    void questions.aboutMissed(order, command).then(
      (isWanted) => {
        if (isWanted) return doNow(order, command);
        inbox.refuse(command.update, 'missed, and not wanted any more');
        finish(order, command, { run: null, outcome: 'missed', cost_usd: 0 });
      },
      () => undefined,
    );
  }

  function doNow(order: Order, command: QueuedCommand): void {
    switch (order.doing.do) {
      case 'remind':
        tells.remind(order, command);
        finish(order, command, { run: null, outcome: 'told', cost_usd: 0 });
        return;
      case 'daily note':
        tells.tell(order, renderDailyNote(order, book.all(), waits(), clock.now(), ports.links), {
          settles: [command.update],
        });
        finish(order, command, { run: null, outcome: 'told', cost_usd: 0 });
        return;
      case 'tell':
        void tellFound(order, command).catch((error: unknown) => ports.warn(String(error)));
        return;
      case 'run':
        // Each call has other values, so all of them are done.
        if (order.when.kind !== 'trigger' && isAtIt(order.id)) {
          // When it was put off the person was told that its times until then are skipped.
          if (line.isPutOff(order.id)) inbox.refuse(command.update, 'the time before it is done first');
          else tells.overlapping(order, command);
          finish(order, command, { run: null, outcome: 'skipped', cost_usd: 0 });
          return;
        }
        line.add(command);
        return;
    }
  }

  const waits = (): Waits => ({ forComputer: line.waiting(), forAnswer: questions.open() });

  function isAtIt(id: string): boolean {
    return current === id || line.waiting().some((waiting) => waiting.order?.id === id);
  }

  async function tellFound(order: Order, command: QueuedCommand): Promise<void> {
    const [place] = placesOf(order, ports);
    tells.found(order, command, await ports.takePicture(place));
    finish(order, command, { run: null, outcome: 'told', cost_usd: 0 });
  }

  /** Called when it is its turn at the desktop. */
  function begin(command: QueuedCommand): void {
    const standing = book.find(command.order?.id ?? '');
    if (standing === null || !ports.isAllowed(command.sender.id)) {
      inbox.refuse(command.update, 'its order is over, or its maker may not use this any more');
      return;
    }
    const { order } = standing;
    if (isOther(order, command)) {
      leaveOut([command]);
      return;
    }
    const limit = order.terms.monthUsd;
    if (limit !== undefined && spentInMonth(standing, clock.now()) >= limit) {
      attempt(() => book.pause(order.id, 'month'));
      tells.paused(order, 'month');
      inbox.refuse(command.update, 'its money of this month is spent');
      finish(order, command, { run: null, outcome: 'skipped', cost_usd: 0 });
      return;
    }
    current = order.id;
    // Each call has other values; all other times of an order want the same.
    if (order.when.kind !== 'trigger') questions.close(CAME_AGAIN, ({ id }) => id === order.id);
    queue.add({ ...command, sentAt: new Date(clock.now()).toISOString() });
  }

  async function follow(order: Order, command: QueuedCommand, handle: RunHandle): Promise<void> {
    const outcome = await handle.ended.finally(() => {
      current = null;
    });
    const question = parked.get(command.update);
    parked.delete(command.update);
    const off = putOffs.take(command.update);
    if (off?.command && outcome.reason !== 'put off') inbox.refuse(off.command.update, 'it was ended by a person');
    else if (off !== null) return goOnLater(order, command, off, handle);
    const isParked = outcome.reason === 'parked' && question !== undefined;
    const told = isParked ? 'parked' : outcome.reason === 'skipped' ? 'skipped' : outcome.outcome;
    finish(order, command, { run: handle.run.runId, outcome: told, cost_usd: handle.run.state().costUsd });
    tells.ended(order, told);
    if (!isParked) return;
    await questions.parked({ order, command, question, run: handle.run.runId });
  }

  /** The desktop is free again: continues by the order's policy. */
  function goOnLater(
    order: Order,
    command: QueuedCommand,
    { how, command: later, at }: PutOff,
    { run }: RunHandle,
  ): void {
    const ran = { run: run.runId, cost_usd: run.state().costUsd };
    tells.putOff(order, how, at);
    if (later === null) {
      finish(order, command, { ...ran, outcome: 'missed' });
      return;
    }
    note(order, command, { ...ran, outcome: 'put off' });
    const standing = book.find(order.id);
    if (standing === null || standing.paused !== null) inbox.refuse(later.update, 'its order was paused or deleted');
    else if (isOther(standing.order, later)) leaveOut([later]);
    else if (how === 'ask') carryOut(standing.order, later);
    else line.add(later, at);
  }

  /** Skips what came due before its maker changed the order. */
  function leaveOut(commands: readonly QueuedCommand[]): void {
    for (const command of commands) {
      const standing = book.find(command.order?.id ?? '');
      if (standing === null) continue;
      tells.changed(standing.order, command);
      note(standing.order, command, { run: null, outcome: 'skipped', cost_usd: 0 });
    }
  }

  async function now(id: string, at: number, call?: Call): Promise<boolean> {
    const standing = book.find(id);
    if (standing === null) return false;
    if (call === undefined && line.isPutOff(id)) {
      line.hurry(id);
      return true;
    }
    const came = enter(standing, freeMoment(standing.order, at, inbox), { ...call }, clock.now(), due);
    if (came === null) return false;
    await syncOrRefuse(came);
    handle([came]);
    return true;
  }

  async function syncOrRefuse({ command }: CameDue): Promise<void> {
    try {
      noteCall(command);
      await Promise.all([inbox.sync(), book.sync()]);
    } catch (error) {
      inbox.refuse(command.update, 'it could not be saved, and whoever asked was told so');
      throw error;
    }
  }

  return {
    start() {
      for (const { order } of book.all()) if (isOver(order, inbox)) attempt(() => book.end(order.id, 'done'));
      for (const { command } of inbox.unsettled()) if (command.order !== undefined) attempt(() => noteCall(command));
      watchClock(comeDue, () => woken.promise, ports, signal).catch(() => undefined);
    },
    takeUp(command, doubt) {
      const order = orderOf(command);
      if (order === null) return inbox.refuse(command.update, 'its order is over');
      const time = command.order;
      const isOld = clock.now() - Date.parse(command.sentAt) > ON_TIME_MS;
      if (time === undefined) return;
      const how = doubt !== '' ? 'ask' : (time.missed?.how ?? (isOld ? order.terms.missed : 'run'));
      const missed = { count: 1, first: time.due, ...time.missed, how };
      const again = { ...command, order: how === 'run' && !isOld ? time : { ...time, missed } };
      const standing = book.find(order.id);
      if (standing !== null) handle([{ standing, command: again }]);
    },
    termsOf(command) {
      const standing = book.find(command.order?.id ?? '');
      if (standing === null) return null;
      const park = (question: ParkedQuestion): void => void parked.set(command.update, question);
      const isWanted = (): boolean => queue.waiting().length > 0;
      const putOff = (cut: CutShort): Promise<boolean> => putOffs.keep(command, cut);
      return termsOfRun(standing, command, { now: clock.now(), home: ports.home, park, isWanted, putOff });
    },
    began(command, handle) {
      const order = orderOf(command);
      if (command.order === undefined || order === null) return;
      if (handle === null) {
        current = null;
        finish(order, command, { run: null, outcome: 'failed', cost_usd: 0 });
      } else void follow(order, command, handle).catch(() => undefined);
    },
    recovered(update, run, outcome, costUsd) {
      const time = readOccurrence(withoutPutOff(update));
      const order = time === null ? undefined : book.find(time.id)?.order;
      if (time === null || order === undefined) return;
      const { thread, sender } = order;
      const command = { update, goal: '', thread, sender, sentAt: new Date(time.due).toISOString() };
      finish(order, command, { run, outcome, cost_usd: costUsd });
    },
    now,
    async found(order) {
      // A restarted watch finds its condition again, which is being handled or asked about already.
      const isTaken = isAtIt(order.id) || questions.open().some(({ id }) => id === order.id);
      if (!isTaken) await now(order.id, clock.now());
    },
    over(order) {
      attempt(() => book.end(order.id, 'over'));
      tells.over(order);
    },
    wake() {
      const isChanged = ({ id, revision }: Order): boolean => (book.find(id)?.order.revision ?? revision) !== revision;
      questions.close(say`The order was changed meanwhile, so it was not done.`, isChanged);
      leaveOut(line.takeIf((command) => isOther(book.find(command.order?.id ?? '')?.order ?? null, command)));
      woken.resolve();
      woken = Promise.withResolvers<void>();
    },
    waiting: line.waiting,
    cancel(id) {
      if (id !== undefined) questions.close(GONE, (order) => order.id === id);
      return line.takeIf(({ order }) => id === undefined || order?.id === id);
    },
  };
}
