/** This machine as the gateway sees and reaches it. */
import type { Caps } from '../config/caps.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Listening, MachineTold } from '../ports/work.ts';
import type { Spend } from '../run/limits/spend.ts';
import type { RunQueue } from '../run/queue.ts';
import { PROTOCOL } from './wire.ts';

/** Fields of its report that do not come from its runs. */
export type About = Pick<MachineTold, 'version' | 'platform' | 'screen' | 'model' | 'freeBytes' | 'lacks'>;

export interface Here {
  readonly listening: (thread: Thread, sender: Sender, text: string) => Listening;
  readonly told: (about: About) => MachineTold;
  /** Ends everything that runs and waits; `name`: who or what stops it. */
  stop(name: string): void;
}

export interface HerePorts {
  readonly queue: Pick<RunQueue, 'current' | 'waiting' | 'clear' | 'stop'>;
  readonly questions: Pick<Questions, 'listening'>;
  readonly spend: Pick<Spend, 'today'>;
  /** Cost of the run under way, USD. */
  readonly uncountedUsd: () => number;
  readonly settings: { readonly caps: Pick<Caps, 'dayCostLimitUsd'> };
}

export function createHere({ queue, questions, spend, uncountedUsd, settings }: HerePorts): Here {
  return {
    listening: questions.listening,
    told(about) {
      const run = queue.current()?.run ?? null;
      const state = run?.state() ?? null;
      return {
        ...about,
        protocol: PROTOCOL,
        run:
          run === null || state === null
            ? null
            : {
                id: run.runId,
                goal: state.goal,
                thread: run.thread,
                isPaused: run.control.isPaused(),
                since: Date.parse(state.createdAt) || 0,
              },
        waiting: queue.waiting().length,
        spentTodayUsd: spend.today() + uncountedUsd(),
        dayLimitUsd: settings.caps.dayCostLimitUsd,
      };
    },
    stop: (name) => void queue.stop({ kind: 'person', name }),
  };
}
