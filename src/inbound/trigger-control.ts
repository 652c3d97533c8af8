/** Triggers for the command line: it may call and list them, and gets a secret only with the owner's tap. */
import { randomUUID } from 'node:crypto';
import { ControlRefusal, type TriggerControl } from '../ports/control.ts';
import type { ToldTrigger, Triggers } from '../ports/triggers.ts';
import { say, type Text } from '../words/say.ts';

export interface TriggerControlPorts {
  readonly triggers: Pick<Triggers, 'take'> & {
    list(): readonly ToldTrigger[];
    renewSecret(name: string): Promise<string | null>;
  };
  /** Rejects with `ControlRefusal` unless the owner says yes, or has no phone here. */
  readonly askOwner: (what: Text, signal: AbortSignal) => Promise<void>;
}

export function createTriggerControl({ triggers, askOwner }: TriggerControlPorts): TriggerControl {
  const unknown = (name: string): ControlRefusal =>
    new ControlRefusal(
      say`There is no trigger called ${name.slice(0, 40)}. ${'deskhand trigger --list'} shows them.`,
      2,
    );
  return {
    async call(name, fields, id = randomUUID()) {
      const answer = await triggers.take({ name, id, fields });
      if (answer.ok) return answer.order;
      if (answer.code === 'unknown') throw unknown(name);
      throw new ControlRefusal(answer.text, answer.code === 'wrong_fields' ? 2 : 1);
    },
    list: async () => triggers.list(),
    async newSecret(name, signal) {
      if (!triggers.list().some((one) => one.name === name)) throw unknown(name);
      await askOwner(say`Somebody at a terminal wants the secret of the trigger “${name}”.`, signal);
      const secret = await triggers.renewSecret(name);
      if (secret === null) throw unknown(name);
      return secret;
    },
  };
}
