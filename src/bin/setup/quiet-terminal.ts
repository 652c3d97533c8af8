/** A terminal that shows nothing of what is typed between two questions: a token that is pasted too early is not to be read there. */
import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';

const CTRL_C = '\x03';
const LEFT = Symbol('left');

export interface QuietTerminal {
  /** Keys that come meanwhile are thrown away, but for Ctrl+C. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Its answer; a symbol where Ctrl+C came in one breath with the Enter that ended it: the question's own ears are shut by then. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | symbol>;
  /** As it was. */
  end(): void;
}

/** For a process whose standard input is a terminal. */
export function quietTerminal(): QuietTerminal {
  const { stdin } = process;
  const before = stty('-g');
  // What the questions put back after themselves is this.
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
        // What was typed before the work ended may lie unread: a turn of the loop reads it, and the next question does not.
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
