/** One Chromium for many tasks: over the whole display, bare or with its bars, with its elements told, its downloads in a folder, and a zoom a host. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumWindow } from '../support/chromium-window.ts';
import type { TestDisplay } from '../support/x11.ts';
import { hostOf } from './page-server.ts';
import { ZOOMS } from './task.ts';

export interface BrowserOptions {
  readonly display: TestDisplay;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Pixels of the display for each pixel of a page. */
  readonly density: number;
  /** A profile folder of its own, empty at first. */
  readonly profile: string;
  readonly downloads: string;
  /** Whether the browser tells nothing of what is on its pages. */
  readonly isUntold: boolean;
  /** Whether the window has tabs and an address bar, as people have it; else the page alone. */
  readonly hasBars?: boolean;
}

/** Chromium's zoom levels are powers of this. */
const ZOOM_STEP = 1.2;

export function openBrowser(options: BrowserOptions): { end(): Promise<void> } {
  const { display, url, width, height, density, profile, downloads, isUntold, hasBars = false } = options;
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const levels = ZOOMS.map((zoom) => [hostOf(zoom), { zoom_level: Math.log(zoom / 100) / Math.log(ZOOM_STEP) }]);
  const preferences = {
    // The question whether to keep a password would cover the right of a later page.
    credentials_enable_service: false,
    download: { default_directory: downloads, prompt_for_download: false },
    partition: { per_host_zoom_levels: { x: Object.fromEntries(levels) } },
  };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const [program, flags] = chromiumWindow(url, profile, width / density, height / density);
  const unwanted = hasBars
    ? /^--(?:force-device-scale-factor|app|start-fullscreen|kiosk|window-)/
    : /^--force-device-scale-factor/;
  const own = flags.filter((flag) => !unwanted.test(flag));
  const more = hasBars ? ['--start-maximized', url] : [];
  const telling = isUntold ? '--disable-renderer-accessibility' : '--force-renderer-accessibility';
  return display.open(program, [...own, `--force-device-scale-factor=${density}`, telling, ...more]);
}
