/** The hands process: screen, pointer, keyboard and pictures, apart from the bot because libnut may crash and a stop may kill it. */
import { exit } from 'node:process';
import { serveHands } from '../../adapters/desktop/hands-server.ts';

import { openX11Desktop } from '../../adapters/desktop/x11/desktop.ts';
import { createFrameEncoder } from '../../adapters/pictures/encode-frame.ts';
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';

// A signal to the whole group reaches the bot too; it decides, and the end of the channel ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

serveHands(
  async () => {
    const options = { env: process.env, encode: createFrameEncoder() };
    const opened = await openX11Desktop(options);
    return { ...opened, pictures: createSharpPictures() };
  },
  {
    send: (message, sent) => {
      if (process.connected) process.send?.(message, undefined, {}, sent);
      else exit(0);
    },
    onMessage: (listener) => process.on('message', listener),
    onDisconnect: (listener) => process.on('disconnect', listener),
    exit: () => exit(0),
  },
);
