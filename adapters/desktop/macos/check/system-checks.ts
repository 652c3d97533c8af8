/** Checks of the Mac itself: what it is, applications and their elements, what is kept secret, programs, and a whole run. */

import { english } from '../../../../src/words/speak.ts';
import { type Check, type CheckKit, displaysOf, expect, until } from './check.ts';

const APP_MS = 15_000;
const SLOW_LOOK_MS = 400;
const MOST_GROWTH_MB = 60;
const SLEEP_MS = 20_000;
const AGAIN = 'Run this again.';
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
];

export function systemChecks(most: number): readonly Check[] {
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
          const isFront = await until(async () => (await kit.desktop.front(kit.signal)).bundle === bundle, APP_MS, kit);
          const front = await kit.desktop.front(kit.signal);
          const displays = await displaysOf(kit);
          expect(isFront, `${name} was opened, and ${front.bundle ?? front.app} is said to be in front`);
          const display = displays.find(({ index }) => index === front.display) ?? displays[0];
          expect(display !== undefined, 'there is no display');
          const look = () => kit.desktop.elements({ app: null, display }, kit.signal);
          // One that has just started is busy for a moment.
          await until(async () => (await look()).coverage !== 'unavailable', APP_MS, kit);
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
            AGAIN,
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
      name: 'sleep',
      title: 'A display that sleeps is noticed, and wakes',
      needsHand: true,
      run: async (kit) => {
        const screen = async (): Promise<string> => (await kit.desktop.presence(kit.signal)).screen;
        expect(
          await kit.ask('The display is switched off now, and on again after a moment.'),
          'it was not done',
          AGAIN,
        );
        const { code, output } = await kit.run(['/usr/bin/pmset', 'displaysleepnow']);
        expect(code === 0, `pmset ended with ${code}: ${output.trim().slice(0, 100)}`);
        expect(await until(async () => (await screen()) !== 'on', SLEEP_MS, kit), 'the sleep was not noticed');
        await kit.desktop.wake(kit.signal);
        expect(await until(async () => (await screen()) !== 'asleep', SLEEP_MS, kit), 'the display did not wake');
        if ((await screen()) === 'locked') await kit.ask('Unlock the Mac.');
        expect(
          await until(async () => (await screen()) === 'on', SLEEP_MS, kit),
          `the screen is taken for ${await screen()}`,
        );
        return { detail: 'noticed, and awake again' };
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
      name: 'skills',
      title: 'What the shipped skills have done here: their scripts are whole, their commands answer',
      run: async (kit) => {
        const wrong: string[] = [];
        for (const { skill, script } of kit.scripts) {
          const { code, output } = await kit.run(['/usr/bin/osacompile', '-o', '/dev/null', '-e', script]);
          if (code !== 0) wrong.push(`${skill}: ${output.trim().slice(0, 120)}`);
        }
        for (const { skill, command } of kit.commands) {
          const { code, output } = await kit.runCommand(command);
          if (code !== 0) wrong.push(`${skill}: ${command} ended with ${code}: ${output.trim().slice(0, 120)}`);
        }
        expect(wrong.length === 0, wrong.join('; '));
        return {
          detail: `${kit.scripts.length} scripts, ${kit.commands.length} commands`,
          data: { skills: [...kit.scripts, ...kit.commands].map(({ skill }) => skill) },
        };
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
