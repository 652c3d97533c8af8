/** Chromium for tests: without sandbox (tests run as root), without a word to the outside. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/**
 * For a window with an address bar: without the pages that it loads beforehand for the list below that bar, which are half of what
 * its start costs. The last list of this name counts, so what Playwright’s leaves out of a start stands here as well.
 */
export const LEAN_WINDOW = `--disable-features=${[
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'HttpsUpgrades'],
  ...['AimEnabled', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
].join(',')}`;
