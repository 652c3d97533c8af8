/** A desktop as people have it, to take pictures of: a page with text, controls and photographs, and a terminal full of text. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { TestDisplay } from '../tests/support/x11.ts';

const CHROMIUM = '/usr/bin/chromium';
const PAINTED_MS = 6000;

/** Resolves when it is painted; the returned function removes its files once the display is stopped. */
export async function paintScene(
  display: TestDisplay,
  size: { width: number; height: number },
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-scene-'));
  const photo = await makePhoto();
  const page = join(folder, 'page.html');
  await writeFile(page, renderPage(photo.toString('base64')));
  const { width, height } = size;
  const lines = 'for i in $(seq 70); do echo "$i  -rw-r--r-- 1 me me $((i * 7919)) notes-$i.md"; done; exec sleep 1000';
  display.open('xterm', ['-geometry', '80x40-0-0', '-xrm', 'XTerm*cursorBlink: false', '-e', 'sh', '-c', lines]);
  if (existsSync(CHROMIUM)) {
    const browser = [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--window-position=0,0',
      `--window-size=${Math.round(width * 0.72)},${height}`,
      `--app=file://${page}`,
    ];
    display.open(CHROMIUM, browser);
  }
  await sleep(PAINTED_MS);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Soft colors with the grain of a camera. */
async function makePhoto(): Promise<Buffer> {
  const size = { width: 420, height: 280 };
  const data = new Uint8Array(size.width * size.height * 3);
  let grain = 12345;
  for (let index = 0; index < data.length; index += 1) {
    grain = (Math.imul(grain, 1103515245) + 12345) >>> 0;
    const x = Math.floor(index / 3) % size.width;
    const y = Math.floor(index / 3 / size.width);
    const wave = 120 + 70 * Math.sin(x / 37 + (index % 3)) + 50 * Math.cos(y / 29 + x / 90);
    data[index] = Math.max(0, Math.min(255, wave + ((grain >>> 16) % 5) - 2));
  }
  return sharp(data, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

function renderPage(photo: string): string {
  const card = (index: number): string => `<article><h2>Entry ${index}: what was decided and why</h2>
<img src="data:image/jpeg;base64,${photo}"><p>${'The quick brown fox jumps over the lazy dog while the meeting goes on. '.repeat(5)}</p>
<button>Reply</button> <button>Forward</button> <a href="#">All ${index * 37} comments</a></article>`;
  return `<!doctype html><title>Scene</title><style>body{font:15px sans-serif;margin:20px;background:#f4f5f7;color:#222;
display:grid;grid-template-columns:repeat(3,1fr);gap:16px}article{background:#fff;padding:14px;border-radius:8px;
box-shadow:0 1px 4px #0003}img{width:100%;height:110px;object-fit:cover}h2{color:#1a5fb4}</style>${Array.from({ length: 30 }, (_, index) => card(index)).join('')}`;
}
