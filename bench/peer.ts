/** Gives orders to the naive path and hears how long each took there; the way between the processes is not counted against it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { PeerOrder } from './peer-desktop.ts';

const replySchema = z.object({ ms: z.number(), picture: z.instanceof(Uint8Array).nullable() });

export interface Peer {
  run(order: PeerOrder): Promise<z.infer<typeof replySchema>>;
  close(): Promise<void>;
}

/** On the display that `env` leads to. */
export function startPeer(env: Readonly<Record<string, string | undefined>>): Peer {
  const child = fork(fileURLToPath(new URL('./peer-desktop.ts', import.meta.url)), [], {
    env,
    execArgv: [],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then((): never => {
    throw new Error('the peer ended');
  });
  // The end matters only to a run in progress.
  ended.catch(() => undefined);
  return {
    run: async (order) => {
      child.send(order);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      return replySchema.parse(reply);
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
