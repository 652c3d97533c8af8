/** The pages that are open now. A browser allows six connections to one server, so a fifth page takes the place of the first. */

const PAGES_MAX = 4;

export interface OpenPage {
  /** Aborts when the page is gone, crowded out, or the chat stops. */
  readonly signal: AbortSignal;
  isCrowdedOut(): boolean;
  close(): void;
}

export interface OpenPages {
  open(): OpenPage;
  count(): number;
  closeAll(): void;
}

export function createOpenPages(): OpenPages {
  const controllers = new Set<AbortController>();
  const crowdedOut = new WeakSet<AbortController>();

  function close(controller: AbortController): void {
    controllers.delete(controller);
    controller.abort();
  }

  return {
    open() {
      const controller = new AbortController();
      const [oldest] = controllers;
      if (oldest !== undefined && controllers.size >= PAGES_MAX) {
        crowdedOut.add(oldest);
        close(oldest);
      }
      controllers.add(controller);
      return {
        signal: controller.signal,
        isCrowdedOut: () => crowdedOut.has(controller),
        close: () => close(controller),
      };
    },
    count: () => controllers.size,
    closeAll() {
      for (const controller of [...controllers]) close(controller);
    },
  };
}
