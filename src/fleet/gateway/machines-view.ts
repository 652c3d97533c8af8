/** `/machines`: the machines, what each does, and what it lacks. Pure. */
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { MachineSeen } from '../../ports/work.ts';
import { join, plural, say, short, type Text } from '../../words/say.ts';

const GOAL_CHARACTERS = 60;
const BYTES_PER_GB = 1_000_000_000;
/** Below this much free space a warning is shown, as pictures and updates need room. */
const LOW_GB = 5;

export interface MachinesView {
  readonly machines: readonly MachineSeen[];
  /** Machine for messages without a name; null: the person is asked. */
  readonly chosen: string | null;
  /** Limit of all machines together, today; null: none. */
  readonly limitTodayUsd: number | null;
  readonly spentTodayUsd: number;
}

export function describeMachines({
  machines,
  chosen,
  limitTodayUsd,
  spentTodayUsd: spent,
}: MachinesView): readonly SpokenSpan[] {
  if (machines.length === 0) return [say`There is no computer that you may use.`];
  const together: Text =
    limitTodayUsd === null
      ? say`Together today: ${{ usd: spent }}`
      : say`Together today: ${{ usd: spent }} of ${{ usd: limitTodayUsd }}`;
  return [
    ...machines.flatMap((machine, index): readonly SpokenSpan[] => [
      ...(index === 0 ? [] : ['\n\n']),
      machine.isHere ? '🟢 ' : '⚪ ',
      { bold: machine.name },
      ...(machine.name === chosen ? [' ', { quiet: say`(yours here)` }] : []),
      ...describeMachine(machine).flatMap((line): readonly SpokenSpan[] => ['\n', line]),
    ]),
    '\n\n',
    { quiet: together },
  ];
}

function describeMachine({ isHere, lastSeenAt, told }: MachineSeen): readonly Text[] {
  if (!isHere && lastSeenAt === null) return [say`away; I have not seen it yet`];
  const away: readonly Text[] = isHere ? [] : [say`away, last seen ${{ moment: lastSeenAt ?? 0 }}`];
  if (told === null) return away;
  const { run, waiting, platform, screen, version, model, freeBytes, lacks, spentTodayUsd, dayLimitUsd } = told;
  const goal = run === null ? null : short(run.goal, GOAL_CHARACTERS);
  const doing: Text = goal === null ? say`idle` : run?.isPaused === true ? say`paused: ${goal}` : say`working: ${goal}`;
  const free = freeBytes === null ? null : freeBytes / BYTES_PER_GB;
  const about: readonly Text[] = [
    [platform, screen].filter((part) => part !== '').join(' '),
    say`version ${version}`,
    say`model ${model}`,
    ...(free === null
      ? []
      : [free < LOW_GB ? say`⚠ only ${Math.round(free)} GB free` : say`${Math.round(free)} GB free`]),
  ];
  return [
    ...away,
    ...(isHere
      ? [waiting === 0 ? doing : join([doing, plural(waiting, say`${waiting} waits`, say`${waiting} wait`)], ', ')]
      : []),
    join(about, ' · '),
    say`today ${{ usd: spentTodayUsd }} of ${{ usd: dayLimitUsd }}`,
    ...lacks.map((lack) => join(['⚠', lack], ' ')),
  ];
}
