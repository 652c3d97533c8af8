/** Reads this computer's own rules for messages through a gateway. */
import { createPersonDoor, loadPolicy } from '../fleet/open-trust.ts';
import type { WorkerRules } from './open-worker.ts';

export async function readRules(dataFolder: string, machine: string): Promise<WorkerRules> {
  const policy = await loadPolicy(dataFolder);
  return { refuses: createPersonDoor(policy, machine), whenCutOff: policy.whenCutOff };
}
