/** Standing orders at work: what comes due enters the inbox, waits for the desktop, runs within its terms, and is counted. */
import { readOccurrence } from '../inbox/occurrences.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { ParkedQuestion } from '../run/run-terms.ts';
import { say } from '../words/say.ts';
import { type CameDue, type ComeDuePorts, enter, freeMoment, nextOfAll, ON_TIME_MS, takeDue } from './come-due.ts';
import { renderDailyNote, type Waits } from './daily-note.ts';
import type { Order } from './order.ts';
import type { Ran } from './order-events.ts';
import { createOrderLine } from './order-line.ts';
import { createOrderQuestions } from './order-questions.ts';
import { createOrderTells } from './order-tells.ts';
import type { Call, Orders, OrdersPorts } from './orders-ports.ts';
import { placesOf } from './places.ts';
import { spentInMonth, termsOfRun } from './terms-of-run.ts';

/** A computer that slept is noticed this soon. */
const LONGEST_SLEEP_MS = 15_000;
const FAILURES_MOST = 3;
const GONE = say`The order was paused or deleted meanwhile, so it was not done.`;
const CAME_AGAIN = say`The order came again meanwhile, so this time was not done.`;

export function createOrders(ports: OrdersPorts, signal: AbortSignal): Orders {
  const { book, inbox, clock, queue } = ports;
  const tells = createOrderTells(ports);
  const parked = new Map<string, ParkedQuestion>();
  const questions = createOrderQuestions({ ...ports, tellExpired: tells.unanswered }, signal);
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

  /** What the disk does not take is left for the next time: nothing of it counts yet. */
  async function comeDue(): Promise<void> {
    const came = takeDue(due, clock.now());
    if (came.length === 0) return;
    await Promise.all([inbox.sync(), book.sync()]);
    handle(came);
  }

  function handle(came: readonly CameDue[]): void {
    // A reminder says itself that it was due before.
    const missed = came.filter(
      ({ standing: { order }, command: { order: time } }) =>
        time.missed !== undefined && (order.doing.do === 'run' || time.missed.how !== 'run'),
    );
    if (missed.length > 0) tells.missed(missed);
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
        // Each call brings something else.
        if (order.when.kind !== 'trigger' && isAtIt(order.id)) {
          tells.overlapping(order, command);
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

  /** Its turn at the desktop. */
  function begin(command: QueuedCommand): void {
    const standing = book.find(command.order?.id ?? '');
    if (standing === null || !ports.isAllowed(command.sender.id)) {
      inbox.refuse(command.update, 'its order is over, or its maker may not use this any more');
      return;
    }
    const { order } = standing;
    const limit = order.terms.monthUsd;
    if (limit !== undefined && spentInMonth(standing, clock.now()) >= limit) {
      attempt(() => book.pause(order.id, 'month'));
      tells.paused(order, 'month');
      inbox.refuse(command.update, 'its money of this month is spent');
      finish(order, command, { run: null, outcome: 'skipped', cost_usd: 0 });
      return;
    }
    current = order.id;
    // Each call brings something else; all other times of an order want the same.
    if (order.when.kind !== 'trigger') questions.close(CAME_AGAIN, ({ id }) => id === order.id);
    queue.add({ ...command, sentAt: new Date(clock.now()).toISOString() });
  }

  /** Counted, and over when it comes no more. */
  function finish(order: Order, command: QueuedCommand, ran: Pick<Ran, 'run' | 'outcome' | 'cost_usd'>): void {
    const at = clock.now();
    const time = Date.parse(command.order?.due ?? command.sentAt);
    attempt(() => {
      book.note(order.id, { ...ran, due: time, at });
      if (order.when.kind === 'once' || order.when.kind === 'watch') return book.end(order.id, 'done');
      const failures = book.find(order.id)?.counted.failures ?? 0;
      if (ran.outcome !== 'failed' || failures < FAILURES_MOST) return;
      book.pause(order.id, 'failures');
      tells.paused(order, 'failures');
    });
  }

  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      ports.warn(`What came of an order could not be written down: ${String(error)}`);
    }
  }

  async function follow(order: Order, command: QueuedCommand, handle: RunHandle): Promise<void> {
    const outcome = await handle.ended.finally(() => {
      current = null;
    });
    const question = parked.get(command.update);
    parked.delete(command.update);
    const isParked = outcome.reason === 'parked' && question !== undefined;
    const told = isParked ? 'parked' : outcome.reason === 'skipped' ? 'skipped' : outcome.outcome;
    finish(order, command, { run: handle.run.runId, outcome: told, cost_usd: handle.run.state().costUsd });
    tells.ended(order, told);
    if (!isParked) return;
    await questions.parked({ order, command, question, run: handle.run.runId });
  }

  async function now(id: string, at: number, call?: Call): Promise<boolean> {
    const standing = book.find(id);
    if (standing === null) return false;
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

  /** The inbox has it first: a process that ends between the two finds it there. */
  function noteCall({ order: time }: QueuedCommand): void {
    if (time?.call === undefined || book.knowsCall(time.id, time.call)) return;
    book.noteCall({ order: time.id, call: time.call, due: Date.parse(time.due) });
  }

  async function watchClock(): Promise<never> {
    for (;;) {
      await comeDue().catch((error: unknown) => ports.warn(`Orders could not be looked through: ${String(error)}`));
      const next = nextOfAll(book, inbox);
      const wait = Math.max(0, Math.min(LONGEST_SLEEP_MS, (next ?? Number.POSITIVE_INFINITY) - clock.now()));
      await Promise.race([clock.sleep(Math.max(wait, 20), signal), woken.promise]);
      signal.throwIfAborted();
    }
  }

  return {
    start() {
      for (const { order } of book.all()) if (isOver(order)) attempt(() => book.end(order.id, 'done'));
      for (const { command } of inbox.unsettled()) if (command.order !== undefined) attempt(() => noteCall(command));
      watchClock().catch(() => undefined);
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
      return termsOfRun(standing, command, { now: clock.now(), home: ports.home, park });
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
      const time = readOccurrence(update);
      const order = time === null ? undefined : book.find(time.id)?.order;
      if (time === null || order === undefined) return;
      const { thread, sender } = order;
      const command = { update, goal: '', thread, sender, sentAt: new Date(time.due).toISOString() };
      finish(order, command, { run, outcome, cost_usd: costUsd });
    },
    now,
    found: async (order) => void (await now(order.id, clock.now())),
    over(order) {
      attempt(() => book.end(order.id, 'over'));
      tells.over(order);
    },
    wake() {
      const isChanged = ({ id, revision }: Order): boolean => (book.find(id)?.order.revision ?? revision) !== revision;
      questions.close(say`The order was changed meanwhile, so it was not done.`, isChanged);
      woken.resolve();
      woken = Promise.withResolvers<void>();
    },
    waiting: line.waiting,
    cancel(id) {
      if (id !== undefined) questions.close(GONE, (order) => order.id === id);
      return line.take(id);
    },
  };

  /** One that comes once, and came: its end was not written down any more. */
  function isOver({ when, id }: Order): boolean {
    const isOwed = inbox.unsettled().some(({ command }) => command.order?.id === id);
    return when.kind === 'once' && (inbox.through(id)?.due ?? -1) >= when.at && !isOwed;
  }
}
