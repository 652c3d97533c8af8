/** Ends what a command started together with the bot, also when the bot is killed: a small process holds a line to it and acts when that breaks. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Lifeline {
  /** Starts the helper process, which takes a moment; to be called before the process to hold is started. */
  open(): void;
  /** From now on this process group ends when the bot does. */
  hold(group: number): void;
  /** Stops holding a group whose number may soon be given to another one. */
  letGo(group: number): void;
  /** Ends the groups that are still held, and the helper. */
  close(): void;
}

/** Reads "+ 123" and "- 123"; at the end of its input it ends every group that was not taken back, the stubborn ones by force. */
const SCRIPT = `held=
while read -r what group; do
  others=
  for one in $held; do [ "$one" = "$group" ] || others="$others $one"; done
  held=$others
  [ "$what" = + ] && held="$held $group"
done
for group in $held; do kill -TERM "-$group"; done
[ -n "$held" ] && sleep 0.3
for group in $held; do kill -KILL "-$group"; done`;

/** Where its process cannot be started nothing is held, and everything else goes on. */
export function createLifeline(): Lifeline {
  let keeper: ChildProcess | null = null;

  const start = (): ChildProcess => {
    // A session of its own: a signal to the bot's group must not take it along before its work is done.
    const child = spawn('/bin/sh', ['-c', SCRIPT], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.on('error', () => undefined);
    child.stdin?.on('error', () => undefined);
    child.unref();
    return child;
  };
  const tell = (line: string): void => void keeper?.stdin?.write(`${line}\n`);

  return {
    open() {
      keeper ??= start();
    },
    hold(group) {
      if (group > 1) tell(`+ ${group}`);
    },
    letGo: (group) => tell(`- ${group}`),
    close() {
      keeper?.stdin?.end();
      keeper = null;
    },
  };
}
