/** The hands process of a Mac that is a stand-in: src/bin/hands.ts with the stand-in's library and screencapture. */
import { argv, exit } from 'node:process';
import { z } from 'zod';
import { serveHands } from '../../../adapters/desktop/hands-server.ts';
import { openMacDesktop } from '../../../adapters/desktop/macos/desktop.ts';
import { decodeFrame } from '../../../adapters/pictures/decode-frame.ts';
import { createFrameEncoder } from '../../../adapters/pictures/encode-frame.ts';
import { createSharpPictures } from '../../../adapters/pictures/sharp.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { buildStandIn } from './build.ts';

const privateApps = z.array(z.string()).parse(JSON.parse(argv[2] ?? '[]'));
serveHands(
  async () => {
    const options = {
      encode: createFrameEncoder(),
      decode: decodeFrame,
      privateApps,
      standIn: buildStandIn(),
      accessibilityChild: OWN_FILES.accessibilityChild,
      asksForPermissions: argv[3] === 'ask',
    };
    return { ...(await openMacDesktop(options)), pictures: createSharpPictures() };
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
