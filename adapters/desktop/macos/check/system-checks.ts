/** Checks of the Mac itself: what it is, applications and their elements, what is kept secret, programs, and a whole run. */

import { english } from '../../../../src/words/speak.ts';
import { type Check, type CheckKit, displaysOf, expect, until } from './check.ts';
import type { Decode } from './screen-checks.ts';
import { openTarget, placeIn } from './screen-checks.ts';
import { PASSWORD } from './target-page.ts';

const APP_MS = 15_000;
const SLOW_LOOK_MS = 400;
const MOST_GROWTH_MB = 60;
const APPS: readonly (readonly [name: string, bundle: string])[] = [
  ['Finder', 'com.apple.finder'],
  ['TextEdit', 'com.apple.TextEdit'],
  ['Safari', 'com.apple.Safari'],
  ['Calculator', 'com.apple.calculator'],
];

export const factChecks: readonly Check[] = [
  {
    name: 'facts',
    title: 'What this Mac is',
    run: async (kit) => {
      const version = await kit.run(['/usr/bin/sw_vers']);
      expect(
        /ProductVersion:\s*\d+/.test(version.output),
        'sw_vers does not tell the version of macOS',
        'Run this on a Mac.',
      );
      const displays = (await displaysOf(kit)).map(({ width, height, density, originX, originY }) => ({
        width,
        height,
        density,
        originX,
        originY,
      }));
      const { lacks = [] } = await kit.desktop.describe(kit.signal);
      return {
        detail: version.output
          .trim()
          .split('\n')
          .map((line) => line.replace(/\s+/g, ' '))
          .join(', '),
        data: { ...kit.facts, layout: kit.layout(), displays, lacks, version: version.output.trim() },
      };
    },
  },
  {
    name: 'permission to click and type',
    title: 'Accessibility',
    needs: ['touch'],
    run: async () => ({ detail: 'granted' }),
  },
  {
    name: 'permission to see windows',
    title: 'Screen Recording',
    needs: ['see'],
    run: async () => ({ detail: 'granted' }),
  },
];

export function systemChecks(decode: Decode, most: number): readonly Check[] {
  return [
    {
      name: 'applications',
      title: 'Applications come to the front and tell their elements, a newly started one too',
      needs: ['touch'],
      run: async (kit) => {
        const counts: Record<string, number> = {};
        for (const [name, bundle] of APPS) {
          const opened = await kit.run(['/usr/bin/open', '-b', bundle]);
          expect(opened.code === 0, `open -b ${bundle} failed`, `Is ${name} installed?`);
          const isFront = await until(async () => (await kit.desktop.front(kit.signal)).bundle === bundle, APP_MS);
          const front = await kit.desktop.front(kit.signal);
          expect(isFront, `${name} was opened, and ${front.bundle ?? front.app} is said to be in front`);
          const [display] = await displaysOf(kit);
          expect(display !== undefined, 'there is no display');
          const look = () => kit.desktop.elements({ app: null, display }, kit.signal);
          // One that has just started is busy for a moment.
          await until(async () => (await look()).coverage !== 'unavailable', APP_MS);
          const list = await look();
          expect(list.coverage !== 'unavailable', `${name}: ${english(list.reason)}`);
          counts[name] = list.elements.length;
          expect(list.elements.length > 0, `${name} tells no element`);
        }
        return {
          detail: Object.entries(counts)
            .map(([name, count]) => `${name} ${count}`)
            .join(', '),
          data: counts,
        };
      },
    },
    {
      name: 'looks',
      title: `${most} looks at the elements, with time and memory`,
      needs: ['touch'],
      run: async (kit) => {
        const [display] = await displaysOf(kit);
        expect(display !== undefined, 'there is no display');
        const times: number[] = [];
        const before = process.memoryUsage().rss;
        for (let looks = 0; looks < most; looks += 1) {
          const startedAt = performance.now();
          await Promise.all([kit.desktop.elements({ app: null, display }, kit.signal), kit.desktop.front(kit.signal)]);
          times.push(performance.now() - startedAt);
        }
        const sorted = times.toSorted((one, other) => one - other);
        const median = Math.round(sorted[Math.floor(most / 2)] ?? 0);
        const grownMb = Math.round((process.memoryUsage().rss - before) / 1_000_000);
        expect(median < SLOW_LOOK_MS, `half of the looks take longer than ${median} ms`);
        expect(grownMb < MOST_GROWTH_MB, `${grownMb} MB more are held after ${most} looks`);
        return {
          detail: `${median} ms each, ${grownMb} MB more`,
          data: { median, slowest: Math.round(sorted.at(-1) ?? 0), grownMb },
        };
      },
    },
    {
      name: 'password field',
      title: 'A password field is black in the picture, and its value is not read',
      needs: ['touch', 'see'],
      run: async (kit) => {
        const { display, corner } = await openTarget(kit);
        const frame = await kit.desktop.capture(
          { display: display.index, width: display.width, height: display.height },
          kit.signal,
        );
        const raw = await decode(frame.jpeg);
        const middle = placeIn(
          corner,
          { x: PASSWORD.left + PASSWORD.width / 2, y: PASSWORD.top + PASSWORD.height / 2 },
          display,
        );
        const pixel = (raw.pixels[middle.y * raw.width + middle.x] ?? 0xffffff) & 0xffffff;
        expect(
          [16, 8, 0].every((shift) => ((pixel >> shift) & 0xff) < 60),
          `its middle is #${pixel.toString(16)}, not black`,
        );
        const list = await kit.desktop.elements({ app: null, display }, kit.signal);
        const secure = list.elements.filter(({ isSecure }) => isSecure);
        expect(secure.length > 0, 'no element says that it is a password field');
        expect(
          secure.every(({ value }) => value === ''),
          'the value of a password field was read',
        );
        return { detail: 'black, and not read' };
      },
    },
    {
      name: 'password application',
      title: 'The window of Passwords is covered, in this Mac’s own language',
      needs: ['touch', 'see'],
      run: async (kit) => {
        const opened = await kit.run(['/usr/bin/open', '-b', 'com.apple.Passwords']);
        expect(
          opened.code === 0,
          'Passwords could not be opened',
          'It came with macOS 15; open Keychain Access on an older one.',
        );
        expect(
          await until(async () => (await kit.desktop.front(kit.signal)).bundle === 'com.apple.Passwords', APP_MS),
          'Passwords did not come to the front',
        );
        const { app } = await kit.desktop.front(kit.signal);
        const [display] = await displaysOf(kit);
        expect(display !== undefined, 'there is no display');
        const frame = await kit.desktop.capture({ display: display.index, width: 1280, height: 1280 }, kit.signal);
        await kit.savePicture('passwords.jpg', frame.jpeg);
        expect(frame.cover.covered.includes(app), `${app} is not covered`);
        return { detail: `${app} is covered` };
      },
    },
    {
      name: 'lock',
      title: 'A locked screen is noticed, and work goes on after it',
      needsHand: true,
      run: async (kit) => {
        let wasLocked = false;
        const watch = setInterval(() => {
          kit.desktop.presence(kit.signal).then(
            ({ screen }) => {
              wasLocked ||= screen === 'locked' || screen === 'asleep';
            },
            () => undefined,
          );
        }, 250);
        try {
          expect(
            await kit.ask('Lock the screen (control+command+Q), wait five seconds, and unlock it again.'),
            'it was not done',
            'Run this again.',
          );
        } finally {
          clearInterval(watch);
        }
        expect(wasLocked, 'the lock was not noticed');
        const { screen } = await kit.desktop.presence(kit.signal);
        expect(screen === 'on', `the screen is still taken for ${screen}`);
        return { detail: 'noticed, and over' };
      },
    },
    {
      name: 'programs',
      title: 'ps, top and netstat answer outside of the sandbox',
      run: async (kit) => {
        for (const command of [
          ['/bin/ps', '-A', '-ww', '-o', 'pid=,pgid=,stat=,comm='],
          ['/usr/bin/top', '-l', '1', '-n', '5'],
          ['/usr/sbin/netstat', '-an', '-p', 'tcp'],
        ] as const) {
          const { code, output } = await kit.run(command);
          expect(code === 0 && output.trim() !== '', `${command[0]} ended with ${code}`);
        }
        return { detail: 'all answer' };
      },
    },
    {
      name: 'secrets',
      title: 'Deskhand’s own secrets cannot be read from a command, whatever their path is called',
      run: async (kit) => {
        const { path, content } = kit.secret;
        const plain = await kit.shell('echo inside');
        expect(plain.output.includes('inside'), 'no command runs in the sandbox', 'Is /usr/bin/sandbox-exec there?');
        const spellings = [
          path,
          `/.nofollow${path}`,
          `/.resolve/1${path}`,
          `/System/Volumes/Data${path}`,
          `/private/../${path}`,
          path.toUpperCase(),
          path.normalize('NFD'),
        ];
        const read: string[] = [];
        for (const spelling of spellings) {
          const { output } = await kit.shell(`cat '${spelling.replaceAll("'", `'\\''`)}'`);
          if (output.includes(content)) read.push(spelling);
        }
        expect(read.length === 0, `it can be read as ${read.join(', ')}`);
        return { detail: `denied under ${spellings.length} names` };
      },
    },
    {
      name: 'skills',
      title: 'The scripts of the shipped skills are whole AppleScript here',
      run: async (kit) => {
        const wrong: string[] = [];
        for (const { skill, script } of kit.scripts) {
          const { code, output } = await kit.run(['/usr/bin/osacompile', '-o', '/dev/null', '-e', script]);
          if (code !== 0) wrong.push(`${skill}: ${output.trim().slice(0, 120)}`);
        }
        expect(wrong.length === 0, wrong.join('; '));
        return { detail: `${kit.scripts.length} scripts`, data: { skills: kit.scripts.map(({ skill }) => skill) } };
      },
    },
    {
      name: 'demo',
      title: 'A whole run on this desktop: npm run demo -- --here',
      needs: ['touch', 'see'],
      run: async (kit: CheckKit) => {
        const { code, output } = await kit.demo();
        expect(code === 0, `it ended with ${code}: ${output.trim().split('\n').at(-1)?.slice(0, 200) ?? ''}`);
        return { detail: 'verified' };
      },
    },
  ];
}
