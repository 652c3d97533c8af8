/** Uses the person's clipboard and primary selection for pasting and gives back what they held, whatever happens in between. */
import type { Content, SelectionName, Selections } from './selections.ts';

/** Puts text on both selections; the returned function says that it has been pasted and nobody will ask for it any more. */
export type Offer = (text: string) => Promise<() => void>;

export interface SelectionLoan {
  /** Runs `work`, then gives the selections back. */
  borrow(signal: AbortSignal, work: (offer: Offer) => Promise<void>): Promise<void>;
  /** What the person has put on the clipboard: while a loan is not given back yet, what it will hold again. */
  readClipboard(signal: AbortSignal): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Gives back at once what is still owed. */
  close(): Promise<void>;
}

type Saved = ReadonlyMap<SelectionName, Content | null>;

const NAMES: readonly SelectionName[] = ['PRIMARY', 'CLIPBOARD'];
/** After a paste that nobody fetched the program may still ask, late: it gets nothing, rather than the person's own clipboard. */
const LATE_PASTE_MS = 1500;

export function createSelectionLoan(selections: Selections): SelectionLoan {
  let owed: { readonly saved: Saved; readonly timer: NodeJS.Timeout } | null = null;

  const saveAll = async (signal: AbortSignal): Promise<Saved> => {
    if (owed !== null) {
      clearTimeout(owed.timer);
      const { saved } = owed;
      owed = null;
      return saved;
    }
    const saved = new Map<SelectionName, Content | null>();
    for (const name of NAMES) saved.set(name, await selections.save(name, signal));
    return saved;
  };

  const giveBack = async (saved: Saved): Promise<void> => {
    for (const [name, content] of saved) {
      // Whoever copied something meanwhile keeps it.
      if (await selections.isTaken(name)) continue;
      await selections.own(name, content === null || content.size === 0 ? null : content);
    }
  };

  const giveBackLater = async (saved: Saved): Promise<void> => {
    for (const name of NAMES) await selections.own(name, null);
    const timer = setTimeout(() => {
      owed = null;
      // A display that went away meanwhile has no clipboard to give back to.
      giveBack(saved).catch(() => undefined);
    }, LATE_PASTE_MS);
    owed = { saved, timer };
  };

  return {
    borrow: async (signal, work) => {
      const saved = await saveAll(signal);
      let isOpen = false;
      try {
        await work(async (text) => {
          const content = await selections.textContent(text);
          isOpen = true;
          for (const name of NAMES) await selections.own(name, content);
          return () => {
            isOpen = false;
          };
        });
      } finally {
        await (isOpen ? giveBackLater(saved) : giveBack(saved));
      }
    },
    readClipboard: async (signal) => {
      if (owed === null) return selections.readText('CLIPBOARD', signal);
      return selections.textOf(owed.saved.get('CLIPBOARD') ?? null);
    },
    writeClipboard: async (text) => {
      const content = await selections.textContent(text);
      if (owed === null) return selections.own('CLIPBOARD', content);
      clearTimeout(owed.timer);
      const saved = new Map(owed.saved).set('CLIPBOARD', content);
      owed = null;
      await giveBack(saved);
    },
    close: async () => {
      if (owed === null) return;
      clearTimeout(owed.timer);
      const { saved } = owed;
      owed = null;
      await giveBack(saved);
    },
  };
}
