/** Several machines that work at once for one phone, each known by the color of its desktop, its files and its name: what crosses is counted. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenMessage } from '../servers/telegram/people.ts';
import type { FleetMachine, FleetPhone } from './fleet-phone.ts';
import { pixelAt } from './jpeg.ts';
import { hasButton, hasLiveButton } from './phone.ts';
import { until } from './until.ts';

/** Skills: one asks before it writes, the other goes on until it is stopped. */
export const ROUND_SKILLS = {
  'leave-a-mark.md': `# SKILL: leave-a-mark

## Description
Leaves a mark.

## Triggers
- \`leave a mark\`

## Playbook
\`\`\`json
[{"action":"shell","command":"echo done >> mark.txt"},{"action":"done","summary":"The mark is left."}]
\`\`\`

## Permissions
shell
`,
  'take-long.md': `# SKILL: take-long

## Description
Takes long.

## Triggers
- \`take long\`

## Playbook
\`\`\`json
[{"action":"wait","seconds":30},{"action":"wait","seconds":30},{"action":"done","summary":"Over."}]
\`\`\`
`,
};

const COLORS = ['red', 'green', 'blue'] as const;
const SHADES = { red: '#e61e28', green: '#00a000', blue: '#0000c8' } as const;
const COMES_MS = 120_000;

export interface RoundFigures {
  pictures: number;
  cards: number;
  files: number;
  /** Messages and files that came from the wrong machine, or are in the wrong place. */
  readonly crossed: string[];
}

interface Place {
  readonly machine: FleetMachine;
  readonly color: (typeof COLORS)[number];
  marks: number;
}

/** Paints each machine's desktop; to be called once, before the rounds. */
export function paintMachines(machines: readonly FleetMachine[]): readonly Place[] {
  return machines.map((machine, index) => {
    const color = COLORS[index % COLORS.length] ?? 'red';
    execFileSync('xsetroot', ['-solid', SHADES[color]], { env: machine.display.env });
    writeFileSync(join(machine.home, 'own.txt'), own(machine));
    return { machine, color, marks: 0 };
  });
}

/** One round: pictures, files in, runs with a No and yesses, files out, and stops, of all machines at once. */
export async function runFleetRound(
  phone: FleetPhone,
  places: readonly Place[],
  round: number,
  figures: RoundFigures,
): Promise<void> {
  const { owner } = phone;
  const isOf =
    ({ machine: { name } }: Place) =>
    ({ text }: SeenMessage): boolean =>
      text.startsWith(`${name}\n`);
  const cross = (what: string): void => void figures.crossed.push(`round ${round}: ${what}`);
  /** Asks all machines and waits for one matching message of each. */
  const fromEach = async (
    ask: (place: Place) => void,
    what: (message: SeenMessage) => boolean,
    of = places,
  ): Promise<ReadonlyMap<Place, SeenMessage>> => {
    const since = owner.messages().at(-1)?.id ?? 0;
    for (const place of of) ask(place);
    const found = of.map(
      async (place) =>
        [
          place,
          await owner.waitFor((seen) => seen.find((one) => one.id > since && isOf(place)(one) && what(one)), COMES_MS),
        ] as const,
    );
    return new Map(await Promise.all(found));
  };
  const checkPicture = async ({ machine, color }: Place, { photo }: SeenMessage): Promise<void> => {
    figures.pictures += 1;
    const shown = photo === null ? 'no picture' : await pixelAt(photo.bytes, 5, 5);
    if (shown !== color) cross(`${machine.name}, which is ${color}, showed ${shown}`);
  };

  const shots = await fromEach(
    ({ machine }) => owner.send(`@${machine.name} screenshot`),
    ({ photo }) => photo !== null,
  );
  for (const [place, message] of shots) await checkPicture(place, message);

  // Content larger than one message of the server.
  const sent = (name: string): Buffer => Buffer.from(`for ${name} in round ${round}\n`.repeat(50_000));
  const cards = await fromEach(
    ({ machine: { name } }) =>
      owner.sendDocument(`in-${round}.txt`, sent(name), { caption: `/on ${name} leave a mark` }),
    (message) => hasLiveButton(message, 'Approve'),
  );
  const denied = places[round % places.length];
  const since = owner.messages().at(-1)?.id ?? 0;
  for (const [place, card] of cards) {
    figures.cards += 1;
    owner.tap(card, place === denied ? 'Deny' : 'Approve');
    if (place !== denied) place.marks += 1;
  }
  for (const place of places) {
    const end = await owner.waitFor(
      (seen) => seen.find((one) => one.id > since && isOf(place)(one) && hasButton(one, 'Again')),
      COMES_MS,
    );
    await checkPicture(place, end);
    const { name, data, home } = place.machine;
    const mark = join(home, 'mark.txt');
    const marks = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
    if (marks !== 'done\n'.repeat(place.marks)) cross(`${name} has ${marks.length / 5} marks and not ${place.marks}`);
    figures.files += 1;
    const path = join(data, 'inbox', `in-${round}.txt`);
    if (!existsSync(path) || !readFileSync(path).equals(sent(name))) cross(`${name} has not got its own file`);
  }

  const files = await fromEach(
    ({ machine }) => owner.send(`@${machine.name} get own.txt`),
    (message) => message.document !== null || hasLiveButton(message, 'Approve'),
  );
  for (const [place, first] of files) {
    figures.files += 1;
    if (first.document === null) owner.tap(first, 'Approve');
    const got =
      first.document === null
        ? await owner.waitFor(
            (seen) => seen.find((one) => one.id > first.id && isOf(place)(one) && one.document !== null),
            COMES_MS,
          )
        : first;
    if (got.document?.bytes.toString() !== own(place.machine)) cross(`${place.machine.name} sent another file`);
  }

  await fromEach(
    ({ machine }) => owner.send(`@${machine.name} take long`),
    (message) => hasLiveButton(message, 'Stop'),
  );
  const [first, ...others] = places;
  const ends = await fromEach(
    ({ machine }) => owner.send(`@${machine.name} stop`),
    ({ text }) => /Stopped/.test(text),
    first === undefined ? [] : [first],
  );
  for (const [place, end] of ends) await checkPicture(place, end);
  const isWorking = ({ machine }: Place): boolean => /"type":"run.ended"/.test(newestJournal(machine)) === false;
  for (const other of others) if (!isWorking(other)) cross(`a stop for another one stopped ${other.machine.name}`);
  await fromEach(
    (place) => place === others[0] && owner.send('stop'),
    ({ text }) => /Stopped/.test(text),
    others,
  );
  await until(() => !places.some(isWorking), 'all stopped');
}

/** Content larger than one message of the server. */
function own({ name }: FleetMachine): string {
  return `of ${name}\n`.repeat(120_000);
}

function newestJournal({ data }: FleetMachine): string {
  for (let run = 999; run > 0; run -= 1) {
    const path = join(data, 'recordings', String(run).padStart(6, '0'), 'journal.jsonl');
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  return '';
}
