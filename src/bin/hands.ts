/** The hands process: screen, pointer, keyboard and pictures, apart from the bot because libnut may crash and a stop may kill it. */
import { argv, exit } from 'node:process';
import { z } from 'zod';
import { collectEarly } from '../../adapters/desktop/collect-early.ts';
import { serveHands } from '../../adapters/desktop/hands-server.ts';
import { decodeFrame } from '../../adapters/pictures/decode-frame.ts';
import { createFrameEncoder } from '../../adapters/pictures/encode-frame.ts';
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';
import { OWN_FILES } from './own-files.ts';

// A signal to the whole group reaches the bot too; it decides, and the end of the channel ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

/** Passed to the first process only, so that a Mac shows its permission dialogs once. */
const ASKS = 'ask';
/** JSON list of applications that keep secrets. */
const privateApps = z.array(z.string()).parse(JSON.parse(argv[2] ?? '[]'));

const isUsed = collectEarly(() => void globalThis.gc?.());

serveHands(
  async () => {
    const encode = createFrameEncoder();
    const opened =
      process.platform === 'darwin'
        ? await (await import('../../adapters/desktop/macos/desktop.ts')).openMacDesktop({
            accessibilityChild: OWN_FILES.accessibilityChild,
            asksForPermissions: argv[3] === ASKS,
            encode,
            decode: decodeFrame,
            privateApps,
          })
        : await (await import('../../adapters/desktop/x11/desktop.ts')).openX11Desktop({
            env: process.env,
            encode,
            privateApps,
          });
    return { ...opened, pictures: createSharpPictures() };
  },
  {
    send: (message, sent) => {
      if (process.connected) process.send?.(message, undefined, {}, sent);
      else exit(0);
    },
    onMessage: (listener) =>
      process.on('message', (message) => {
        isUsed();
        listener(message);
      }),
    onDisconnect: (listener) => process.on('disconnect', listener),
    exit: () => exit(0),
  },
);
