/** check:mac on a Mac that is a stand-in: its browser echoes what the model received, its programs answer as macOS's do. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOwnEscape } from '../../../../adapters/desktop/local-stop/own-escape.ts';
import { type CheckKit, type CheckResult, runChecks } from '../../../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../../../adapters/desktop/macos/check/checks.ts';
import { serveTarget, type Target } from '../../../../adapters/desktop/macos/check/target.ts';
import { PASSWORD } from '../../../../adapters/desktop/macos/check/target-page.ts';
import { openMacFacts } from '../../../../adapters/desktop/macos/facts.ts';
import { loadBashParser } from '../../../../adapters/machine/bash-parser.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { followHand, followStopKeys, readSkills } from '../../../../src/bin/mac/check-kit.ts';
import { OWN_FILES } from '../../../../src/bin/own-files.ts';
import type { Box, Desktop } from '../../../../src/ports/desktop.ts';
import { createGate } from '../../../../src/safety/gate.ts';
import type { AxNode, Mac, MacEvent } from '../../../support/mac/mac.ts';
import { type MacBench, never } from './bench.ts';

const bashParser = loadBashParser(OWN_FILES.bashParser);
const SAFARI = 600;
const WINDOW: Box = { x: 0, y: 25, width: 700, height: 440 };
const TEXTEDIT = 812;
const INSTALLED: Readonly<Record<string, readonly [pid: number, name: string]>> = {
  'com.apple.finder': [300, 'Finder'],
  'com.apple.TextEdit': [TEXTEDIT, 'TextEdit'],
  'com.apple.Safari': [SAFARI, 'Safari'],
  'com.apple.calculator': [601, 'Rechner'],
  'com.apple.Passwords': [602, 'Passwörter'],
};
const KEYS: Readonly<Record<number, string>> = {
  124: 'ArrowRight',
  123: 'ArrowLeft',
  96: 'F5',
  0: 'a',
  18: '1',
  29: '0',
  11: 'b',
};
const TYPES: Readonly<Record<number, string>> = {
  1: 'mousedown',
  3: 'mousedown',
  2: 'mouseup',
  4: 'mouseup',
  5: 'mousemove',
  6: 'mousemove',
  22: 'wheel',
  10: 'keydown',
};

/** Faults of the Mac; tests set one at a time. */
export interface CheckWorld {
  /** Answers in place of a program whose command begins so. */
  readonly programs: Map<string, { readonly code: number; readonly output: string }>;
  /** Paths at which the secret can be read. */
  readonly leaks: Set<string>;
  demoCode: number;
  /** Safari lets its windows be moved. */
  canPlace: boolean;
  /** What the person does when asked. */
  person: (what: string) => Promise<boolean>;
}

export async function runMacChecks(
  bench: MacBench,
  names: readonly string[] | 'all',
  arrange: (world: CheckWorld, mac: Mac) => void = () => undefined,
  options: {
    readonly unattended?: boolean;
    readonly known?: ReadonlyMap<string, CheckResult>;
    readonly patience?: number;
  } = {},
): Promise<readonly CheckResult[]> {
  const { mac } = bench;
  const ownEscape = createOwnEscape(() => performance.now());
  const desktop: Desktop = {
    ...bench.desktop,
    holdKey: (keys, ms, signal) => ownEscape.during(keys, () => bench.desktop.holdKey(keys, ms, signal)),
  };
  const world: CheckWorld = {
    programs: new Map(),
    leaks: new Set(),
    demoCode: 0,
    canPlace: true,
    person: (what) => doAsAsked(what, mac),
  };
  const safari = openSafari(mac);
  for (const [bundle, [pid, name]] of Object.entries(INSTALLED)) {
    mac.app(pid, `/Applications/${name}.app/Contents/MacOS/${name}`, bundle);
    if (pid === SAFARI) continue;
    const field: AxNode = { role: 'AXTextArea', title: 'Text', at: [10, 60, 400, 200], focused: true };
    const button: AxNode = { role: 'AXButton', title: 'One', at: [500, 300, 40, 20] };
    const { x, y, width, height } = WINDOW;
    mac.node(pid, { role: 'AXWindow', at: [x, y, width, height], children: [pid === TEXTEDIT ? field : button] });
  }
  safari.place(WINDOW);
  arrange(world, mac);
  const served = await serveTarget();
  let isWishing = false;
  const target: Target = {
    ...served,
    askPlace: () => {
      served.askPlace();
      isWishing = true;
    },
    clear: () => {
      served.clear();
      isWishing = true;
    },
  };
  const takeWish = (): boolean => {
    const hadWish = isWishing;
    isWishing = false;
    return hadWish;
  };
  const stop = new AbortController();
  const model: Model = { saved: '', isMuted: false };
  const browser = browse(target.url, takeWish, safari.page, model, mac, stop.signal);
  const home = '/Users/ann';
  const gate = createGate({
    platform: 'macos',
    home,
    root: '/Users/ann/deskhand',
    dataDir: '/Users/ann/deskhand',
    secondParser: await bashParser,
  });
  const kit: CheckKit = {
    desktop,
    isUnattended: options.unattended ?? false,
    run: async (command) => runAsMac(command, world, model, safari, mac),
    shell: async (command) => {
      if (command === 'echo inside') return { code: 0, output: 'inside\n' };
      const leak = [...world.leaks].find((path) => command.includes(path));
      return leak === undefined
        ? { code: 1, output: 'Operation not permitted' }
        : { code: 0, output: kit.secret.content };
    },
    runCommand: async (command) => runAsMac([command], world, model, safari, mac),
    target: async () => {
      mac.raise(SAFARI);
      return target;
    },
    placeTarget: async (box) => {
      if (world.canPlace) safari.place(box);
      return world.canPlace;
    },
    document: {
      path: '/Users/ann/deskhand/check-mac/document.txt',
      empty: async () => {
        mac.forgetTyped();
        model.saved = '';
      },
      read: async () => model.saved,
    },
    followHand: () => followHand(desktop, never),
    followStopKeys: () => followStopKeys({ ownEscape, warn: assert.fail, library: mac.standIn.library }, never),
    ask: (what) => world.person(what),
    demo: async () => ({ code: world.demoCode, output: 'the demo' }),
    ...(await readSkills(
      join(import.meta.dirname, '../../../../skills'),
      (command) => gate.judge({ action: 'shell', command, timeout_s: 30 }, { cwd: home }).risk === 'safe',
    )),
    secret: { path: '/Users/ann/deskhand/state/secret', content: 'not for any command' },
    facts: { node: process.version },
    layout: openMacFacts(mac.standIn.library).layout,
    savePicture: async () => undefined,
    patience: options.patience ?? 1,
    signal: never,
  };
  try {
    const checks = listChecks(decodeFrame, 6).filter(({ name }) => names === 'all' || names.includes(name));
    return await runChecks(checks, kit, {
      known: options.known ?? new Map(),
      keep: async () => undefined,
    });
  } finally {
    stop.abort();
    await browser;
    await target.close();
  }
}

/** Texts that the applications have saved. */
interface Model {
  saved: string;
  isMuted: boolean;
}

interface Safari {
  page(): Box;
  place(box: Box): void;
  /** On top of the others. */
  open(): void;
}

/** Its window, without bars, and the password field on the page. */
function openSafari(mac: Mac): Safari {
  let page = WINDOW;
  const open = (): void =>
    mac.window(SAFARI, 'Safari', 'Deskhand check', [page.x, page.y, page.width, page.height], { paint: 2 });
  return {
    page: () => page,
    open,
    place: (box) => {
      page = box;
      mac.closeWindows(SAFARI);
      mac.clearNodes(SAFARI);
      open();
      const { left, top, width, height } = PASSWORD;
      const field: AxNode = {
        role: 'AXTextField',
        subrole: 'AXSecureTextField',
        title: 'Password',
        at: [page.x + left, page.y + top, width, height],
      };
      mac.node(SAFARI, { role: 'AXWindow', at: [page.x, page.y, page.width, page.height], children: [field] });
    },
  };
}

const KEY_S = 1;
const COMMAND = 0x10_0000;
/** NX_KEYTYPE_MUTE, pressed. */
const MUTE = (7 << 16) | 0xa00;

/** Plays Safari, TextEdit and the sound: events that the system received become the page's, TextEdit saves, the sound is muted. */
async function browse(
  url: string,
  takeWish: () => boolean,
  page: () => Box,
  model: Model,
  mac: Mac,
  signal: AbortSignal,
): Promise<void> {
  const post = (body: object) => fetch(`${url}seen`, { method: 'POST', body: JSON.stringify(body) });
  const nothing = { x: 0, y: 0, button: 0, clicks: 0, buttons: 0, dx: 0, dy: 0, key: '', held: '' };
  let shown = '';
  let told: Box | null = null;
  mac.forgetTyped();
  while (!signal.aborted) {
    // It asks when there is something: a question every few milliseconds is most of the work of a run.
    const wish = takeWish() ? await (await fetch(`${url}wish`)).text() : '';
    if (wish.includes('clear')) {
      mac.forgetTyped();
      shown = '\0';
    }
    const now = page();
    if (now !== told || wish.includes('place')) await post({ type: 'place', ...now });
    told = now;
    await mac.arrived();
    for (const event of mac.events()) {
      if (event.type === 14 && event.data === MUTE) model.isMuted = !model.isMuted;
      if (event.type === 10 && event.key === KEY_S && (event.flags & COMMAND) !== 0) model.saved = mac.typed();
      const seen = asSeen(event, now);
      if (seen !== null) await post({ ...nothing, ...seen });
    }
    const text = mac.typed();
    if (text !== shown) await post({ type: 'text', text });
    shown = text;
    await sleep(10);
  }
}

function asSeen(event: MacEvent, page: Box): object | null {
  const type = TYPES[event.type];
  if (type === undefined || event.text !== '') return null;
  const held = [
    (event.flags & 0x4_0000) !== 0 && 'control',
    (event.flags & 0x8_0000) !== 0 && 'alt',
    (event.flags & 0x2_0000) !== 0 && 'shift',
    (event.flags & 0x10_0000) !== 0 && 'cmd',
  ];
  return {
    type,
    x: event.x - page.x,
    y: event.y - page.y,
    button: event.button === 1 ? 2 : 0,
    clicks: event.clicks,
    buttons: event.type === 6 ? 1 : 0,
    dx: -Math.sign(event.wheel[1]),
    dy: -Math.sign(event.wheel[0]),
    key: KEYS[event.key] ?? '',
    held: held.filter((word) => word !== false).join('+'),
  };
}

async function runAsMac(command: readonly string[], world: CheckWorld, model: Model, safari: Safari, mac: Mac) {
  const words = command.join(' ');
  const other = [...world.programs].find(([start]) => words.startsWith(start));
  if (other !== undefined) return other[1];
  const [program, flag, bundle = ''] = command;
  if (program === '/usr/bin/sw_vers')
    return { code: 0, output: 'ProductName:\tmacOS\nProductVersion:\t26.1\nBuildVersion:\t25B78\n' };
  if (program === '/usr/bin/open' && flag === '-b') {
    const [pid, name] = INSTALLED[bundle] ?? [0, ''];
    if (pid === 0) return { code: 1, output: 'LSCopyApplicationURLsForBundleIdentifier() failed' };
    const { x, y, width, height } = WINDOW;
    if (pid === SAFARI) safari.open();
    else mac.window(pid, name, name, [x, y, width, height]);
    return { code: 0, output: '' };
  }
  if (words.includes('output muted')) return { code: 0, output: `${model.isMuted}\n` };
  if (words === '/usr/bin/pmset displaysleepnow') mac.set('asleep', 1);
  if (words.startsWith('/usr/sbin/screencapture -x -c')) mac.copy({ 'public.png': 'PNG', 'public.tiff': 'TIFF' });
  if (words.includes('clipboard info'))
    return {
      code: 0,
      output: mac
        .clipboard()
        .flatMap((item) => Object.keys(item))
        .join(', ')
        .replaceAll('public.png', '«class PNGf», 312'),
    };
  return { code: 0, output: 'something\n' };
}

async function holdAll(codes: readonly number[], ms: number, mac: Mac): Promise<void> {
  for (const code of codes) mac.hold(code, true);
  await sleep(ms);
  for (const code of codes) mac.hold(code, false);
}

async function doAsAsked(what: string, mac: Mac): Promise<boolean> {
  if (/Shift key/.test(what)) mac.person(10, 2);
  if (/Move the mouse/.test(what)) {
    // A hand moves on for a while.
    for (let step = 0; step < 20; step += 1) {
      mac.push(300 + step * 4, 200);
      await sleep(20);
    }
  }
  if (/corner/.test(what)) mac.push(0, 0);
  if (/Control, Option/.test(what)) await holdAll([0x3b, 0x3a, 0x35], 300, mac);
  if (/Hold Escape/.test(what)) await holdAll([0x35], 2000, mac);
  if (/Lock/.test(what)) {
    mac.set('locked', 1);
    await sleep(700);
    mac.set('locked', 0);
  }
  return true;
}
