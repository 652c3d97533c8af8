/**
 * The elements of the page in front in a Mac's browsers, by AppleScript: Safari's `do JavaScript`, and `execute javascript` of those
 * built on Chromium. From their scripting dictionaries; the command and the reading of its output are tested, it was not run on a Mac.
 */
import { type Display, type ElementList, NAMELESS_APP } from '../../../src/ports/desktop.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { pageSchema, READ_PAGE } from '../web/page-script.ts';
import { placePage } from '../web/place-page.ts';
import { MAC_PROGRAMS } from './programs.ts';
import type { Run } from './run.ts';

type Kind = 'safari' | 'chromium' | 'arc';

/** By their bundle identifiers: names change with the language. */
const BROWSERS: Readonly<Record<string, Kind>> = {
  'com.apple.Safari': 'safari',
  'com.apple.SafariTechnologyPreview': 'safari',
  'com.google.Chrome': 'chromium',
  'com.google.Chrome.canary': 'chromium',
  'org.chromium.Chromium': 'chromium',
  'com.microsoft.edgemac': 'chromium',
  'com.brave.Browser': 'chromium',
  'com.operasoftware.Opera': 'chromium',
  'com.vivaldi.Vivaldi': 'chromium',
  'company.thebrowser.Browser': 'arc',
};

/** A browser in front: its bundle identifier for the program, its name for people. */
export interface Browser {
  readonly bundle: string;
  readonly app: string;
}

/** The page's script is handed in as an argument: nothing of it has to be quoted. */
const RUN_IN: Readonly<Record<Kind, (bundle: string) => string>> = {
  safari: (bundle) => `tell application id "${bundle}" to do JavaScript (item 1 of argv) in document 1`,
  chromium: (bundle) =>
    `tell application id "${bundle}" to execute active tab of front window javascript (item 1 of argv)`,
  arc: (bundle) =>
    `tell application id "${bundle}" to tell front window's active tab to execute javascript (item 1 of argv)`,
};

/** null for an application that is none of them. */
export function readPageCommand(bundle: string): readonly [string, ...string[]] | null {
  const kind = BROWSERS[bundle];
  if (kind === undefined) return null;
  const script = `on run argv\n${RUN_IN[kind](bundle)}\nend run`;
  return [MAC_PROGRAMS.osascript.path, '-e', script, READ_PAGE];
}

/** Never rejects but with the signal's reason. */
export async function listBrowserElements(
  { bundle, app }: Browser,
  display: Display,
  run: Run,
  signal: AbortSignal,
): Promise<ElementList> {
  const command = readPageCommand(bundle);
  if (command === null)
    return unavailable(
      say`${app || NAMELESS_APP} is no browser whose page can be read; ui_elements lists what it has.`,
    );
  try {
    return placePage(readPage(await run(command, '', signal)), { zoom: null, density: display.density }, display);
  } catch (error) {
    signal.throwIfAborted();
    return unavailable(explain({ bundle, app }, error instanceof Error ? error.message : String(error)));
  }
}

/** Arc hands the value over as JSON once more. */
function readPage(output: string) {
  const value: unknown = JSON.parse(output.trim());
  return pageSchema.parse(typeof value === 'string' ? JSON.parse(value) : value);
}

/** errAEEventNotPermitted: somebody said no to the question, or switched it off. */
const NOT_PERMITTED = /-1743/;
/** osascript waits, and times out, while macOS's question for the permission is open. */
const WAITS = /\b(?:timed? ?out|timeout)\b/i;

function explain({ bundle, app }: Browser, why: string): Text {
  if (NOT_PERMITTED.test(why))
    return say`This Mac doesn't let me control ${app}: allow it in System Settings › Privacy & Security › Automation. Until then the picture is all there is to go by.`;
  if (WAITS.test(why))
    return say`${app} did not answer. The Mac may be asking whether I may control it: answer there. Until then the picture is all there is to go by.`;
  if (/apple ?events?|javascript.*(allow|enabl|turned off|preferences|menu)/i.test(why)) {
    const where =
      BROWSERS[bundle] === 'safari'
        ? 'Safari > Settings > Developer > Allow JavaScript from Apple Events'
        : 'View > Developer > Allow JavaScript from Apple Events';
    return say`${app} lets nobody read its pages: switch on ${where}. Until then the picture is all there is to go by.`;
  }
  return say`The page in ${app} could not be read (${why.slice(0, 200)}); the picture is all there is to go by.`;
}

function unavailable(reason: Text): ElementList {
  return { elements: [], coverage: 'unavailable', reason };
}
