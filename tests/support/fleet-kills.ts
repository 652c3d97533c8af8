/** Real workers of a fleet that are killed with -9 while each has something to do: all is done once or reported, by the machine it was meant for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenMessage } from '../servers/telegram/people.ts';
import type { FleetMachine, FleetPhone } from './fleet-phone.ts';
import { hasButton, hasLiveButton } from './phone.ts';

export interface KillFigures {
  kills: number;
  /** Commands that ended as done, with their mark. */
  done: number;
  /** Commands that were cut off and reported as such, with or without their mark. */
  cut: number;
  /** Commands whose end was shown twice, word for word: the machine was killed before it could note the first time. */
  toldTwice: number;
  /** Commands that ended without a report, left two marks, or were reported wrongly. */
  readonly bad: string[];
}

/** The longest time from the tap or the command until the worker is killed. */
const KILLED_WITHIN_MS = 1_500;
const COMES_MS = 120_000;

/** One round of `leave a mark` (see `ROUND_SKILLS`) on all machines; `random` gives 0 to 1. */
export async function runKillRound(
  phone: FleetPhone,
  machines: readonly FleetMachine[],
  round: number,
  figures: KillFigures,
  random: () => number,
): Promise<void> {
  const { owner } = phone;
  const since = owner.messages().at(-1)?.id ?? 0;
  const marksBefore = machines.map(countMarks);
  for (const { name } of machines) owner.send(`@${name} leave a mark`);
  // Some die while their command is on its way, some beside an open question, some in the act.
  await Promise.all(
    machines.map(async (machine) => {
      if (random() < 0.25) return;
      const isAfterTap = random() < 0.6;
      if (isAfterTap) await tapApprove(phone, machine, since);
      await sleep(random() * KILLED_WITHIN_MS);
      await machine.bot().kill();
      figures.kills += 1;
      await machine.start();
    }),
  );
  const ends = await Promise.all(machines.map((machine) => endOf(phone, machine, since)));
  for (const [index, machine] of machines.entries()) {
    const left = countMarks(machine) - (marksBefore[index] ?? 0);
    const all = ends[index] ?? [];
    const [end] = all;
    if (all.length > 1) figures.toldTwice += 1;
    const bad = (what: string): void => void figures.bad.push(`round ${round}, ${machine.name}: ${what}`);
    if (end === undefined) bad(`no end; ${left} marks`);
    else if (new Set(all.map(({ text }) => text)).size > 1)
      bad(`its ends differ: ${all.map(({ text }) => text).join(' | ')}`);
    else if (all.length > 2) bad(`${all.length} ends`);
    else if (left > 1) bad(`${left} marks`);
    else if (/Done/.test(end.text)) {
      figures.done += 1;
      if (left !== 1) bad(`done, with ${left} marks`);
    } else {
      figures.cut += 1;
      if (!/Interrupted/.test(end.text)) bad(`it ended as: ${end.text}`);
    }
  }
}

const isOf =
  ({ name }: FleetMachine, since: number) =>
  ({ id, text }: SeenMessage): boolean =>
    id > since && text.startsWith(`${name}\n`);

async function tapApprove({ owner }: FleetPhone, machine: FleetMachine, since: number): Promise<void> {
  const mine = isOf(machine, since);
  const card = await owner.waitFor((seen) => seen.find((one) => mine(one) && hasLiveButton(one, 'Approve')), COMES_MS);
  owner.tap(card, 'Approve');
}

/** Its ends in this round, after a yes to what still asks. */
async function endOf({ owner }: FleetPhone, machine: FleetMachine, since: number): Promise<readonly SeenMessage[]> {
  const mine = isOf(machine, since);
  const isEnd = (one: SeenMessage): boolean => mine(one) && hasButton(one, 'Again');
  const answered = new Set<number>();
  try {
    for (;;) {
      const next = await owner.waitFor(
        (seen) =>
          seen.find(isEnd) ?? seen.find((one) => mine(one) && hasLiveButton(one, 'Approve') && !answered.has(one.id)),
        COMES_MS,
      );
      if (isEnd(next)) break;
      answered.add(next.id);
      owner.tap(next, 'Approve');
    }
  } catch (error) {
    process.stderr.write(`${machine.name}: ${String(error).slice(0, 2000)}\n`);
  }
  return owner.received().filter(isEnd);
}

function countMarks({ home }: FleetMachine): number {
  const path = join(home, 'mark.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
