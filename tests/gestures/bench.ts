/** Gestures through the whole bot: its own process, real applications on a private display, a person who says yes, a model that knows the answers. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createHands } from '../../adapters/desktop/hands.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { startPhone } from '../support/phone.ts';
import { HANDS } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { createOracle } from '../web/oracle.ts';
import { createEye } from './eye.ts';
import type { Gesture } from './gesture.ts';

export interface GestureResult {
  readonly name: string;
  readonly isDone: boolean;
  /** Model calls for steps, and the number needed without interruptions. */
  readonly calls: number;
  readonly oracle: number;
  /** Questions to the person. */
  readonly cards: number;
  /** What went wrong; ''. */
  readonly why: string;
}

export interface GestureBench {
  run(gesture: Gesture): Promise<GestureResult>;
  /** Rejects when the bot did not end cleanly. */
  close(): Promise<void>;
}

const SIZE = { width: 1024, height: 768 };
const RUN_MS = 600_000;
const NOWHERE = 'unix:path=/nowhere';

/** `isUntold`: the bot is told no elements, and the model may aim only at what was read, but for places within a text or a picture. */
export async function startGestureBench(
  t: { after(act: () => void): void },
  { isUntold = false }: { readonly isUntold?: boolean } = {},
): Promise<GestureBench> {
  const phone = await startPhone(t, {
    ...SIZE,
    hasSessionBus: true,
    settings: {
      MAX_ITERATIONS: '100',
      RUN_TOKEN_BUDGET: '100000000',
      RUN_COST_LIMIT_USD: '1000',
      DAY_COST_LIMIT_USD: '100000',
      ...(isUntold ? { READING: 'on', DBUS_SESSION_BUS_ADDRESS: NOWHERE } : {}),
    },
  });
  const hands = createHands({
    program: HANDS,
    platform: 'x11',
    env: () => phone.display.env,
    onDown: () => undefined,
    onUp: () => undefined,
  });
  return {
    async run(gesture) {
      // The folder's name appears in window titles, so it must not look like a window of Deskhand.
      const folder = mkdtempSync(join(tmpdir(), 'gesture-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      await writeFiles(folder, gesture);
      const [program, ...args] = gesture.opens;
      const opened = phone.display.open('/usr/bin/env', ['-C', folder, program, ...args]);
      const eye = createEye(phone.display, hands.desktop);
      try {
        await until(
          async () => (await hands.desktop.front(AbortSignal.timeout(60_000))).app !== '',
          `${program} to come to the front`,
        );
        await until(async () => (await eye.where(gesture.shows)) !== null, `${gesture.shows} to be there`);
        const { writes } = gesture;
        if (writes !== undefined) await until(() => existsSync(join(folder, writes)), `${writes} to be written`);
        const performed = () =>
          phone
            .events()
            .flatMap((event) => (event.type === 'action.performed' ? [{ ok: event.ok, text: event.text }] : []));
        const page = { where: (at: string) => eye.where(at), read: async () => '' };
        const oracle = createOracle({ task: gesture, page, screen: SIZE, files: folder, performed, isUntold });
        let calls = 0;
        let trouble = '';
        const step = (request: SeenRequest): Promise<Decision> => {
          calls += 1;
          return oracle.decide(request).catch((error: unknown) => {
            trouble = String(error);
            return { screen: '', intent: '', action: { action: 'fail', summary: trouble }, note: null };
          });
        };
        phone.run(gesture.goal, { steps: Array.from({ length: 100 }, () => step) });
        await phone.endApproving(RUN_MS);
        const missing = await lastMissing(gesture, folder);
        const refused = performed().flatMap(({ ok, text }) => (ok ? [] : [JSON.stringify(text)]));
        return {
          name: gesture.name,
          isDone: missing === '',
          calls,
          oracle: oracle.count(),
          cards: phone.events().filter(({ type }) => type === 'confirmation.asked').length,
          why:
            missing === ''
              ? ''
              : [missing, trouble, oracle.gaveUp(), ...refused].filter((part) => part !== '').join(' | '),
        };
      } finally {
        eye.close();
        await opened.end();
        await until(
          async () => (await hands.desktop.front(AbortSignal.timeout(60_000))).app === '',
          `${program} to be gone`,
        );
      }
    },
    async close() {
      await hands.close();
      await phone.close();
    },
  };
}

async function writeFiles(folder: string, { files }: Gesture): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder, path);
    mkdirSync(path.endsWith('/') ? whole : dirname(whole), { recursive: true });
    if (text === null)
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } })
        .png()
        .toFile(whole);
    else if (!path.endsWith('/')) writeFileSync(whole, text);
  }
}

async function lastMissing({ missing }: Gesture, folder: string): Promise<string> {
  const read = (path: string): string | null => {
    const whole = join(folder, path);
    if (!existsSync(whole)) return null;
    return statSync(whole).isDirectory() ? '' : readFileSync(whole, 'utf8');
  };
  const color = async (path: string, x: number, y: number): Promise<string> => {
    const { data, info } = await sharp(join(folder, path)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    return data.subarray(at, at + 3).toString('hex');
  };
  const look = async (): Promise<string> => missing({ read, color });
  let left = '';
  // A program may save a moment after it was told to, and a file be half written.
  const isSaved = async (): Promise<boolean> => {
    left = await look().catch(String);
    return left === '' || sleep(50, false);
  };
  await until(isSaved, 'what the gesture leaves').catch(() => undefined);
  return left;
}
