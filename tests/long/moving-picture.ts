/**
 * `npm run picture`: the README's moving picture, taken of a real run: the chat page as on a phone beside the screen that is worked, from
 * the request over the question to the checked end. Writes docs/run.webp.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { connectControl } from '../../adapters/files/control-socket.ts';
import { controlSocketPath } from '../../src/bin/parts/open-data.ts';
import { startBot } from '../support/bot.ts';
import { startChromium } from '../support/chromium.ts';
import { startTestDisplay } from '../support/x11.ts';

const OUT = join(import.meta.dirname, '../../docs/run.webp');
const MOST_BYTES = 2_000_000;
const PHONE = { width: 390, height: 720 };
const SCREEN = { width: 680, height: 510 };
const SHOWN = { width: 1000, height: 556 };
const EVERY_MS = 350;
const LAST_MS = 4000;
const LONGEST_MS = 90_000;
const GOAL = 'demo in xterm: hello from my phone';

const NEVER = new AbortController().signal;

const folder = mkdtempSync(join(tmpdir(), 'deskhand-picture-'));
const home = join(folder, 'home');
mkdirSync(home);
const display = await startTestDisplay({ ...SCREEN, hasSessionBus: true });
const env = { ...display.env, HOME: home, DATA_DIR: join(folder, 'data'), WEB_CHAT: 'on', WEB_CHAT_PORT: '0' };
const bot = await startBot({ env });
const chromium = await startChromium();
try {
  const control = await connectControl(controlSocketPath(env.DATA_DIR));
  if (control === null) throw new Error('The bot cannot be reached.');
  const page = await chromium.browser.newPage({ viewport: PHONE, deviceScaleFactor: 1 });
  // Nobody has a phone here, so nobody is asked for it.
  await page.goto(await control.page.link(NEVER));
  const input = page.getByRole('textbox').first();
  await input.waitFor();
  const frames: Buffer[] = [];
  const delays: number[] = [];
  const take = async (delay = EVERY_MS): Promise<void> => {
    const [phone, screen] = await Promise.all([page.screenshot(), control.screenshot(undefined, NEVER)]);
    const frame = await compose(phone, screen);
    const isSame = frames.at(-1)?.equals(frame) === true;
    if (isSame) delays[delays.length - 1] = Math.min(1500, (delays.at(-1) ?? 0) + delay);
    else {
      frames.push(frame);
      delays.push(delay);
    }
  };
  await take(1000);
  await input.fill(GOAL);
  await take(1200);
  await page.keyboard.press('Enter');
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  let isApproved = false;
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(50)) {
    await take();
    if (!isApproved && (await approve.isVisible())) {
      await take(2500);
      await approve.click();
      isApproved = true;
    }
    if (isApproved && (await page.getByText('Done and checked').first().isVisible())) break;
  }
  await page.getByRole('button', { name: 'Again', exact: true }).waitFor();
  const end = page.locator('article').last();
  await end.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await sleep(1000);
  await take(LAST_MS);
  if (!isApproved || !(await page.getByText('Done and checked').first().isVisible()))
    throw new Error('The run did not end as it should; no picture was written.');
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 70, effort: 4, delay: delays, loop: 0 })
    .toFile(OUT);
  const { size } = statSync(OUT);
  process.stdout.write(`${OUT}: ${frames.length} frames, ${size} bytes\n`);
  if (size > MOST_BYTES) throw new Error(`It is larger than ${MOST_BYTES} bytes.`);
} finally {
  await chromium.close();
  await bot.stop();
  await display.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function compose(phone: Buffer, screen: Uint8Array): Promise<Buffer> {
  const margin = 12;
  const height = SHOWN.height - 2 * margin;
  const phoneWidth = Math.round((PHONE.width / PHONE.height) * height);
  const screenWidth = SHOWN.width - phoneWidth - 3 * margin;
  const small = await sharp(phone).resize(phoneWidth, height).toBuffer();
  const large = await sharp(screen)
    .resize(screenWidth, Math.round((SCREEN.height / SCREEN.width) * screenWidth))
    .toBuffer();
  const { height: shown = 0 } = await sharp(large).metadata();
  return await sharp({ create: { ...SHOWN, channels: 3, background: '#e8e8ec' } })
    .composite([
      { input: small, left: margin, top: margin },
      { input: large, left: phoneWidth + 2 * margin, top: Math.round((SHOWN.height - shown) / 2) },
    ])
    .png()
    .toBuffer();
}
