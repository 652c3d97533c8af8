/** Checks of what nobody may see: password fields and applications that keep secrets in pictures, Deskhand's own secrets in commands. */
import { type Check, displaysOf, expect, until } from './check.ts';
import { openTarget, placeIn } from './places.ts';
import type { Decode } from './screen-checks.ts';
import { PASSWORD } from './target-page.ts';

const APP_MS = 15_000;

export function secretChecks(decode: Decode): readonly Check[] {
  return [
    {
      name: 'password field',
      title: 'A password field is black in the picture, and its value is not read',
      needs: ['touch', 'see'],
      run: async (kit) => {
        const opened = await openTarget(kit);
        const { display } = opened;
        const frame = await kit.desktop.capture(
          { display: display.index, width: display.width, height: display.height },
          kit.signal,
        );
        const raw = await decode(frame.jpeg);
        const middle = placeIn(opened, {
          x: PASSWORD.left + PASSWORD.width / 2,
          y: PASSWORD.top + PASSWORD.height / 2,
        });
        expectBlack(middle, raw, 'its middle');
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
      title: 'The window of Passwords is black, in this Mac’s own language',
      needs: ['touch', 'see'],
      run: async (kit) => {
        const opened = await kit.run(['/usr/bin/open', '-b', 'com.apple.Passwords']);
        expect(
          opened.code === 0,
          'Passwords could not be opened',
          'It came with macOS 15; open Keychain Access on an older one.',
        );
        expect(
          await until(async () => (await kit.desktop.front(kit.signal)).bundle === 'com.apple.Passwords', APP_MS, kit),
          'Passwords did not come to the front',
        );
        const { app, box = null, display: index = 1 } = await kit.desktop.front(kit.signal);
        const display = (await displaysOf(kit)).find((one) => one.index === index);
        expect(display !== undefined && box !== null, `nobody can tell where the window of ${app} is`);
        const size = { width: display.width, height: display.height };
        const frame = await kit.desktop.capture({ display: index, ...size }, kit.signal);
        await kit.savePicture('passwords.jpg', frame.jpeg);
        expect(frame.cover.covered.includes(app), `${app} is not covered`);
        const raw = await decode(frame.jpeg);
        for (const part of [0.25, 0.5, 0.75]) {
          const at = { x: Math.round(box.x + box.width * part), y: Math.round(box.y + box.height * part) };
          expectBlack(at, raw, `${app} at ${at.x},${at.y}`);
        }
        return { detail: `${app} is black` };
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
  ];
}

function expectBlack(
  { x, y }: { readonly x: number; readonly y: number },
  raw: Awaited<ReturnType<Decode>>,
  what: string,
): void {
  const pixel = (raw.pixels[y * raw.width + x] ?? 0xffffff) & 0xffffff;
  expect(
    [16, 8, 0].every((shift) => ((pixel >> shift) & 0xff) < 60),
    `${what} is #${pixel.toString(16).padStart(6, '0')}, not black`,
  );
}
