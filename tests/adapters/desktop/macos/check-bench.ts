/** check:mac on a Mac that is a stand-in: its browser echoes what the model received, its programs answer as macOS's do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckKit, type CheckResult, runChecks } from '../../../../adapters/desktop/macos/check/check.ts';
import { listChecks } from '../../../../adapters/desktop/macos/check/checks.ts';
import { serveTarget, type Target } from '../../../../adapters/desktop/macos/check/target.ts';
import { PASSWORD } from '../../../../adapters/desktop/macos/check/target-page.ts';
import { openMacFacts } from '../../../../adapters/desktop/macos/facts.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import type { Mac, MacEvent } from '../../../support/mac/mac.ts';
import { type MacBench, never } from './bench.ts';

const SAFARI = 600;
const PAGE = { x: 0, y: 25, width: 700, height: 440 };
const INSTALLED: Readonly<Record<string, readonly [pid: number, name: string]>> = {
  'com.apple.finder': [300, 'Finder'],
  'com.apple.TextEdit': [812, 'TextEdit'],
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

/** What goes wrong; tests set one at a time. */
export interface CheckWorld {
  /** Answers instead of the program whose words begin so. */
  readonly programs: Map<string, { readonly code: number; readonly output: string }>;
  /** Paths under which the secret can be read. */
  readonly leaks: Set<string>;
  demoCode: number;
  /** What the person does when asked. */
  person: (what: string) => Promise<boolean>;
}

export async function runMacChecks(
  bench: MacBench,
  names: readonly string[] | 'all',
  arrange: (world: CheckWorld, mac: Mac) => void = () => undefined,
  options: { readonly unattended?: boolean; readonly known?: ReadonlyMap<string, CheckResult> } = {},
): Promise<readonly CheckResult[]> {
  const { mac, desktop } = bench;
  const world: CheckWorld = {
    programs: new Map(),
    leaks: new Set(),
    demoCode: 0,
    person: (what) => doAsAsked(what, mac),
  };
  mac.window(SAFARI, 'Safari', 'Deskhand check', [PAGE.x, PAGE.y, PAGE.width, PAGE.height], { paint: 2 });
  const roots = new Map<number, number>();
  for (const [bundle, [pid, name]] of Object.entries(INSTALLED)) {
    mac.app(pid, `/Applications/${name}.app/Contents/MacOS/${name}`, bundle);
    const root = mac.node(pid, {
      role: 'AXWindow',
      at: [PAGE.x, PAGE.y, PAGE.width, PAGE.height],
      children: [{ role: 'AXButton', title: 'One', at: [500, 300, 40, 20] }],
    });
    roots.set(pid, root);
  }
  mac.node(
    SAFARI,
    {
      role: 'AXTextField',
      subrole: 'AXSecureTextField',
      title: 'Password',
      at: [PAGE.x + PASSWORD.left, PAGE.y + PASSWORD.top, PASSWORD.width, PASSWORD.height],
    },
    roots.get(SAFARI),
  );
  arrange(world, mac);
  const target = await serveTarget();
  const stop = new AbortController();
  const browser = browse(target, mac, stop.signal);
  const kit: CheckKit = {
    desktop,
    run: async (command) => runAsMac(command, world, mac),
    shell: async (command) => {
      if (command === 'echo inside') return { code: 0, output: 'inside\n' };
      const leak = [...world.leaks].find((path) => command.includes(path));
      return leak === undefined
        ? { code: 1, output: 'Operation not permitted' }
        : { code: 0, output: kit.secret.content };
    },
    target: async () => {
      mac.raise(SAFARI);
      return target;
    },
    ask: (what) => world.person(what),
    demo: async () => ({ code: world.demoCode, output: 'the demo' }),
    scripts: [{ skill: 'pause-music', script: 'tell application "Music" to pause' }],
    secret: { path: '/Users/ann/deskhand/state/secret', content: 'not for any command' },
    facts: { node: process.version },
    layout: openMacFacts(mac.standIn.library).layout,
    savePicture: async () => undefined,
    signal: never,
  };
  try {
    const checks = listChecks(decodeFrame, 6).filter(({ name }) => names === 'all' || names.includes(name));
    return await runChecks(checks, kit, {
      unattended: options.unattended ?? false,
      known: options.known ?? new Map(),
      keep: async () => undefined,
    });
  } finally {
    stop.abort();
    await browser;
    await target.close();
  }
}

/** As Safari shows the page: what the system received becomes the page's events. */
async function browse(target: Target, mac: Mac, signal: AbortSignal): Promise<void> {
  const post = (body: object) => fetch(`${target.url}seen`, { method: 'POST', body: JSON.stringify(body) });
  const nothing = { x: 0, y: 0, button: 0, clicks: 0, buttons: 0, dx: 0, dy: 0, key: '', held: '', text: '' };
  await post({ ...nothing, type: 'place', x: PAGE.x, y: PAGE.y });
  let shown = '';
  mac.forgetTyped();
  while (!signal.aborted) {
    if ((await (await fetch(`${target.url}wish`)).text()) === 'clear') {
      mac.forgetTyped();
      shown = '\0';
    }
    await mac.arrived();
    for (const event of mac.events()) {
      const seen = asSeen(event);
      if (seen !== null) await post({ ...nothing, ...seen });
    }
    const text = mac.typed();
    if (text !== shown) await post({ ...nothing, type: 'text', text });
    shown = text;
    await sleep(4);
  }
}

function asSeen(event: MacEvent): object | null {
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
    x: event.x - PAGE.x,
    y: event.y - PAGE.y,
    button: event.button === 1 ? 2 : 0,
    clicks: event.clicks,
    buttons: event.type === 6 ? 1 : 0,
    dx: -Math.sign(event.wheel[1]),
    dy: -Math.sign(event.wheel[0]),
    key: KEYS[event.key] ?? '',
    held: held.filter((word) => word !== false).join('+'),
  };
}

async function runAsMac(command: readonly string[], world: CheckWorld, mac: Mac) {
  const words = command.join(' ');
  const other = [...world.programs].find(([start]) => words.startsWith(start));
  if (other !== undefined) return other[1];
  const [program, flag, bundle = ''] = command;
  if (program === '/usr/bin/sw_vers')
    return { code: 0, output: 'ProductName:\tmacOS\nProductVersion:\t26.1\nBuildVersion:\t25B78\n' };
  if (program === '/usr/bin/open' && flag === '-b') {
    const [pid, name] = INSTALLED[bundle] ?? [0, ''];
    if (pid === 0) return { code: 1, output: 'LSCopyApplicationURLsForBundleIdentifier() failed' };
    mac.window(pid, name, name, [PAGE.x, PAGE.y, PAGE.width, PAGE.height], pid === SAFARI ? { paint: 2 } : {});
    return { code: 0, output: '' };
  }
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

async function doAsAsked(what: string, mac: Mac): Promise<boolean> {
  if (/Shift key/.test(what)) mac.person(10, 2);
  if (/corner/.test(what)) mac.push(0, 0);
  if (/Lock/.test(what)) {
    mac.set('locked', 1);
    await sleep(700);
    mac.set('locked', 0);
  }
  return true;
}
