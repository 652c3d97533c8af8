/** Examines everything Deskhand needs, one line each: fine, wrong, or unused. Changes nothing. */

import type { Chat, Platform } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { RecallState } from '../ports/recall.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import { sayLack } from '../screen/lacks.ts';
import { textOf } from '../words/said-error.ts';
import { capital, join, say, type Text } from '../words/say.ts';
import type { Finding, Mend } from './finding.ts';

export interface DoctorPorts {
  readonly program: { readonly node: string; readonly path: string; readonly version: string };
  /** The newest known version, if it is newer than this one; null: none. */
  readonly newerVersion: (signal: AbortSignal) => Promise<string | null>;
  readonly desktop: Pick<Desktop, 'describe'>;
  readonly handsPid: () => number | null;
  /** Missing confinement of shell commands. */
  readonly sandboxLacks: readonly Text[];
  /** Free space on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>;
  /** Needed servers. */
  readonly servers: readonly Server[];
  readonly clock: Clock;
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly people: () => readonly string[];
  readonly model: {
    readonly name: string;
    readonly isPriced: boolean;
    /** Hosts that the deciding agent may reach; null: the model is no agent. */
    readonly hosts?: readonly string[] | null;
  } | null;
  readonly skills: { list(): readonly unknown[]; problems(): readonly Text[] };
  readonly recall: () => RecallState;
  readonly voice: { readonly isInstalled: boolean; readonly hasModel: boolean };
  /** Number of browsers with access; null: the page is off. */
  readonly pageSessions: () => number | null;
  readonly service: () => { readonly isInstalled: boolean };
  /** Time, milliseconds since 1970, at which an unexpected end of an earlier process was noticed; null: never. */
  readonly lastCrash: () => number | null;
  /** Number of runs of earlier processes without an end in their journal. */
  readonly leftRuns: () => Promise<number>;
}

export interface Server {
  readonly name: string;
  /** The server's time, milliseconds since 1970, if it tells; the problem with the key, ''. Rejects when it does not answer. */
  ask(signal: AbortSignal): Promise<{ readonly time: number | null; readonly keyTrouble: Text }>;
}

const LOOK_MS = 8000;
const MIN_FREE_BYTES = 1_000_000_000;
const BYTES_PER_GB = 1_000_000_000;
const MOST_CLOCK_MS = 60_000;

/** Never rejects: something unknown is a finding, too. */
export async function examine(ports: DoctorPorts, signal: AbortSignal): Promise<readonly Finding[]> {
  const until = withLimit(LOOK_MS, signal);
  const [desktop, servers, disk, crash, newer] = await Promise.all([
    examineDesktop(ports, until),
    examineServers(ports, until),
    examineDisk(ports),
    examineCrash(ports),
    ports.newerVersion(until).catch(() => null),
  ]);
  const { program } = ports;
  return [
    finding('node', say`Node`, 'ok', say`${program.node} at ${program.path}`),
    newer === null
      ? finding('version', say`Version`, 'ok', `Deskhand ${program.version}`)
      : finding(
          'version',
          say`Version`,
          'off',
          say`Deskhand ${program.version}; ${newer} is there: run ${'deskhand update'} at the computer`,
          // A Deskhand in a terminal would not be restarted after an update.
          ports.service().isInstalled ? 'update' : null,
        ),
    ...desktop,
    ports.sandboxLacks.length === 0
      ? finding('sandbox', say`Confined place`, 'ok', say`shell commands are kept in it`)
      : finding('sandbox', say`Confined place`, 'bad', join(ports.sandboxLacks, ' ')),
    disk,
    ...servers,
    ...[...ports.chats.values()].map(examineChat),
    examinePeople(ports),
    examinePage(ports),
    examineModel(ports),
    examineSkills(ports),
    finding('recall', say`Recall`, ports.recall().embedder === 'asleep' ? 'off' : 'ok', ports.recall().detail),
    examineVoice(ports),
    ports.service().isInstalled
      ? finding('service', say`Service`, 'ok', say`installed: Deskhand comes back after a login and a failure`)
      : finding('service', say`Service`, 'off', say`not installed: after a restart somebody has to start Deskhand`),
    crash,
  ];
}

function finding(name: string, title: Text, state: Finding['state'], text: Text, mend: Mend | null = null): Finding {
  return { name, title, state, text, mend };
}

async function examineDesktop(ports: DoctorPorts, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    const { platform, name, displays, lacks = [] } = await ports.desktop.describe(signal);
    const sizes = displays.map(({ width, height }) => `${width}x${height}`).join(', ');
    const pid = ports.handsPid();
    return [
      finding('display', say`Display`, 'ok', `${platform} ${name} ${sizes}`),
      finding(
        'hands',
        say`Hands`,
        'ok',
        pid === null ? say`started when they are needed` : say`process ${String(pid)}`,
      ),
      lacks.length === 0
        ? finding('permissions', say`Permissions`, 'ok', say`nothing is missing`)
        : finding('permissions', say`Permissions`, 'bad', join(lacks.map(sayLack), ' '), 'ask for permissions'),
    ];
  } catch (error) {
    const why = textOf(error);
    return [
      finding('display', say`Display`, 'bad', say`not reachable: ${why}`),
      finding('hands', say`Hands`, 'bad', say`they do not answer: ${why}`, 'restart hands'),
      finding('permissions', say`Permissions`, 'off', say`known once the hands answer`),
    ];
  }
}

async function examineServers({ servers, clock }: DoctorPorts, signal: AbortSignal): Promise<readonly Finding[]> {
  const times: number[] = [];
  const lines = await Promise.all(
    servers.map(async ({ name, ask }): Promise<Finding> => {
      try {
        const { time, keyTrouble } = await ask(signal);
        if (time !== null) times.push(time - clock.now());
        return keyTrouble === ''
          ? finding(`network ${name}`, say`Network to ${name}`, 'ok', say`it answers`)
          : finding(`network ${name}`, say`Network to ${name}`, 'bad', keyTrouble);
      } catch (error) {
        return finding(`network ${name}`, say`Network to ${name}`, 'bad', say`it does not answer: ${textOf(error)}`);
      }
    }),
  );
  const [off] = times.toSorted((one, other) => Math.abs(one) - Math.abs(other));
  const title = say`Clock`;
  if (off === undefined) return [...lines, finding('clock', title, 'off', say`no server was asked for the time`)];
  return Math.abs(off) <= MOST_CLOCK_MS
    ? [...lines, finding('clock', title, 'ok', say`it is right`)]
    : [
        ...lines,
        finding(
          'clock',
          title,
          'bad',
          off > 0
            ? say`it is ${{ ms: off }} late: let the system set it from the network`
            : say`it is ${{ ms: -off }} early: let the system set it from the network`,
        ),
      ];
}

async function examineDisk({ freeBytes }: DoctorPorts): Promise<Finding> {
  try {
    const free = await freeBytes();
    const gb = Math.floor((free / BYTES_PER_GB) * 10) / 10;
    return free >= MIN_FREE_BYTES
      ? finding('disk', say`Disk`, 'ok', say`${gb} GB are free`)
      : finding('disk', say`Disk`, 'bad', say`only ${gb} GB are free: recordings may fail`, 'free disk');
  } catch (error) {
    return finding('disk', say`Disk`, 'bad', say`it cannot be looked at: ${textOf(error)}`);
  }
}

function examineChat(chat: Chat): Finding {
  const { isConnected, detail } = chat.health();
  return finding(
    chat.platform,
    capital(chat.platform),
    isConnected ? 'ok' : 'bad',
    detail === '' ? say`connected` : detail,
  );
}

function examinePeople({ people }: DoctorPorts): Finding {
  const phones = people().filter((id) => !id.startsWith('web:')).length;
  return phones === 0
    ? finding('people', say`People`, 'off', say`no phone is paired; ${'deskhand pair'} lets one in`)
    : finding(
        'people',
        say`People`,
        'ok',
        phones === 1 ? say`1 person may write from a phone` : say`${phones} people may write from a phone`,
      );
}

function examinePage({ pageSessions }: DoctorPorts): Finding {
  const sessions = pageSessions();
  if (sessions === null) return finding('page', say`Page`, 'off', say`it is off`);
  return sessions === 0
    ? finding('page', say`Page`, 'bad', say`no browser is in, and links work for ten minutes`, 'renew link')
    : finding('page', say`Page`, 'ok', sessions === 1 ? say`1 browser is in` : say`${sessions} browsers are in`);
}

function examineModel({ model }: DoctorPorts): Finding {
  if (model === null)
    return finding('model', say`Model`, 'off', say`none is set up: only skills that need no model work`);
  if (model.hosts !== undefined && model.hosts !== null)
    return finding(
      'model',
      say`Model`,
      'ok',
      say`${model.name}, an agent in its confined place; it reaches ${model.hosts.join(', ')} and nothing else`,
    );
  return model.isPriced
    ? finding('model', say`Model`, 'ok', say`${model.name}, its price is known`)
    : finding('model', say`Model`, 'bad', say`${model.name}, its price is not known: set MODEL_PRICES`);
}

function examineSkills({ skills }: DoctorPorts): Finding {
  const problems = skills.problems();
  return problems.length === 0
    ? finding('skills', say`Skills`, 'ok', say`${skills.list().length} can be used`)
    : finding('skills', say`Skills`, 'bad', join(problems, ' '));
}

function examineVoice({ voice }: DoctorPorts): Finding {
  if (!voice.isInstalled)
    return finding('voice', say`Voice notes`, 'off', say`not installed; ${'deskhand extras'} installs what they need`);
  return voice.hasModel
    ? finding('voice', say`Voice notes`, 'ok', say`written down on this computer`)
    : finding('voice', say`Voice notes`, 'off', say`VOICE_MODEL is not set`);
}

async function examineCrash({ lastCrash, leftRuns }: DoctorPorts): Promise<Finding> {
  const left = await leftRuns().catch(() => 0);
  if (left > 0)
    return finding(
      'crash',
      say`Last crash`,
      'bad',
      left === 1 ? say`1 run of an earlier start has no end` : say`${left} runs of earlier starts have no end`,
      'run recovery',
    );
  const at = lastCrash();
  return at === null
    ? finding('crash', say`Last crash`, 'ok', say`none is known`)
    : finding('crash', say`Last crash`, 'off', say`noticed on ${{ moment: at }}; you were told what it interrupted`);
}
