/** A real Chromium window on a real display: what is listed is where the pixels are. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { Desktop, Display, ElementList, UiElement } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { noChromium } from '../../../support/chromium.ts';
import { LEAN_WINDOW } from '../../../support/chromium-flags.ts';
import { chromiumWindow } from '../../../support/chromium-window.ts';
import { startTestHands, type TestHands } from '../../../support/hands.ts';
import { repeats } from '../../../support/repeats.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;
const COLORS: Readonly<Record<string, readonly number[]>> = {
  Red: [200, 0, 0],
  Green: [0, 150, 0],
  Blue: [0, 0, 200],
  Violet: [150, 0, 150],
  Teal: [0, 130, 130],
};

for (const density of [2, ...repeats(1)]) {
  describe(`The page of a Chromium in front, ${density} pixels a point`, { skip: noX11 || noChromium }, () => {
    let hands: TestHands;
    let server: Server;
    let desktop: Desktop;
    let shown: Display;
    const folders: (() => void)[] = [];

    before(async () => {
      server = await serve();
      const { port } = addressOf(server);
      hands = await startTestHands({ width: 1100, height: 850 });
      desktop = hands.desktop;
      const folder = makeTempFolder({ after: (remove) => folders.push(remove) });
      const [program, args] = chromiumWindow(`http://127.0.0.1:${port}/`, folder, 900, 700);
      // An ordinary window: with tabs and address, not in the corner of the screen.
      const own = args.filter((arg) => !/kiosk|fullscreen|--app=|position|scale-factor|window-size/.test(arg));
      const more = [
        '--window-position=60,40',
        `--window-size=${Math.round(960 / density)},${Math.round(760 / density)}`,
        `--force-device-scale-factor=${density}`,
        '--remote-debugging-port=0',
        '--site-per-process',
        LEAN_WINDOW,
      ];
      hands.display.open(program, [...own, ...more, `http://127.0.0.1:${port}/`]);
      shown = (await desktop.describe(never)).displays[0] ?? assert.fail('no display');
      await settleOn((list) => named(list, 'Red') !== undefined && named(list, 'Teal') !== undefined);
    });
    after(async () => {
      await hands.close();
      server.close();
      server.closeAllConnections();
      for (const remove of folders) remove();
    });

    async function settleOn(isSo: (list: ElementList) => boolean): Promise<ElementList> {
      let last: ElementList | null = null;
      return until(
        async () => {
          last = await desktop.webElements(shown, never);
          return isSo(last) ? last : sleep(150, null);
        },
        () => `the list to be so: ${english(last?.reason ?? '')} ${JSON.stringify(last?.elements)}`,
      );
    }
    /** The corners of each of these show its color on the screen, or will in a moment: a page is painted after it is known. */
    async function checkPixels(list: ElementList, names: readonly string[]): Promise<void> {
      let fault: string | null = '';
      await until(
        async () => {
          fault = await findWrongPixel(list, names);
          return fault === null || sleep(150, false);
        },
        () => `the colors to be painted: ${fault}`,
      );
    }
    async function findWrongPixel(list: ElementList, names: readonly string[]): Promise<string | null> {
      const frame = await desktop.capture({ display: 1, width: shown.width, height: shown.height }, never);
      const { data } = await sharp(frame.jpeg).raw().toBuffer({ resolveWithObject: true });
      for (const name of names) {
        const { box } = named(list, name) ?? assert.fail(`no ${name}: ${JSON.stringify(list.elements)}`);
        for (const [part, x, y] of [
          ['upper left', box.x + 3, box.y + 3],
          ['lower right', box.x + box.width - 4, box.y + box.height - 4],
        ] as const) {
          const at = (y * frame.width + x) * 3;
          const seen = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
          const far = Math.max(...seen.map((value, index) => Math.abs(value - (COLORS[name]?.[index] ?? 0))));
          if (far >= 60) return `${name}, ${part} ${x},${y}: ${seen}`;
        }
      }
      return null;
    }

    it('lists links, buttons and fields with name, value and state; no password, nothing hidden or covered', async () => {
      const { elements, coverage } = await desktop.webElements(shown, never);
      assert.equal(coverage, 'complete');
      const tell = (name: string): string => {
        const found = elements.find((element) => element.name === name);
        return found === undefined
          ? 'not listed'
          : `${found.role} =${found.value}${found.isEnabled ? '' : ' disabled'}${found.isSecure ? ' secure' : ''}`;
      };
      assert.equal(tell('Red'), 'button =');
      assert.equal(tell('Blue'), 'link =');
      assert.equal(tell('Your name'), 'field =Ann');
      assert.equal(tell('Secret'), 'password field = secure');
      assert.equal(tell('I agree'), 'check box =checked');
      assert.equal(tell('Size'), 'combo box =large');
      assert.equal(tell('Off'), 'button = disabled');
      assert.equal(tell('Hidden'), 'not listed');
      assert.equal(tell('Covered'), 'not listed');
      assert.equal(tell('Far below'), 'not listed');
      assert.doesNotMatch(JSON.stringify(elements), /hunter2/);
    });

    it('each is where its pixels are: in the page, in a frame, in a frame of another origin', async () => {
      await checkPixels(await desktop.webElements(shown, never), ['Red', 'Green', 'Blue', 'Violet', 'Teal']);
    });

    it('also when the page is zoomed', async () => {
      const before = named(await desktop.webElements(shown, never), 'Red')?.box.width ?? 0;
      await desktop.key('ctrl+plus', 2, never);
      const list = await settleOn((now) => (named(now, 'Red')?.box.width ?? 0) > before * 1.15);
      await checkPixels(list, ['Red', 'Blue']);
      await desktop.key('ctrl+0', 1, never);
      await settleOn((now) => named(now, 'Red')?.box.width === before);
    });

    it('also when it is scrolled', async () => {
      const place = named(await desktop.webElements(shown, never), 'Red')?.box;
      assert.ok(place !== undefined);
      await desktop.scroll({ display: shown, x: place.x + 300 * density, y: place.y + 60 }, 'down', 1, never);
      await settleOn((now) => isMoved(now, place.y));
      // Chromium scrolls smoothly: scrolling is over when nothing has moved for a while.
      let last = -1;
      const list = await settleOn((now) => {
        const y = named(now, 'Blue')?.box.y ?? -1;
        const isAtRest = y === last;
        last = y;
        return isAtRest;
      });
      await checkPixels(list, ['Blue']);
    });
  });
}

function isMoved(list: ElementList, before: number): boolean {
  const red = named(list, 'Red');
  return red === undefined || red.box.y < before - 20;
}

function named(list: ElementList, name: string): UiElement | undefined {
  return list.elements.find((element) => element.name === name);
}

function box(name: string, tag: string, style: string): string {
  const color = COLORS[name]?.join(',') ?? '';
  const looks = `position:absolute;border:0;width:90px;height:40px;background:rgb(${color});color:rgb(${color});${style}`;
  return tag === 'a'
    ? `<a href="#" style="display:block;${looks}">${name}</a>`
    : `<button style="${looks}">${name}</button>`;
}

/** One page; its second frame is of another host, which Chromium keeps in another process. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { port } = addressOf(server);
    response.setHeader('content-type', 'text/html');
    if (request.url === '/same')
      response.end(`<body style="margin:0">${box('Violet', 'button', 'left:20px;top:15px')}`);
    else if (request.url === '/other')
      response.end(`<body style="margin:0">${box('Teal', 'button', 'left:10px;top:20px')}`);
    else
      response.end(`<title>Form</title><body style="margin:0;height:3000px;background:#fff">
        ${box('Red', 'button', 'left:30px;top:20px')} ${box('Green', 'button', 'left:330px;top:20px')}
        ${box('Blue', 'a', 'left:30px;top:130px')}
        <div style="position:absolute;left:150px;top:20px;width:170px">
          <label>Your name <input value="Ann" style="width:60px"></label><label>Secret <input type="password" value="hunter2" style="width:60px"></label>
          <label><input type="checkbox" checked>I agree</label>
          <label>Size <select><option>small<option selected>large</select></label><button disabled>Off</button></div>
        <button style="visibility:hidden">Hidden</button>
        <button style="position:absolute;left:330px;top:70px">Covered</button><div style="position:absolute;left:320px;top:65px;width:120px;height:40px;background:#eee"></div>
        <button style="position:absolute;top:2500px">Far below</button>
        <iframe src="/same" style="position:absolute;left:150px;top:130px;width:130px;height:70px;border:3px solid"></iframe>
        <iframe src="http://localhost:${port}/other" style="position:absolute;left:300px;top:130px;width:130px;height:70px;border:5px solid;padding:4px"></iframe>`);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function addressOf(server: Server): { readonly port: number } {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address : assert.fail('not listening');
}
