/** A real window on a real display: a terminal tells nothing of what it shows, and its pixels do. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import sharp from 'sharp';
import { createReader } from '../../../adapters/reading/reader.ts';
import { findReading } from '../../../src/bin/extra-packages.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { withReading } from '../../../src/safety/secrets/read-desktop.ts';
import { observe } from '../../../src/screen/observe.ts';
import { startTestHands } from '../../support/hands.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

const never = new AbortController().signal;
const TEXT = 'Invoice 4711 is open\\nCard 4111 1111 1111 1111\\n';

test('what a terminal shows is listed as read, and the card number in it is black', { skip: noX11 }, async (t) => {
  const hands = await startTestHands({ width: 640, height: 360 });
  t.after(() => hands.close());
  const reader = createReader({
    program: OWN_FILES.readingChild,
    packages: () => findReading(''),
    env: process.env,
    warn: () => undefined,
  });
  t.after(() => reader.close());
  const command = ['-fa', 'DejaVu Sans Mono', '-fs', '12', '-geometry', '60x14+0+0', '-e', `printf '${TEXT}'; cat`];
  const terminal = spawn('xterm', command, { env: hands.display.env, stdio: 'ignore' });
  t.after(() => terminal.kill());
  const desktop = withReading(hands.desktop, reader, hands.pictures);
  const look = async () => await observe({ displayIndex: 1, ring: null, zoom: null }, desktop, never);
  const seen = await until(async () => {
    const now = await look();
    const isRead = now.elements.some(({ isRead, name }) => isRead === true && name.startsWith('Invoice'));
    return isRead && now.frame.cover.secrets?.includes('card') ? now : null;
  });
  const card = seen.elements.find(({ name }) => name.startsWith('Card'));
  assert.ok(card !== undefined && card.role === 'text');
  const { data, info } = await sharp(seen.frame.jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / seen.frame.display.width;
  const at = {
    x: Math.round((card.box.x + card.box.width * 0.7) * scale),
    y: Math.round((card.box.y + card.box.height / 2) * scale),
  };
  assert.ok((data[at.y * info.width + at.x] ?? 255) < 40, 'the middle of the number is black');
  assert.equal(seen.frame.luma, undefined);
});
