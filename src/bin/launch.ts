/** Wires a whole Deskhand from settings and a folder: what `start` runs and the demo too. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { WebChatPortUnavailable } from '../../adapters/chat/web/listener.ts';
import { createHands } from '../../adapters/desktop/hands.ts';
import { createFileInbox } from '../../adapters/files/file-inbox.ts';
import type { JournalDisk } from '../../adapters/files/journal-disk.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import type { Settings } from '../config/schema.ts';
import { createDeskhand, type Deskhand } from '../deskhand.ts';
import { createPairing } from '../inbound/pairing.ts';
import { watchForReplacement } from '../inbound/replacement.ts';
import { createMemory } from '../memory/memory.ts';
import type { Clock } from '../ports/clock.ts';
import { withReading } from '../safety/secrets/read-desktop.ts';
import { createRedactor } from '../safety/secrets/redact.ts';
import { say, type Text } from '../words/say.ts';
import { chooseLanguage, english } from '../words/speak.ts';
import { checkPrivate, privatePlaces } from './check-private.ts';
import { findSettingsFile } from './data-folder.ts';
import { describeModel, noteLife, openDoctor } from './doctor/open-doctor.ts';
import { EXIT, ExitError } from './exit.ts';
import type { Trust } from './fleet/open-trust.ts';
import { openFleet } from './fleet-roles/open-fleet.ts';
import { openToolbox, secretsOfTools } from './mcp/open-tools.ts';
import { noteModels } from './model-notices.ts';
import { OWN_FILES, PROJECT_ROOT } from './own-files.ts';
import type { OpenChats } from './parts/open-chats.ts';
import { openDoors } from './parts/open-control.ts';
import { openData } from './parts/open-data.ts';
import { openDesktop } from './parts/open-desktop.ts';
import { openGate } from './parts/open-gate.ts';
import { openHelpers } from './parts/open-helpers.ts';
import { openLocalStop } from './parts/open-local-stop.ts';
import { openMachine } from './parts/open-machine.ts';
import { openModel } from './parts/open-model.ts';
import { openRoles, openSkills } from './parts/open-skills.ts';
import { openTelemetry } from './parts/open-telemetry.ts';
import { readCaps } from './read-caps.ts';
import { secretsOf, withoutSettings } from './settings.ts';
import { createChatUpdate } from './update/chat-update.ts';

export interface LaunchOptions {
  readonly settings: Settings;
  /** Where vault, recordings, own skills and state live. */
  readonly dataFolder: string;
  /** The person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly display: 'found' | 'virtual';
  readonly log: Logger;
  /** For tests: file operations of the journals that fail. */
  readonly disk?: JournalDisk;
  /** For tests: another clock than the computer's. */
  readonly clock?: Clock;
}

const BYTES_PER_MB = 1_000_000;
/** Set once a Mac was asked for its permissions, so that Deskhand does not open its dialogs and settings again. */
const ASKED = 'mac.asked';

export interface Launched {
  /** `ready telegram, web http://127.0.0.1:7780 | desktop x11 :0 1440x900 | model claude-sonnet-5-5` */
  readonly readyLine: string;
  readonly chats: OpenChats;
  /** Resolves with a message for the person once no chat can be reached because another Deskhand uses their tokens. */
  readonly replaced: Promise<Text>;
  /** Tells people that Deskhand is back after an unexpected end. */
  tellReturn(): void;
  /** Ends the current run, delivers what can be delivered, and closes all of Deskhand's processes and files. */
  stop(detail: string): Promise<void>;
}

/** Rejects with `ExitError` for what a person can mend; everything opened before is closed again. */
export async function launch(options: LaunchOptions, signal: AbortSignal): Promise<Launched> {
  const { settings, log } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    signal.throwIfAborted();
    const clock = options.clock ?? createSystemClock();
    const redactor = createRedactor([...secretsOf(settings, options.env), ...secretsOfTools(options.dataFolder)]);
    const warn = (problem: string): void => log.warn(problem);
    checkPrivate(privatePlaces(options.dataFolder, findSettingsFile(options.env)), (text) => warn(english(text)));
    const data = await openData(options.dataFolder, clock, redactor, warn, options.disk);
    closers.push(() => data.close());
    const pairing = createPairing(data.state, clock);
    const fleet = await openFleet({ settings, data, pairing, redactor, clock, log });
    const { chats } = fleet;
    closers.push(() => chats.close());
    closers.push(fleet.close);
    const opened = await openDesktop({ env: options.env, display: options.display }, signal);
    closers.push(() => opened.close());
    let running: Deskhand | null = null;
    /** Logs a text, and tells it to the person of the current run. */
    const tell = (text: Text): void => {
      log.warn(english(text));
      running?.tellCurrent(text);
    };
    const hands = createHands({
      program: OWN_FILES.hands,
      platform: opened.platform,
      env: opened.env,
      privateApps: settings.PRIVATE_APPS ?? [],
      asksForPermissions: data.state.get(ASKED) !== true,
      onDown: tell,
      onUp: () => tell(say`The desktop is back.`),
    });
    closers.push(() => hands.close());
    // Starting these takes a third of a second, in which the rest is loaded.
    const described = hands.desktop.describe(signal);
    described.catch(() => undefined);
    const localStop = openLocalStop({ ...opened, ...hands, keys: settings.STOP_KEY, warn });
    closers.push(() => localStop.close());
    const helpers = openHelpers(settings, options.dataFolder, options.env, warn);
    closers.push(() => helpers.close());
    const { home, dataFolder } = options;
    const { machine, watched, lacks } = await openMachine({ home, root: PROJECT_ROOT, dataFolder, env: opened.env });
    closers.push(() => machine.close());
    for (const lack of lacks) warn(english(lack));
    const tools = openToolbox(
      { home, dataFolder, env: withoutSettings(options.env), learn: redactor.learn },
      data.state,
    );
    closers.push(tools.close);
    const gate = await openGate({
      tools: tools.box.look,
      home: options.home,
      dataFolder: options.dataFolder,
      privateApps: settings.PRIVATE_APPS ?? [],
    });
    const trust = await trustOf(settings, dataFolder, clock, log);
    const life = new AbortController();
    closers.push(() => life.abort());
    const skills = await openSkills(dataFolder, { state: data.state, platform: machine.platform, warn }, life.signal);
    const opening = openModel(settings, { clock, log, redactor }, options);
    const { model, agents, traces } = opening;
    closers.push(opening.close);
    const keep = { days: settings.RECORDINGS_KEEP_DAYS, maxBytes: settings.RECORDINGS_MAX_MB * BYTES_PER_MB };
    const tellAll = (text: Text): void => running?.tellEverybody(text);
    const chatUpdate = createChatUpdate({ ...data, ...options, tell: tellAll, warn });
    const thisLife = await noteLife(data.state, clock);
    const doctor = await openDoctor(
      {
        ...data,
        settings,
        dataFolder: options.dataFolder,
        hands,
        clock,
        keep,
        warn,
        chatUpdate,
        skills,
        recall: helpers.recall.state,
        sandboxLacks: lacks,
        chats: chats.byPlatform,
        people: chats.people,
        model: describeModel(settings, model),
        pageSessions: () => chats.web?.sessions().length ?? null,
        makeLink: () => chats.web?.openLink() ?? null,
      },
      thisLife.lastCrash,
    );
    const telemetry = openTelemetry(settings, options.dataFolder, data.recordings, warn);
    closers.push(() => telemetry.close());
    for (const notice of telemetry.notices) warn(english(notice));
    const notices = noteModels(settings, { model, agents }, [...lacks, ...telemetry.notices], warn, life.signal);
    const deskhand = createDeskhand({
      doctor,
      ...hands,
      desktop: withReading(hands.desktop, helpers.reader, hands.pictures),
      localStop,
      machine,
      gate: trust?.gate(gate) ?? gate,
      proof: trust?.proof,
      together: fleet.together,
      tools: tools.box,
      toolServers: tools,
      clock,
      log,
      model,
      traces,
      vault: data.vault,
      memory: createMemory({
        ...data,
        recall: helpers.recall,
        clock,
        model,
        language: chooseLanguage(settings.LANGUAGE, ''),
        warn,
      }),
      recordings: data.recordings,
      inbox: data.inbox,
      orders: data.orders,
      watched,
      files: createFileInbox(join(options.dataFolder, 'inbox')),
      transcriber: helpers.transcriber,
      state: data.state,
      triggerSecrets: data.triggerSecrets,
      skills,
      roles: openRoles(options.dataFolder, warn),
      keep,
      chats: fleet.byPlatform,
      isAllowed: chats.isAllowed,
      people: chats.people,
      links: settings.LINKED_USERS,
      notices,
      onRunEnded: telemetry.noteEnd,
      helpers: () => [{ name: say`Hands`, state: describeProcess(hands.pid()) }, ...helpers.states()],
      language: settings.LANGUAGE,
      showsPictures: (thread) => !thread.isGroup || settings.GROUP_PICTURES === 'on',
      settings: {
        caps: readCaps(settings),
        confirmTimeoutMs: settings.CONFIRM_TIMEOUT_S * 1000,
        confirmStyle: settings.CONFIRM_STYLE,
        displayIndex: settings.DISPLAY_INDEX,
      },
    });
    running = deskhand;
    closers.push(thisLife.end);
    const { platform, name, displays } = await described;
    if (platform === 'macos') await data.state.set(ASKED, true);
    let stopDetail = 'an error while starting';
    // Before the start, so that the runs of waiting commands are closed even if a chat cannot start.
    closers.push(() => deskhand.stop(stopDetail));
    const sizes = displays.map(({ width, height }) => `${width}x${height}`).join('+');
    await fleet.begin(deskhand.here, { platform, screen: sizes, model: model?.name ?? 'playbook', lacks });
    await startChats(deskhand);
    chats.needOne();
    const visits = { checkDoors: chats.checkDoors, onRemoved: deskhand.dismiss, onPaired: deskhand.welcome };
    const parts = { deskhand, web: chats.web, pairing: { pairing, ...visits }, settings, clock, chatUpdate };
    const doors = await openDoors(data.folder, { ...parts, mask: redactor.text }, warn);
    closers.push(doors.close);
    await chatUpdate.tellEnd();
    const replaced = Promise.withResolvers<Text>();
    const watching = new AbortController();
    closers.push(() => watching.abort());
    void fleet.ended.then(replaced.resolve);
    void watchForReplacement(chats.byPlatform, clock, watching.signal).then(replaced.resolve, () => undefined);
    return {
      replaced: replaced.promise,
      readyLine: `ready ${chats.labels()} | desktop ${platform} ${name} ${sizes} | model ${model?.name ?? 'playbook'}${fleet.label()}${doors.label}`,
      chats,
      tellReturn: deskhand.tellReturn,
      async stop(detail) {
        stopDetail = detail;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** null: messages come straight from a chat. */
async function trustOf(settings: Settings, dataFolder: string, clock: Clock, log: Logger): Promise<Trust | null> {
  if (settings.DESKHAND_ROLE !== 'worker') return null;
  const { openTrust } = await import('./fleet/open-trust.ts');
  return await openTrust(settings, dataFolder, clock, log);
}

/** A port in use is something a person can repair. */
async function startChats(deskhand: Deskhand): Promise<void> {
  try {
    await deskhand.start();
  } catch (error) {
    if (error instanceof WebChatPortUnavailable) throw new ExitError(EXIT.configuration, error.text, { cause: error });
    throw error;
  }
}

function describeProcess(pid: number | null): Text {
  return pid === null ? say`not running; they are started when they are needed` : say`process ${String(pid)}`;
}
