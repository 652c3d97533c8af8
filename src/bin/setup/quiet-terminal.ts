/** A terminal without echo between two questions, so that a token pasted too early does not show. */
import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';

const CTRL_C = '\x03';
const LEFT = Symbol('left');

export interface QuietTerminal {
  /** Discards keys typed during `work`, except Ctrl+C. */
  during<T>(work: Promise<T>): Promise<T>;
  /** The question's answer; a symbol when Ctrl+C came together with the Enter that ended it, as the question no longer listens then. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | symbol>;
  /** Restores the terminal. */
  end(): void;
}

/** For a process whose standard input is a terminal. */
export function quietTerminal(): QuietTerminal {
  const { stdin } = process;
  const before = stty('-g');
  // The questions restore this state after themselves.
  if (before !== null) stty('-echo');
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    process.off('exit', end);
    if (before !== null) stty(before.trim());
  };
  process.once('exit', end);
  return {
    end,
    async during(work) {
      const swallow = (keys: Buffer): void => {
        if (keys.includes(CTRL_C)) process.kill(process.pid, 'SIGINT');
      };
      stdin.setRawMode(true);
      stdin.on('data', swallow).resume();
      try {
        return await work;
      } finally {
        // Keys typed before the end may be unread: one turn of the event loop reads them, so that the next question does not.
        await nextTurn();
        await nextTurn();
        stdin.off('data', swallow).pause();
        stdin.setRawMode(false);
      }
    },
    async ask(question) {
      let hasLeft = false;
      const notice = (keys: Buffer): void => {
        hasLeft ||= keys.includes(CTRL_C);
      };
      stdin.on('data', notice);
      try {
        const answer = await question();
        return hasLeft ? LEFT : answer;
      } finally {
        stdin.off('data', notice);
      }
    },
  };
}

/** null: there is no such program, or no such terminal. */
function stty(word: string): string | null {
  const { status, stdout } = spawnSync('stty', [word], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' });
  return status === 0 ? stdout : null;
}
