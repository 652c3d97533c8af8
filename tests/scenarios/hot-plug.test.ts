/** Displays that change while a run works and a person looks: nothing is done where it was not decided, and the next look is fresh. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openByteWindow } from '../support/byte-window.ts';
import { type InputWitness, startInputWitness } from '../support/input-witness.ts';
import { openMonitors } from '../support/monitors.ts';
import { act, hasLiveButton, type Phone, type Step, startPhone } from '../support/phone.ts';
import { isThroughFleet } from '../support/phone-through-fleet.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

const CLICK = act({ action: 'click', target: { x: 500, y: 500 } });
const LEFT = { isPrimary: true, x: 0, y: 0, width: 600, height: 700 };
const RIGHT = { isPrimary: false, x: 600, y: 100, width: 400, height: 500 };

if (isThroughFleet || WITH_REPEATS)
  test('displays that change', { skip: noX11 }, async (t) => {
    const phone = await startPhone(t, { width: 1000, height: 700 });
    const witness = await startInputWitness(phone.display.env);
    const monitors = await openMonitors(phone.display.env);
    try {
      await openByteWindow(phone.display, phone.home);
      await t.test(
        'a monitor takes the place of another while the model thinks: refused, looked at anew, then clicked',
        async () => {
          const changing: Step = async () => {
            await monitors.set('left', LEFT);
            return CLICK;
          };
          phone.run('click the middle', { steps: [changing, CLICK] });
          assert.match((await phone.end()).text, /Done and checked/);
          assert.deepEqual(await witness.seen(), ['button down 1', 'button up 1'], 'only the second was done');
          const { x, y } = await witness.now();
          assert.deepEqual([x, y], [LEFT.width / 2, LEFT.height / 2]);
          const shapes = await Promise.all(phone.asked('step').map(({ pictures }) => shapeOf(pictures[0]?.jpeg)));
          expectShape(shapes[0], 1000, 700);
          expectShape(shapes[1], LEFT.width, LEFT.height);
          assert.match(
            phone.asked('step')[1]?.text ?? '',
            /The screen changed while you were deciding|has changed since the last look/,
          );
        },
      );
      await t.test(
        '/screenshot 2 shows the second one, and clicks by hand go there until another is looked at',
        async () => {
          await monitors.set('right', RIGHT);
          phone.say('/screenshot 2');
          const picture = await phone.waitFor(({ photo }) => photo !== null);
          expectShape(await shapeOf(picture.photo?.bytes), RIGHT.width, RIGHT.height);
          await clickMiddle(phone, witness, [RIGHT.x + RIGHT.width / 2, RIGHT.y + RIGHT.height / 2]);
          phone.say('/screenshot 1');
          await phone.waitFor(({ photo }) => photo !== null);
          await clickMiddle(phone, witness, [LEFT.width / 2, LEFT.height / 2]);
        },
      );
      await t.test('the one on the picture is unplugged: a tap there clicks nothing, and that is said', async () => {
        phone.say('/screenshot 2');
        const picture = await phone.waitFor((message) => hasLiveButton(message, 'Zoom'));
        await phone.tap(picture, 'Zoom');
        const grid = await phone.waitFor((message) => hasLiveButton(message, 'Click the middle'));
        const before = [await witness.seen(), await witness.now()];
        await monitors.unplug('right');
        await phone.tap(grid, 'Click the middle');
        await phone.waitFor(/^Not clicked: the display changed/);
        assert.deepEqual([await witness.seen(), await witness.now()], before);
        phone.say('/screenshot 2');
        await phone.waitFor(/There is no display 2 now; this is display 1\./);
      });
    } finally {
      monitors.close();
      witness.close();
      await phone.close();
    }
  });

async function clickMiddle(phone: Phone, witness: InputWitness, place: readonly [number, number]): Promise<void> {
  phone.say('/click 500 500');
  await phone.waitFor(/^Done/);
  const { x, y } = await witness.now();
  assert.deepEqual([x, y], place);
}

async function shapeOf(jpeg: Uint8Array = new Uint8Array()): Promise<number> {
  const { width, height } = await sharp(jpeg).metadata();
  return width / height;
}

/** Pictures are cut to a grid of 28 pixels. */
function expectShape(shape: number | undefined, width: number, height: number): void {
  assert.ok(Math.abs((shape ?? 0) / (width / height) - 1) < 0.05, `${shape} instead of ${width}:${height}`);
}
