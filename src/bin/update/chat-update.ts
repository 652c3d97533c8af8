/** An update that the owner begins in the chat: a process of its own carries it out, since this Deskhand ends meanwhile. */
import { spawn } from 'node:child_process';
import type { Settings } from '../../config/schema.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { SaidError } from '../../words/said-error.ts';
import { quoted, say, type Text } from '../../words/say.ts';
import { OWN_FILES, versionOfDeskhand } from '../own-files.ts';
import { SUPERVISED } from '../service/supervised.ts';

/** Set during an update, to the version it started from. */
const BEGUN = 'update.begun';
const LAST_WORDS = 600;
const SYSTEMD_RUN = '/usr/bin/systemd-run';
/** Handed on to a unit, which has the system's environment. */
const HANDED_ON = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY'];

type Environment = Readonly<Record<string, string | undefined>>;

export interface ChatUpdateParts {
  readonly state: StateStore;
  readonly env: Environment;
  readonly settings: Pick<Settings, 'UPDATE_SIGNERS' | 'TELEGRAM_ALLOWED_USERS' | 'SLACK_ALLOWED_USERS'>;
  readonly dataFolder: string;
  /** Tells everybody who may use this computer. */
  readonly tell: (text: Text) => void;
  readonly warn: (problem: string) => void;
}

export interface ChatUpdate {
  /** Resolves with a message about what follows. Rejects with `SaidError` when nothing would restart Deskhand afterwards. */
  begin(): Promise<Text>;
  /** Whether the owner started an update, so that its question is expected. */
  isUnderWay(): boolean;
  /** Called at the start: tells the result of an update that ended the previous process. */
  tellEnd(): Promise<void>;
}

export function createChatUpdate({ state, env, settings, dataFolder, tell, warn }: ChatUpdateParts): ChatUpdate {
  let isUnderWay = false;
  return {
    isUnderWay: () => isUnderWay,
    async begin() {
      const supervisor = env[SUPERVISED];
      if (supervisor === undefined)
        throw new SaidError(
          say`This Deskhand was started by hand and would not come back: run ${'deskhand update'} there.`,
        );
      if (isUnderWay) return say`An update is under way already.`;
      await state.set(BEGUN, versionOfDeskhand());
      isUnderWay = true;
      // Settings may exist only in the unit; these are no secrets.
      const own: Environment = {
        DATA_DIR: dataFolder,
        UPDATE_SIGNERS: settings.UPDATE_SIGNERS,
        TELEGRAM_ALLOWED_USERS: settings.TELEGRAM_ALLOWED_USERS.join(','),
        SLACK_ALLOWED_USERS: settings.SLACK_ALLOWED_USERS.join(','),
      };
      const [program, words] = commandFor(supervisor, env, own);
      // The trial start is not run as a service.
      const outside = { ...env, ...own, [SUPERVISED]: undefined };
      const child = spawn(program, words, { env: outside, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said = `${said}${text}`.slice(-LAST_WORDS);
        });
      child.on('error', (error) => {
        said = error.message;
      });
      // On success it ends this Deskhand, so only a refusal is reported here.
      child.once('close', (code) => {
        isUnderWay = false;
        state.set(BEGUN, null).catch((error: unknown) => warn(String(error)));
        tell(say`The update ended: ${quoted(said.trim() || String(code))}`);
      });
      return say`I look for the newest version, and ask you before it is put in.`;
    },
    async tellEnd() {
      const before = state.get(BEGUN);
      if (typeof before !== 'string') return;
      await state.set(BEGUN, null);
      const now = versionOfDeskhand();
      tell(
        now === before
          ? say`The update did not work out: version ${now} is back. ${'deskhand service logs'} says why.`
          : say`Deskhand ${now} runs now.`,
      );
    },
  };
}

/** Outside the service: a process inside would be ended together with it, in the middle of the update. */
function commandFor(supervisor: string, env: Environment, own: Environment): [program: string, words: string[]] {
  const update = [process.execPath, OWN_FILES.entry, 'update', '--from-chat'] as const;
  if (supervisor !== 'systemd') return [update[0], update.slice(1)];
  const named = [...HANDED_ON.map((name) => [name, env[name]] as const), ...Object.entries(own)];
  const handed = named.flatMap(([name, value]) => (value === undefined ? [] : [`--setenv=${name}=${value}`]));
  return [SYSTEMD_RUN, ['--user', '--collect', '--quiet', '--wait', '--pipe', ...handed, '--', ...update]];
}
