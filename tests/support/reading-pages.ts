/** Pictures with known words in many fonts, sizes and colors: rendered by Chromium and, through Pango, by sharp. */
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';

export interface KnownWord {
  readonly text: string;
  /** The box of the word's ink, in pixels. */
  readonly box: Box;
}

export interface KnownPicture {
  readonly name: string;
  /** Size of the letters in pixels of the picture. */
  readonly size: number;
  readonly picture: Luma;
  readonly words: readonly KnownWord[];
}

interface Style {
  readonly name: string;
  readonly css: string;
  readonly px: number;
  readonly scale: 1 | 2;
  readonly lines: readonly string[];
  readonly kind?: 'table' | 'dialog';
}

const ENGLISH = [
  'The quick brown fox jumps over the lazy dog near the river bank',
  'File Edit View Insert Format Tools Table Window Help',
  'You have 3 unread messages from Margaret and 12 others',
  'Do you want to save the changes to document before closing?',
  'Search settings, people and conversations',
];
const GERMAN = [
  'Datei Bearbeiten Ansicht Fenster Hilfe Einstellungen',
  'Möchten Sie die Änderungen speichern oder verwerfen?',
  'Die Überweisung wurde für später vorgemerkt',
  'Große Straße, schöne Grüße und weitere Möglichkeiten',
  'Löschen Sie die Aufträge nicht ohne Rückfrage',
];
const NUMBERS = [
  'Total 1,299.00 USD due 2026-11-22 at 14:35',
  'Invoice 4711-0815 amount 1.234,56 EUR net 987,65',
  'Order #20391847 ships 03/12/2026 qty 48 weight 7.25 kg',
  'Code 739204 expires in 10 minutes, 192.168.0.17 port 8443',
  'Phone +49 30 901820 room 1207 floor 12 seat 34',
];
const TERMINAL = [
  'drwxr-xr-x 5 root root 4096 Nov 22 14:35 projects',
  'npm install finished in 37 seconds with 0 errors',
  'error: file not found: /etc/nginx/nginx.conf:42',
  'commit 83e9f2c merged branch release into main',
];
const DIALOG = ['Delete 24 files?', 'This cannot be undone.', 'Cancel', 'Delete', 'Name of the new folder'];
const TABLE = [
  'Product Price Quantity Sum',
  'Keyboard 49.90 12 598.80',
  'Monitor 219.00 4 876.00',
  'Cable 7.35 150 1102.50',
  'Total 76.25 166 2577.30',
];

const FONTS: readonly (readonly [string, string])[] = [
  ['dejavu sans', "'DejaVu Sans'"],
  ['dejavu serif', "'DejaVu Serif'"],
  ['nimbus sans', "'Nimbus Sans'"],
  ['nimbus roman', "'Nimbus Roman'"],
  ['dejavu condensed', "'DejaVu Sans Condensed'"],
];
const LIGHT = 'color:#111;background:#fff';
const DARK = 'color:#e6e6e6;background:#1e1e1e';

/** Every style once: what is shown, how, and how large. */
export const STYLES: readonly Style[] = [
  ...FONTS.flatMap(([font, family]) =>
    [9, 12, 13, 15, 18, 28].map(
      (px, index): Style => ({
        name: `${font} ${px} px ${index % 2 === 0 ? 'light' : 'dark'}`,
        css: `font-family:${family};${index % 2 === 0 ? LIGHT : DARK}`,
        px,
        scale: 1,
        lines: [ENGLISH, NUMBERS, GERMAN, NUMBERS, GERMAN, ENGLISH][index] ?? ENGLISH,
      }),
    ),
  ),
  ...FONTS.flatMap(([font, family]) =>
    [12, 14].map(
      (px, index): Style => ({
        name: `${font} ${px} px at 2x`,
        css: `font-family:${family};${index === 0 ? DARK : LIGHT}`,
        px,
        scale: 2,
        lines: index === 0 ? NUMBERS : GERMAN,
      }),
    ),
  ),
  ...[12, 14, 16].flatMap((px): readonly Style[] => [
    { name: `terminal ${px} px dark`, css: `font-family:'DejaVu Sans Mono';${DARK}`, px, scale: 1, lines: TERMINAL },
    {
      name: `terminal ${px} px green`,
      css: `font-family:'Nimbus Mono PS';font-weight:bold;color:#3f3;background:#000`,
      px,
      scale: 1,
      lines: TERMINAL,
    },
    { name: `sheet ${px} px`, css: `font-family:'DejaVu Sans';${LIGHT}`, px, scale: 1, lines: TABLE, kind: 'table' },
    {
      name: `dialog ${px} px`,
      css: `font-family:'DejaVu Sans';color:#222;background:#ececec`,
      px,
      scale: 1,
      lines: DIALOG,
      kind: 'dialog',
    },
    {
      name: `low contrast ${px} px`,
      css: `font-family:'DejaVu Sans';color:#767676;background:#fff`,
      px,
      scale: 1,
      lines: ENGLISH,
    },
    {
      name: `over a picture ${px} px`,
      css: `font-family:'DejaVu Sans';font-weight:bold;color:#fff;background:linear-gradient(120deg,#20304a,#4a6a58 40%,#70402a 70%,#283040)`,
      px,
      scale: 1,
      lines: NUMBERS,
    },
    {
      name: `colored ${px} px`,
      css: `font-family:'Nimbus Sans';color:#fff;background:#1565c0`,
      px,
      scale: 1,
      lines: GERMAN,
    },
  ]),
];

const WIDTH = 620;

/** Renders one style in Chromium; the words' boxes are of what is drawn. */
export async function renderPage(browser: Browser, style: Style): Promise<KnownPicture> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 330 }, deviceScaleFactor: style.scale });
  try {
    await page.setContent(
      `<style>body{margin:0;padding:12px;box-sizing:border-box;min-height:100vh;font-size:${style.px}px;line-height:1.45;${style.css}}
       td{padding:2px 14px;border:1px solid #ccc}button{font:inherit;padding:4px 16px;margin:6px}</style>${bodyOf(style)}`,
    );
    const png = await page.screenshot();
    const found = knownWords.parse(await page.evaluate(WORDS_ON_PAGE));
    const picture = await toLuma(png);
    const words = found.flatMap(({ text, box }) => {
      const { scale } = style;
      const ink = inkIn(picture, {
        x: box.x * scale,
        y: box.y * scale,
        width: box.width * scale,
        height: box.height * scale,
      });
      return ink === null ? [] : [{ text, box: ink }];
    });
    return { name: style.name, size: style.px * style.scale, picture, words };
  } finally {
    await page.close();
  }
}

/** Another renderer than a browser's: Pango, as GTK has it. Each word is drawn by itself, so that its place is known. */
export async function renderPango(
  font: string,
  px: number,
  lines: readonly string[],
  isDark: boolean,
): Promise<KnownPicture> {
  const ground = isDark ? { r: 30, g: 30, b: 30 } : { r: 250, g: 250, b: 250 };
  const color = isDark ? '#e8e8e8' : '#151515';
  const placed: { text: string; left: number; top: number; input: Buffer; width: number; height: number }[] = [];
  for (const [row, line] of lines.entries()) {
    let left = 14;
    for (const text of line.split(' ')) {
      const markup = `<span foreground="${color}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
      const { data, info } = await sharp({ text: { text: markup, font: `${font} ${px}`, dpi: 72, rgba: true } })
        .png()
        .toBuffer({ resolveWithObject: true });
      const under = /[gjpqy,;_/()#@]/.test(text) ? px * 0.22 : 0;
      const top = Math.round(14 + row * px * 1.7 + px - (info.height - under));
      placed.push({ text, left: Math.round(left), top, input: data, width: info.width, height: info.height });
      left += info.width + px * 0.33;
    }
  }
  const size = {
    width: Math.ceil(Math.max(...placed.map(({ left, width }) => left + width)) + 16),
    height: Math.ceil(28 + lines.length * px * 1.7),
  };
  const png = await sharp({ create: { ...size, channels: 3, background: ground } })
    .composite(placed.map(({ input, left, top }) => ({ input, left, top })))
    .png()
    .toBuffer();
  const picture = await toLuma(png);
  const words = placed.flatMap(({ text, left, top, width, height }) => {
    const ink = inkIn(picture, { x: left, y: top, width, height });
    return ink === null ? [] : [{ text, box: ink }];
  });
  return { name: `pango ${font} ${px} px`, size: px, picture, words };
}

export const PANGO: readonly (readonly [font: string, px: number, lines: readonly string[], isDark: boolean])[] = [
  ['DejaVu Sans', 12, ENGLISH, false],
  ['DejaVu Sans', 14, NUMBERS, true],
  ['DejaVu Serif', 13, GERMAN, false],
  ['Nimbus Sans', 15, NUMBERS, false],
  ['DejaVu Sans Mono', 13, TERMINAL, true],
  ['Nimbus Roman', 20, GERMAN, true],
];

function bodyOf({ lines, kind }: Style): string {
  const inHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (kind === 'table') {
    const rows = lines.map(
      (line) =>
        `<tr>${line
          .split(' ')
          .map((cell) => `<td>${inHtml(cell)}</td>`)
          .join('')}</tr>`,
    );
    return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
  }
  if (kind === 'dialog') {
    const [title = '', text = '', no = '', yes = '', label = ''] = lines.map(inHtml);
    return `<b>${title}</b><p>${text}</p><p>${label}</p><button>${no}</button><button>${yes}</button>`;
  }
  return lines.map((line) => `<div>${inHtml(line)}</div>`).join('');
}

/** Runs in the page, as text: its types are a browser's. */
const WORDS_ON_PAGE = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.tagName === 'STYLE') continue;
    for (const match of node.textContent.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const { x, y, width, height } = range.getBoundingClientRect();
      found.push({ text: match[0], box: { x, y, width, height } });
    }
  }
  return found;
})()`;
const knownWords = z.array(
  z.object({
    text: z.string(),
    box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  }),
);

/** A screen full of lines, the first with its baseline at `top`, the others 30 pixels apart. */
export async function drawScreen(
  { width, height }: { readonly width: number; readonly height: number },
  lines: readonly string[],
  {
    top = 30,
    left = 20,
    isDark = false,
  }: { readonly top?: number; readonly left?: number; readonly isDark?: boolean } = {},
): Promise<Luma> {
  const rows = lines.map((line, row) => `<text x="${left}" y="${top + row * 30}">${line}</text>`).join('');
  const [ground, ink] = isDark ? ['#1e1e1e', '#eee'] : ['#fff', '#111'];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><g font-family="DejaVu Sans" font-size="16" fill="${ink}">${rows}</g></svg>`;
  return await toLuma(await sharp(Buffer.from(svg)).png().toBuffer());
}

export async function toLuma(png: Uint8Array): Promise<Luma> {
  const { data, info } = await sharp(png).flatten().greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

/** The box of pixels that differ from the most common color by nearly half of the largest difference. */
function inkIn({ width, height, pixels }: Luma, box: Box): Box | null {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ];
  const counts = new Map<number, number>();
  for (let y = top; y < bottom; y += 1) {
    for (const pixel of pixels.subarray(y * width + left, y * width + right))
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  }
  const [ground = 0] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [];
  let most = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) most = Math.max(most, Math.abs((pixels[y * width + x] ?? 0) - ground));
  if (most < 20) return null;
  let [x0, y0, x1, y1] = [right, bottom, left, top];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if (Math.abs((pixels[y * width + x] ?? 0) - ground) < most * 0.4) continue;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    }
  }
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}
