/** The naive path, in a process of its own: nut-js as its documentation uses it, with its default delays, and sharp to PNG. */
import { Button, Key, keyboard, mouse, Point, screen, straightTo } from '@nut-tree-fork/nut-js';
import sharp from 'sharp';
import { z } from 'zod';

const orderSchema = z.discriminatedUnion('order', [
  z.object({ order: z.literal('look'), width: z.number(), height: z.number() }),
  z.object({ order: z.literal('click'), x: z.number(), y: z.number() }),
  z.object({ order: z.literal('chord') }),
  // nut-js's own delay unless given.
  z.object({ order: z.literal('type'), text: z.string(), delayMs: z.number().optional() }),
]);
export type PeerOrder = z.infer<typeof orderSchema>;

/** Grab, turn to RGB, scale, PNG. The fourth byte of X11's pixels is 0, which is made opaque the cheapest way there is. */
async function look(width: number, height: number): Promise<Uint8Array> {
  const { width: fullWidth, height: fullHeight, data } = await (await screen.grab()).toRGB();
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return sharp(data, { raw: { width: fullWidth, height: fullHeight, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();
}

async function carryOut(order: PeerOrder): Promise<Uint8Array | null> {
  if (order.order === 'look') return look(order.width, order.height);
  if (order.order === 'click') {
    await mouse.move(straightTo(new Point(order.x, order.y)));
    await mouse.click(Button.LEFT);
  }
  if (order.order === 'chord') {
    await keyboard.pressKey(Key.LeftControl, Key.S);
    await keyboard.releaseKey(Key.LeftControl, Key.S);
  }
  if (order.order === 'type') {
    if (order.delayMs !== undefined) keyboard.config.autoDelayMs = order.delayMs;
    await keyboard.type(order.text);
  }
  return null;
}

process.on('message', async (message) => {
  const order = orderSchema.parse(message);
  const startedAt = performance.now();
  const picture = await carryOut(order);
  process.send?.({ ms: performance.now() - startedAt, picture });
});
process.on('disconnect', () => process.exit(0));
