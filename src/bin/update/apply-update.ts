/** An update from the question to the running new version. On any failure the previous version stays or is restored, and no data is touched. */
import {
  type Candidate,
  type Prepared,
  UpdateRefused,
  type UpdateSource,
} from '../../../adapters/machine/update/candidate.ts';
import { textOf } from '../../words/said-error.ts';
import { clause, say, type Text } from '../../words/say.ts';
import { changesBetween } from '../../words/versions.ts';

export interface UpdatePorts {
  readonly source: UpdateSource;
  /** The present version. */
  readonly version: string;
  readonly tell: (text: Text) => void;
  /** Asks the person at the terminal. */
  readonly confirm: (question: Text) => Promise<boolean>;
  /** Resolves once the owner approved on their phone, if they have one; rejects otherwise. */
  readonly askPhone: (version: string) => Promise<void>;
  /** The new version's objections to the settings; '' when it accepts them. */
  readonly checkSettings: (prepared: Prepared) => Promise<Text>;
  /** Starts the new version on an empty data folder without any account; '' when it gets ready, else why not. */
  readonly tryStart: (prepared: Prepared) => Promise<Text>;
  /** The service, when Deskhand runs as one. */
  readonly service: { stop(): Promise<void>; start(): Promise<void> } | null;
  /** Resolves once no Deskhand uses these files any more, saying what the person has to do. */
  readonly untilEnded: () => Promise<void>;
  /** '' once the Deskhand started by the service answers, else the reason. */
  readonly untilAnswers: () => Promise<Text>;
}

/** Whether a newer version is in place now. Rejects with `UpdateRefused`. */
export async function applyUpdate(ports: UpdatePorts, signal: AbortSignal): Promise<boolean> {
  const { source, version, tell } = ports;
  const candidate = await source.find(signal);
  if (candidate === null) {
    tell(say`Deskhand ${version} is the newest version.`);
    return false;
  }
  try {
    return await take(candidate, ports, signal);
  } finally {
    await candidate.drop();
  }
}

async function take(candidate: Candidate, ports: UpdatePorts, signal: AbortSignal): Promise<boolean> {
  const { version, tell, confirm, askPhone, checkSettings, tryStart } = ports;
  tell(say`Deskhand ${candidate.version} is there (this is ${version}), proven by ${candidate.provenBy}.`);
  tell(
    changesBetween(candidate.changelog, version, candidate.version) || say`Its changelog does not say what changes.`,
  );
  if (!(await confirm(say`Put ${candidate.version} in?`))) {
    tell(say`Nothing was changed.`);
    return false;
  }
  await askPhone(candidate.version);
  tell(say`Its packages are installed and tried beside this one. That takes a minute or two.`);
  const prepared = await candidate.prepare(signal);
  const problems = await checkSettings(prepared);
  if (problems !== '')
    throw new UpdateRefused(say`${candidate.version} does not take your settings. Nothing was changed.\n${problems}`);
  const trouble = await tryStart(prepared);
  if (trouble !== '')
    throw new UpdateRefused(say`${candidate.version} does not start here. Nothing was changed. It said:\n${trouble}`);
  signal.throwIfAborted();
  await putIn(candidate.version, prepared, ports);
  return true;
}

/** From here on signals are ignored, as half a version would not run. */
async function putIn(next: string, prepared: Prepared, ports: UpdatePorts): Promise<void> {
  const { service, version, tell, untilEnded, untilAnswers } = ports;
  await service?.stop();
  try {
    await untilEnded();
    await prepared.swap();
  } catch (error) {
    await service?.start();
    const why = clause(textOf(error));
    throw new UpdateRefused(say`${next} could not be put in place (${why}). ${version} is still there.`, {
      cause: error,
    });
  }
  if (service === null) {
    tell(say`Deskhand ${next} is in place. Your data and settings are as they were.`);
    return;
  }
  await service.start();
  const trouble = await untilAnswers();
  if (trouble === '') {
    tell(say`Deskhand ${next} runs. Your data and settings are as they were.`);
    return;
  }
  await service.stop();
  await prepared.back();
  await service.start();
  const again = await untilAnswers();
  throw new UpdateRefused(
    again === ''
      ? say`${next} did not start as a service (${trouble}). ${version} is back and runs.`
      : say`${next} did not start as a service (${trouble}). ${version} is back, but does not answer (${again}).`,
  );
}
