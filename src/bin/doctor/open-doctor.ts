/** The doctor of a running Deskhand: what it examines here, and what it can repair. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import type { Hands } from '../../../adapters/desktop/hands.ts';
import { createService } from '../../../adapters/machine/service/service.ts';
import { findModelFacts } from '../../../adapters/model/models.ts';
import type { Doctor } from '../../commands/doctor-desk.ts';
import { hostsOfAgent } from '../../config/known-agents.ts';
import type { Settings } from '../../config/schema.ts';
import { type DoctorPorts, examine } from '../../doctor/examine.ts';
import { type KeepLimits, pruneRecordings } from '../../journal/prune.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { endLeftRun, findLeftRuns } from '../../run/life/recover-runs.ts';
import { plural, say, type Text } from '../../words/say.ts';
import { findTransformers } from '../extra-packages.ts';
import type { ChatUpdate } from '../update/chat-update.ts';
import { findNewerVersion } from '../update/known-version.ts';
import { findServers } from './servers.ts';
import { readVersion } from './version.ts';

export interface OpenDoctorParts
  extends Pick<DoctorPorts, 'chats' | 'people' | 'model' | 'skills' | 'recall' | 'pageSessions' | 'sandboxLacks'> {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly hands: Pick<Hands, 'desktop' | 'pid' | 'restart'>;
  readonly recordings: Recordings;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly keep: KeepLimits;
  /** A new link to the page; null: the page is off. */
  readonly makeLink: () => string | null;
  readonly warn: (problem: string) => void;
  readonly chatUpdate: Pick<ChatUpdate, 'begin'>;
}

const LIFE = 'life';
const FREE_DAYS = 3;
const HANDS_MS = 15_000;

/** Notes that this process started, and returns the function that notes its orderly end. A missing end shows that the process before crashed. */
export async function noteLife(
  state: StateStore,
  clock: Clock,
): Promise<{ readonly lastCrash: number | null; end(): Promise<void> }> {
  const before = readLife(state.get(LIFE));
  const lastCrash = before.isOpen ? clock.now() : before.lastCrash;
  await state.set(LIFE, { isOpen: true, lastCrash });
  return { lastCrash, end: () => state.set(LIFE, { isOpen: false, lastCrash }).catch(() => undefined) };
}

function readLife(value: unknown): { readonly isOpen: boolean; readonly lastCrash: number | null } {
  const isObject = typeof value === 'object' && value !== null;
  const at = isObject && 'lastCrash' in value && typeof value.lastCrash === 'number' ? value.lastCrash : null;
  return { isOpen: isObject && 'isOpen' in value && value.isOpen === true, lastCrash: at };
}

/** The doctor's line about the model that decides. */
export function describeModel(settings: Settings, model: Pick<Model, 'name'> | null): DoctorPorts['model'] {
  if (model === null) return null;
  return {
    name: model.name,
    isPriced: findModelFacts(model.name, settings.MODEL_PRICES).price !== null,
    hosts: settings.MODEL_PROVIDER === 'acp' ? hostsOfAgent(settings) : null,
  };
}

export async function openDoctor(parts: OpenDoctorParts, lastCrash: number | null): Promise<Doctor> {
  const { recordings, clock, keep, warn, hands, settings } = parts;
  // Runs that this process begins do not count as left by an earlier one.
  const newest = (await recordings.list().catch(() => [])).at(-1) ?? '';
  const findLeft = async (): Promise<readonly string[]> => await findLeftRuns(newest, recordings);
  const ports: DoctorPorts = {
    ...parts,
    program: { node: process.version, path: process.execPath, version: readVersion() },
    newerVersion: (signal) => findNewerVersion(settings, parts.dataFolder, signal),
    desktop: hands.desktop,
    handsPid: hands.pid,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(parts.dataFolder);
      return bavail * bsize;
    },
    servers: findServers(settings),
    voice: {
      isInstalled: findTransformers(parts.dataFolder) !== null,
      hasModel: settings.VOICE_MODEL !== undefined,
    },
    service: () => ({ isInstalled: isServiceInstalled() }),
    lastCrash: () => lastCrash,
    leftRuns: async () => (await findLeft()).length,
  };
  return {
    examine: (signal) => examine(ports, signal),
    async mend(what): Promise<Text> {
      switch (what) {
        case 'restart hands':
        case 'ask for permissions':
          await hands.restart(what === 'ask for permissions', AbortSignal.timeout(HANDS_MS));
          return what === 'restart hands'
            ? say`The hands were restarted.`
            : say`The computer asks for its permissions now.`;
        case 'run recovery': {
          const left = await findLeft();
          for (const runId of left) await endLeftRun(runId, { recordings, warn });
          return plural(
            left.length,
            say`1 interrupted run was ended. Nothing of it is done again.`,
            say`${left.length} interrupted runs were ended. Nothing of them is done again.`,
          );
        }
        case 'update':
          return await parts.chatUpdate.begin();
        case 'renew link': {
          const link = parts.makeLink();
          return link === null
            ? say`The page is off.`
            : say`For a browser on the computer itself, once, within 10 minutes: ${link}`;
        }
        case 'free disk': {
          const limits = { days: Math.min(FREE_DAYS, keep.days), maxBytes: Math.floor(keep.maxBytes / 4) };
          const unfinished = new Set((await recordings.list()).filter((runId) => runId > newest));
          const removed = await pruneRecordings(recordings, limits, unfinished, { now: clock.now(), warn });
          return plural(removed, say`1 recording was deleted.`, say`${removed} recordings were deleted.`);
        }
      }
    },
  };
}

function isServiceInstalled(): boolean {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const { file } = createService(platform, { home: homedir(), uid: userInfo().uid, run: () => Promise.resolve(null) });
  return existsSync(file);
}
