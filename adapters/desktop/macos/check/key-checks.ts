/** Checks of the keyboard and the clipboard, as a page and a document receive them. */
import { Refused } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { type Check, type CheckKit, displaysOf, expect, NotGranted, PANES, until } from './check.ts';
import { openTarget, placeIn } from './places.ts';
import { ARRIVAL_MS } from './pointer-checks.ts';
import type { Seen } from './target.ts';
import { FIELD } from './target-page.ts';

const SENTENCES = 'Grüße aus Köln: “naïve café”, 漢字かな, ελληνικά 👩‍👩‍👧‍👦 🇩🇪 – 1234567890 @#[]{}~^\\|. ';
/** A text that a Mac's own corrections leave alone. */
const LETTER = 'Grüße aus Köln\nzweite Zeile\n\t漢字かな 😀 1234567890';
const OWN_TEXT = 'the person’s own ✓';
const APP_MS = 15_000;

export const keyChecks: readonly Check[] = [
  {
    name: 'keys',
    title: 'Keys and combinations on this keyboard layout',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      for (const [keys, key, held] of [
        ['a', 'a', ''],
        ['1', '1', null],
        ['0', '0', null],
        ['Right', 'ArrowRight', ''],
        ['shift+Left', 'ArrowLeft', 'shift'],
        ['control+b', 'b', 'control'],
        ['F5', 'F5', ''],
      ] as const) {
        target.forget();
        await kit.desktop.key(keys, 1, kit.signal);
        const isIt = (seen: Seen): boolean =>
          seen.type === 'keydown' && seen.key === key && (held === null || seen.held === held);
        expect(
          await until(() => target.seen().some(isIt), ARRIVAL_MS, kit),
          `${keys} arrived as ${say(target.seen())} on ${kit.layout()}`,
        );
      }
      return { detail: `letters, digits, arrows and modifiers on ${kit.layout()}` };
    },
  },
  {
    name: 'text',
    title: '5,000 characters with umlauts, emoji and other scripts',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      const text = [...new Intl.Segmenter().segment(SENTENCES.repeat(80))]
        .map(({ segment }) => segment)
        .slice(0, 5000)
        .join('');
      const startedAt = performance.now();
      await kit.desktop.type(text, kit.signal);
      const ms = Math.round(performance.now() - startedAt);
      await until(() => target.text() === text, ARRIVAL_MS, kit);
      const arrived = target.text();
      const at = [...text].findIndex((character, index) => [...arrived][index] !== character);
      expect(
        arrived === text,
        `from character ${at} on it is another text (${arrived.length} of ${text.length} units arrived)`,
      );
      return { detail: `exact, in ${ms} ms`, data: { ms, units: text.length } };
    },
  },
  {
    name: 'document',
    title: 'A TextEdit document takes text, is read back, and saves it',
    needs: ['touch'],
    run: async (kit) => {
      const { desktop, document, signal } = kit;
      await document.empty();
      const opened = await kit.run(['/usr/bin/open', '-b', 'com.apple.TextEdit', document.path]);
      expect(opened.code === 0, `TextEdit could not be opened: ${opened.output.trim().slice(0, 100)}`);
      const isFront = async (): Promise<boolean> => (await desktop.front(signal)).bundle === 'com.apple.TextEdit';
      expect(await until(isFront, APP_MS, kit), 'TextEdit did not come to the front');
      const [display] = await displaysOf(kit);
      expect(display !== undefined, 'there is no display');
      const isTold = async (): Promise<boolean> =>
        (await desktop.elements({ app: null, display }, signal)).coverage !== 'unavailable';
      expect(await until(isTold, APP_MS, kit), 'TextEdit tells no elements');
      const typed = await desktop.type(LETTER, signal);
      expect(
        typed.arrived !== 'otherwise',
        `what stands in the document is “${typed.arrived === 'otherwise' ? typed.shown.slice(0, 100) : ''}”`,
        'Switch off “Smart quotes” and “Correct spelling automatically” in TextEdit › Settings, and run this again.',
      );
      expect(typed.arrived === 'read', 'what stands in the document could not be read back');
      await desktop.key('cmd+s', 1, signal);
      const isSaved = async (): Promise<boolean> => (await document.read()) === LETTER;
      expect(await until(isSaved, ARRIVAL_MS, kit), `the file holds “${(await document.read()).slice(0, 100)}”`);
      return { detail: 'typed, read back and saved as it was' };
    },
  },
  {
    name: 'paste',
    title: 'Text with newlines, and the clipboard comes back',
    needs: ['touch'],
    run: async (kit) => {
      const { target } = await focusField(kit);
      await kit.desktop.clipboardWrite(OWN_TEXT, kit.signal);
      const text = 'one\ntwo ü\n\tthree';
      await kit.desktop.type(text, kit.signal);
      await until(() => target.text() === text, ARRIVAL_MS, kit);
      expect(target.text() === text, `“${target.text().slice(0, 60)}” arrived`);
      const back = await kit.desktop.clipboardRead(kit.signal);
      expect(back === OWN_TEXT, `the clipboard holds “${back.slice(0, 60)}” now`);
      return { detail: 'exact, and the clipboard is as it was' };
    },
  },
  {
    name: 'picture on the clipboard',
    title: 'A picture on the clipboard comes back after a paste',
    needs: ['touch', 'see'],
    run: async (kit) => {
      await kit.run(['/usr/sbin/screencapture', '-x', '-c', '-R0,0,40,40']);
      const kinds = async (): Promise<string> => (await kit.run(['/usr/bin/osascript', '-e', 'clipboard info'])).output;
      const before = await kinds();
      expect(/PNG|TIFF|picture/i.test(before), 'no picture could be copied');
      await kit.desktop.clipboardRead(kit.signal).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        throw new NotGranted(english(error.text), `Allow it in ${PANES.paste}, then run this again.`);
      });
      await focusField(kit);
      await kit.desktop.type('a\nb', kit.signal);
      const now = await kinds();
      expect(/PNG|TIFF|picture/i.test(now), `the clipboard holds ${now.trim().slice(0, 80)} now`);
      return { detail: 'it is there again', data: { before, now } };
    },
  },
  {
    name: 'sound key',
    title: 'The key that mutes the sound, there and back',
    needs: ['touch'],
    run: async (kit) => {
      const isMuted = async (): Promise<string> =>
        (await kit.run(['/usr/bin/osascript', '-e', 'output muted of (get volume settings)'])).output.trim();
      const before = await isMuted();
      if (before !== 'true' && before !== 'false')
        throw new Error(`this Mac has no sound that could be muted (${before})`);
      for (const wanted of [before === 'true' ? 'false' : 'true', before]) {
        await kit.desktop.key('mute', 1, kit.signal);
        expect(await until(async () => (await isMuted()) === wanted, ARRIVAL_MS, kit), `the sound stayed as it was`);
      }
      return { detail: 'muted, and as before' };
    },
  },
];

/** Empties the page's field and puts the focus into it. */
async function focusField(kit: CheckKit) {
  const opened = await openTarget(kit);
  const { target } = opened;
  target.clear();
  await kit.desktop.click(placeIn(opened, { x: FIELD.left + 20, y: FIELD.top + 20 }), 'left', 1, kit.signal);
  expect(
    await until(() => target.text() === '', ARRIVAL_MS, kit),
    'the page does not answer',
    `Open ${target.url} in Safari and run this again.`,
  );
  target.forget();
  return opened;
}

function say(seen: readonly Seen[]): string {
  const keys = seen
    .filter(({ type }) => type === 'keydown')
    .map(({ key, held }) => (held === '' ? key : `${held}+${key}`));
  return keys.length === 0 ? 'nothing' : keys.join(', ');
}
