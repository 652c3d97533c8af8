/** `deskhand update [--check]`: the newest version is verified, described, tried, and installed after approvals here and on the owner's phone. */
import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectControl } from '../../../adapters/files/control-socket.ts';
import { createService } from '../../../adapters/machine/service/service.ts';
import { UpdateRefused } from '../../../adapters/machine/update/candidate.ts';
import type { Settings } from '../../config/schema.ts';
import { ControlRefusal } from '../../ports/control.ts';
import { mapNames, say } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { findDataFolder, findSettingsFile } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { versionOfDeskhand } from '../own-files.ts';
import { controlSocketPath } from '../parts/open-data.ts';
import { readArguments } from '../reach-deskhand.ts';
import { runService } from '../service/wish.ts';
import { loadSettings, secretsOf, withoutSettings } from '../settings.ts';
import { type Stopping, untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { askYes, tell, YES } from '../terminal/tell.ts';
import { applyUpdate, type UpdatePorts } from '../update/apply-update.ts';
import { findUpdateSource } from '../update/find-source.ts';
import { hasPairedPhone } from '../update/has-paired-phone.ts';
import { keepKnownVersion } from '../update/known-version.ts';
import { checkSettingsWith, tryStartOf } from '../update/try-version.ts';

const ANSWER_MS = 90_000;
const LOOK_MS = 500;

await runCommand(async (hide) => {
  const { values } = readArguments(
    () =>
      parseArgs({
        options: {
          check: { type: 'boolean', default: false },
          // Used by the previous version to ask the new one.
          'check-settings': { type: 'boolean', default: false },
          // Begun by a Deskhand that runs, for its owner's tap: asked on the phone alone.
          'from-chat': { type: 'boolean', default: false },
        },
      }),
    call('update', '[--check]'),
  );
  const settings = loadSettings(process.env);
  if (values['check-settings']) return EXIT.clean;
  hide(secretsOf(settings, process.env));
  const dataFolder = findDataFolder(settings.DATA_DIR);
  const stopping = untilSignal();
  const source = findUpdateSource(settings, dataFolder);
  try {
    if (values.check) {
      const newest = await source.peek(stopping.signal);
      keepKnownVersion(dataFolder, newest ?? versionOfDeskhand());
      tell(
        newest === null
          ? say`Deskhand ${versionOfDeskhand()} is the newest version.`
          : say`Deskhand ${newest} is there (this is ${versionOfDeskhand()}): ${call('update')} puts it in.`,
      );
      return EXIT.clean;
    }
    const isFromChat = values['from-chat'];
    if (!isFromChat) needTerminal(call('update'), 'puts other code in');
    const ports = openPorts(settings, dataFolder, stopping, isFromChat);
    const isTaken = await applyUpdate({ source, ...ports }, stopping.signal);
    if (isTaken && !isServiceThere()) tell(say`Start it: ${call('start')}`);
    return EXIT.clean;
  } catch (error) {
    if (stopping.signal.aborted) throw new ExitError(EXIT.failure, say`Left. Nothing was changed.`, { cause: error });
    if (error instanceof UpdateRefused)
      throw new ExitError(EXIT.failure, mapNames(error.text, showHidden), { cause: error });
    throw error;
  }
});

function openPorts(
  settings: Settings,
  dataFolder: string,
  { signal }: Stopping,
  isFromChat: boolean,
): Omit<UpdatePorts, 'source'> {
  const socket = controlSocketPath(dataFolder);
  const options = { env: withoutSettings(process.env), node: process.execPath, signal };
  return {
    version: versionOfDeskhand(),
    tell,
    async confirm(question) {
      // The approval on the phone is the only one, and nothing is installed when there is no phone to ask.
      if (isFromChat) return true;
      return await askYes(say`${question} Type ${YES}:`, signal);
    },
    async askPhone(version) {
      const control = await connectControl(socket);
      if (control === null) {
        if (isFromChat || (await hasPairedPhone(settings, dataFolder)))
          throw new UpdateRefused(
            say`A phone is connected, and its owner has to say yes: start Deskhand with ${call('start')}, and run this again beside it. Nothing was changed.`,
          );
        return;
      }
      const { TELEGRAM_ALLOWED_USERS: telegram, SLACK_ALLOWED_USERS: slack } = settings;
      if (isFromChat && [...telegram, ...slack, ...(await control.pairing.list())].length === 0)
        throw new UpdateRefused(say`No phone is connected that could say yes. Nothing was changed.`);
      try {
        await whilePhoneIsAsked(control.mayUpdate(version, signal));
      } catch (error) {
        if (error instanceof ControlRefusal) throw new ExitError(error.exit, error.text, { cause: error });
        throw error;
      }
    },
    checkSettings: (prepared) =>
      checkSettingsWith(prepared, { settingsFile: findSettingsFile(), dataFolder }, { ...options, env: process.env }),
    tryStart: (prepared) => tryStartOf(prepared, options),
    service: isServiceThere() ? openService() : null,
    async untilEnded() {
      if ((await connectControl(socket)) === null) return;
      tell(say`Now end Deskhand where it runs (Ctrl+C there). The update goes on by itself then.`);
      while ((await connectControl(socket)) !== null) await sleep(LOOK_MS, undefined, { signal });
    },
    async untilAnswers() {
      for (const end = performance.now() + ANSWER_MS; performance.now() < end; await sleep(LOOK_MS))
        if ((await connectControl(socket)) !== null) return '';
      return say`it did not answer within ${ANSWER_MS / 1000} s; its log: ${call('service', 'logs')}`;
    },
  };
}

function ownService() {
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  return createService(platform, { home: homedir(), uid: userInfo().uid, run: runService });
}

function isServiceThere(): boolean {
  return existsSync(ownService().file);
}

function openService(): NonNullable<UpdatePorts['service']> {
  const service = ownService();
  return {
    stop: async () => void (await service.stop()),
    start: async () => void (await service.start()),
  };
}
