/**
 * Secrets in real windows: the same lines with and without their secrets, taken from the screen. What differs between the two tells the
 * secret, and has to be black in the picture that leaves.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';
import type { Box, Desktop, Frame } from '../../src/ports/desktop.ts';
import type { Reader } from '../../src/ports/reader.ts';
import { withReading } from '../../src/safety/secrets/read-desktop.ts';
import { chromiumWindow } from './chromium-window.ts';
import { startTestHands } from './hands.ts';
import { type PlantedSecret, plantSecrets } from './planted-secrets.ts';
import { until } from './until.ts';

export interface WindowSecrets {
  /** Secrets that were on the screen. */
  readonly planted: number;
  /** Lines of which something was left to be seen. */
  readonly seen: readonly string[];
  /** Pictures without a secret, and those of them in which something was covered all the same. */
  readonly ordinary: number;
  readonly falselyCovered: readonly string[];
}

export const SECRET_WINDOWS = ['terminal', 'editor', 'page', 'dialog'] as const;
interface Size {
  readonly width: number;
  readonly height: number;
}

const LARGE = { onEach: 10, width: 1280, height: 800 };
const NEVER_LATE_MS = 120_000;
/** A difference (of 255) from which a pixel tells something; edges of letters are fainter, and tell nothing alone. */
const TELLING = 60;
/** The brightness up to which a covered pixel counts as black after JPEG. */
const BLACK = 70;
/** The number of equal rows that separates two lines. */
const BETWEEN = 4;

/** `count` secrets, ten on each window unless given, in terminals, editors, pages and dialogs in turn. */
export async function checkSecretWindows(
  count: number,
  folder: string,
  reader: Reader,
  { onEach, ...size }: Size & { readonly onEach: number } = LARGE,
): Promise<WindowSecrets> {
  const hands = await startTestHands(size);
  const { display } = hands;
  const desktop = withReading(hands.desktop, reader, createSharpPictures());
  const secrets = plantSecrets(count);
  const seen: string[] = [];
  const falselyCovered: string[] = [];
  let [planted, ordinary] = [0, 0];
  try {
    for (let from = 0; from < secrets.length; from += onEach) {
      const kind = SECRET_WINDOWS[(from / onEach) % SECRET_WINDOWS.length] ?? 'page';
      const lines = secrets.slice(from, from + onEach);
      // One path for both, since an editor shows it in its title.
      const place = join(folder, kind);
      const take = async (texts: readonly string[]) => {
        rmSync(place, { recursive: true, force: true, maxRetries: 5 });
        const opened = display.open(...openWindow(kind, texts, place, size));
        try {
          return await takePicture(hands.desktop, desktop, size, lines.length * INK_OF_LINE);
        } finally {
          await opened.end();
          await until(async () => (await hands.desktop.front(signal())).app === '', 'the window to be gone');
        }
      };
      const takeBoth = async () => {
        const bare = await take(lines.map(withoutSecret));
        const whole = await take(lines.map(withSecret));
        return { bare, whole, shown: boxesOf(bare.plain, whole.plain) };
      };
      // An editor's caret shows in one picture and not in the other, and a busy machine takes its time over parts of a window.
      let differing = 0;
      const { bare, whole, shown } = await until(
        async () => {
          const both = await takeBoth();
          differing = both.shown.length;
          return differing === lines.length && both;
        },
        () => `${kind}: ${differing} lines differ, ${lines.length} should`,
        NEVER_LATE_MS,
      );
      ordinary += 1;
      if (bare.covered) falselyCovered.push(`${kind} ${from}`);
      for (const [index, box] of shown.entries()) {
        planted += 1;
        if (!isBlack(whole.leaving, box)) seen.push(`${kind}: ${lines[index]?.line}`);
      }
    }
  } finally {
    await hands.close();
  }
  return { planted, seen, ordinary, falselyCovered };
}

const signal = (): AbortSignal => AbortSignal.timeout(NEVER_LATE_MS);
const withSecret = ({ line, secret }: PlantedSecret): string => line.slice(0, line.indexOf(secret) + secret.length);
const withoutSecret = ({ line, secret }: PlantedSecret): string => line.slice(0, line.indexOf(secret));

function openWindow(
  kind: (typeof SECRET_WINDOWS)[number],
  lines: readonly string[],
  place: string,
  { width, height }: Size,
): [string, string[]] {
  // A line between each two, and nothing that blinks beside them.
  const text = `\n${lines.join('\n\n')}\n`;
  mkdirSync(place);
  switch (kind) {
    case 'terminal': {
      const file = join(place, 'text');
      writeFileSync(file, text);
      const look = ['-fa', 'DejaVu Sans Mono', '-fs', '11', '-geometry', '90x30+100+50'];
      return ['/usr/bin/xterm', [...look, '-e', 'sh', '-c', `printf '\\033[?25l'; cat ${file}; sleep 600`]];
    }
    case 'editor': {
      writeFileSync(join(place, 'letter.txt'), text);
      return ['/usr/bin/mousepad', ['--disable-server', join(place, 'letter.txt')]];
    }
    case 'page': {
      const page = join(place, 'page.html');
      const style = 'font:15px sans-serif;color:#111;background:#fff;margin:40px';
      writeFileSync(
        page,
        `<!doctype html><title>Page</title><body style="${style}">${lines.map((line) => `<p>${line}</p>`).join('')}`,
      );
      return chromiumWindow(pathToFileURL(page).href, join(place, 'profile'), width, height);
    }
    case 'dialog': {
      const look = ['-fn', '-misc-fixed-medium-r-normal--20-*-*-*-*-*-iso8859-1', '-geometry', '900x640+100+50'];
      return ['/usr/bin/xmessage', [...look, '-bg', 'white', text]];
    }
  }
}

interface Taken {
  /** The picture on the screen. */
  readonly plain: Pixels;
  /** The picture that leaves the computer. */
  readonly leaving: Pixels;
  /** Whether something was covered in it. */
  readonly covered: boolean;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
}

/** Waits until two pictures in a row are the same, and there is a window. */
async function takePicture(plain: Desktop, reading: Desktop, size: Size, leastInk: number): Promise<Taken> {
  await until(async () => (await plain.front(signal())).app !== '', 'a window to come up');
  let [last, same] = ['', 0];
  await until(async () => {
    const { fingerprint, luma } = await plain.capture({ display: 1, ...size, isReadable: true }, signal());
    const now = JSON.stringify(fingerprint);
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= STEADY && luma !== undefined && hasText(luma.pixels, leastInk);
  }, 'the window to be drawn');
  const bare = await plain.capture({ display: 1, ...size, isReadable: true }, signal());
  const leaving = await leave(reading, size, signal());
  const { luma } = bare;
  if (luma === undefined) throw new Error('no picture to be read');
  const { secrets = [], isUnread } = leaving.cover;
  if (isUnread === true) throw new Error('not read in time');
  return {
    plain: { width: luma.width, height: luma.height, luma: luma.pixels },
    leaving: await decode(leaving),
    covered: secrets.length > 0,
  };
}

const STEADY = 4;
const INK_OF_LINE = 200;

/** A browser shows an empty window first. */
function hasText(pixels: Uint8Array, leastInk: number): boolean {
  const ground = pixels[Math.floor(pixels.length / 2)] ?? 0;
  return pixels.reduce((count, pixel) => (Math.abs(pixel - ground) > TELLING ? count + 1 : count), 0) > leastInk;
}

/** Takes a picture as a look does: it is read, then covered. */
async function leave(desktop: Desktop, size: Size, until: AbortSignal): Promise<Frame> {
  const frame = await desktop.capture({ display: 1, ...size, isReadable: true }, until);
  if (desktop.see === undefined) throw new Error('nothing reads the screen');
  return (await desktop.see(frame, { withinMs: NEVER_LATE_MS }, until)).frame;
}

async function decode({ jpeg }: Frame): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).grayscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, luma: data };
}

/** Boxes of what differs between two pictures of the same lines, one a line, from the top. */
function boxesOf(one: Pixels, other: Pixels): readonly Box[] {
  const rows = Array.from({ length: one.height }, (_, y) => {
    const differing = Array.from({ length: one.width }, (_, x) => x).filter(
      (x) => Math.abs((one.luma[y * one.width + x] ?? 0) - (other.luma[y * one.width + x] ?? 0)) > TELLING,
    );
    return { y, first: differing[0], last: differing.at(-1) };
  });
  const found: { x: number; y: number; right: number; bottom: number }[] = [];
  for (const { y, first, last } of rows) {
    if (first === undefined || last === undefined) continue;
    const box = found.at(-1);
    if (box !== undefined && y - box.bottom < BETWEEN) {
      box.x = Math.min(box.x, first);
      box.right = Math.max(box.right, last);
      box.bottom = y;
    } else found.push({ x: first, y, right: last, bottom: y });
  }
  return found.map(({ x, y, right, bottom }) => ({ x, y, width: right - x + 1, height: bottom - y + 1 }));
}

function isBlack({ width, luma }: Pixels, box: Box): boolean {
  for (let y = box.y; y < box.y + box.height; y += 1)
    for (let x = box.x; x < box.x + box.width; x += 1) if ((luma[y * width + x] ?? 255) > BLACK) return false;
  return true;
}
