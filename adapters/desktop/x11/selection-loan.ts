/** Uses the person's clipboard and primary selection for pasting and gives back what they held, whatever happens in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Content, SelectionName, Selections } from './selections.ts';

/** Text on the selections. */
export interface Offered {
  /** Notes that the text has been fetched. */
  fetched(): void;
  /** From now on requests get nothing: neither the text nor the person's own clipboard. */
  withdraw(): Promise<void>;
}

export type Offer = (text: string) => Promise<Offered>;

export interface LoanTerms {
  /** Whether the program may fetch a paste twice. */
  readonly asksAgain: boolean;
  /** Asked right before a selection is taken: a program that loses PRIMARY drops its own selection, which typing would then not replace. */
  readonly mayTake: (name: SelectionName) => Promise<boolean>;
}

export interface SelectionLoan {
  /** Runs `work`; the selections are given back a little later. */
  borrow(terms: LoanTerms, signal: AbortSignal, work: (offer: Offer) => Promise<void>): Promise<void>;
  /** Gives back what was borrowed as soon as that is safe: before any other input, which could paste. */
  settle(): Promise<void>;
  /** What the person has put on the clipboard, also while it is lent. */
  readClipboard(signal: AbortSignal): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Gives back at once. */
  close(): Promise<void>;
}

interface Debt {
  readonly saved: ReadonlyMap<SelectionName, Content | null>;
  /** `performance.now()` from which giving back disturbs no paste. */
  readonly safeAt: number;
  readonly timer: NodeJS.Timeout;
}

const NAMES: readonly SelectionName[] = ['PRIMARY', 'CLIPBOARD'];
/** Chromium reads a second time after its paste event; on a busy machine that was seen up to 160 ms after the first. */
const SECOND_READ_MS = 350;
const GIVE_BACK_MS = 1500;

export function createSelectionLoan(selections: Selections): SelectionLoan {
  let debt: Debt | null = null;

  const giveBack = async (saved: Debt['saved']): Promise<void> => {
    for (const [name, content] of saved) {
      // Whatever somebody copied meanwhile stays on the clipboard.
      if (await selections.isTaken(name)) continue;
      await selections.own(name, content === null || content.size === 0 ? null : content);
    }
  };
  const pay = async (): Promise<void> => {
    if (debt === null) return;
    const { saved, timer } = debt;
    debt = null;
    clearTimeout(timer);
    await giveBack(saved);
  };
  const owe = (saved: Debt['saved'], safeInMs: number): void => {
    const timer = setTimeout(() => {
      // A display that went away meanwhile has no clipboard to give back to.
      pay().catch(() => undefined);
    }, GIVE_BACK_MS);
    debt = { saved, safeAt: performance.now() + safeInMs, timer };
  };
  const settle = async (): Promise<void> => {
    if (debt === null) return;
    const waitMs = debt.safeAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    await pay();
  };

  return {
    borrow: async ({ asksAgain, mayTake }, signal, work) => {
      await settle();
      const saved = new Map<SelectionName, Content | null>();
      for (const name of NAMES) saved.set(name, await selections.save(name, signal));
      const taken = new Set<SelectionName>();
      let isOpen = false;
      try {
        await work(async (text) => {
          const content = await selections.passingContent(text);
          isOpen = true;
          for (const name of NAMES) {
            if (!(await mayTake(name))) continue;
            taken.add(name);
            await selections.own(name, content);
          }
          return {
            fetched: () => {
              isOpen = false;
            },
            withdraw: async () => {
              for (const name of taken) await selections.own(name, new Map());
            },
          };
        });
      } finally {
        // A program that asks only now, after a stop, gets nothing: neither the text nor the person's own clipboard.
        if (isOpen) for (const name of taken) await selections.own(name, null);
        const owed = new Map([...saved].filter(([name]) => taken.has(name)));
        owe(owed, asksAgain ? SECOND_READ_MS : 0);
      }
    },
    settle,
    readClipboard: async (signal) =>
      debt?.saved.has('CLIPBOARD')
        ? selections.textOf(debt.saved.get('CLIPBOARD') ?? null)
        : selections.readText('CLIPBOARD', signal),
    writeClipboard: async (text) => {
      await settle();
      await selections.own('CLIPBOARD', await selections.textContent(text));
    },
    close: pay,
  };
}
