/** How far this computer trusts the gateway that its commands come through: its policy, and codes of a phone where a tap is not enough. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { fleetFolder } from '../../../adapters/fleet/fleet-folder.ts';
import type { Settings } from '../../config/schema.ts';
import { createCodeDesk } from '../../fleet/trust/code-desk.ts';
import { createCodeProof } from '../../fleet/trust/code-proof.ts';
import { type Policy, readPolicy, USUAL_POLICY } from '../../fleet/trust/policy.ts';
import { createPolicyGate } from '../../fleet/trust/policy-gate.ts';
import type { InboundMessage } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Proof } from '../../run/proof.ts';
import type { ActionGate } from '../../safety/gate.ts';
import { systemCode } from '../../words/disk-trouble.ts';
import { join as joinTexts, say, type Text } from '../../words/say.ts';
import { EXIT, ExitError } from '../exit.ts';
import { createCodeStore } from './code-store.ts';

const POLICY_FILE = 'policy.json';

export interface Trust {
  readonly gate: (gate: ActionGate) => ActionGate;
  readonly proof: Proof;
}

export async function openTrust(settings: Settings, dataFolder: string, clock: Clock, log: Logger): Promise<Trust> {
  const policy = await loadPolicy(dataFolder);
  const desk = createCodeDesk(createCodeStore(fleetFolder(dataFolder)), clock);
  return {
    gate: (gate) => createPolicyGate(gate, policy),
    proof: createCodeProof({
      machine: settings.MACHINE_NAME ?? '',
      policy,
      desk,
      note: (what) => log.info(what, 'a code was asked for'),
    }),
  };
}

/** The default policy when there is no file. Rejects with exit code 2 and all errors in it. */
export async function loadPolicy(dataFolder: string): Promise<Policy> {
  const path = join(fleetFolder(dataFolder), POLICY_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw new ExitError(
      EXIT.configuration,
      say`${path} could not be read, and without it nobody knows what this computer refuses. Make it readable for you.`,
      { cause: error },
    );
  });
  if (text === null) return USUAL_POLICY;
  const read = readPolicy(text);
  if (read.ok) return read.policy;
  throw new ExitError(
    EXIT.configuration,
    say`${path} is not right, so Deskhand does not start:\n${joinTexts(
      read.problems.map((problem) => joinTexts(['  ', problem], '')),
      '\n',
    )}`,
  );
}

/** Why this computer refuses a person's messages; null: it does not. */
export function createPersonDoor(
  { people }: Policy,
  machine: string,
): (message: Pick<InboundMessage, 'sender'>) => Text | null {
  return ({ sender }) =>
    people === null || people.includes(sender.id)
      ? null
      : say`${machine} is not for you to work: its own rules name who may.`;
}
