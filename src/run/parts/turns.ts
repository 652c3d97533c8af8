/** Questions of parts side by side: one at a time; what all of them want to know is asked once. */

export interface Turns {
  /**
   * Runs `ask` when no other owner's is under way; a nested question of the same owner runs at once. Rejects with the signal's reason while it waits.
   */
  take<T>(owner: number, ask: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createTurns(): Turns {
  let holder: { readonly owner: number; depth: number } | null = null;
  const waiting: (() => void)[] = [];

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const at = waiting.indexOf(enter);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      };
      waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    async take(owner, ask, signal) {
      signal.throwIfAborted();
      while (holder !== null && holder.owner !== owner) await wait(signal);
      holder = { owner, depth: (holder?.depth ?? 0) + 1 };
      try {
        return await ask();
      } finally {
        const depth = holder.depth - 1;
        holder = depth === 0 ? null : { owner, depth };
        if (holder === null) waiting.shift()?.();
      }
    },
  };
}

/** A question that another part is asking already is not repeated: its answer counts for both. */
export type AskOnce<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

export function createAskOnce<T>(): AskOnce<T> {
  const under = new Map<string, Promise<T>>();
  return (key, ask) => {
    const known = under.get(key);
    if (known !== undefined) return known;
    const asked = ask().finally(() => under.delete(key));
    under.set(key, asked);
    return asked;
  };
}
