/** The display dies in mid-run: the bot lives, says so, and goes on when there is one again. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinWebChat } from '../../adapters/chat/web/client.ts';
import { launch } from '../../src/bin/launch.ts';
import { createLog } from '../../src/bin/log.ts';
import { settingsSchema } from '../../src/config/schema.ts';
import { isEnd, playbookSkill, textOf } from '../support/launched.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { findServer, noX11 } from '../support/x11.ts';

test('a virtual display that is killed in mid-run is replaced, said, and worked on', { skip: noX11 }, async (t) => {
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'data/skills/own'), { recursive: true });
  const steps = [
    { action: 'wait', seconds: 3 },
    { action: 'open_app', app: 'xterm' },
    { action: 'wait', seconds: 1 },
    { action: 'type', text: 'date' },
  ];
  writeFileSync(join(folder, 'data/skills/own/slow.md'), playbookSkill('slow', steps));
  const launched = await launch(
    {
      settings: settingsSchema.parse({
        WEB_CHAT: 'on',
        WEB_CHAT_PORT: '0',
        MODEL_PROVIDER: 'playbook',
        READING: 'off',
      }),
      dataFolder: join(folder, 'data'),
      home: folder,
      env: { ...process.env, HOME: folder },
      display: 'virtual',
      log: createLog('silent', [], false),
    },
    new AbortController().signal,
  );
  try {
    const patience = AbortSignal.timeout(60_000);
    const client = await joinWebChat(launched.chats.web?.openLink() ?? '', patience);
    await client.sendText('/run slow', patience);
    await client.waitFor((message) => message.from === 'deskhand' && /Waiting 3 s/.test(textOf(message)), patience);
    process.kill(findServer(`deskhand-display-${process.pid}-`), 'SIGKILL');
    await client.waitFor((message) => /The desktop is gone|The desktop is back/.test(textOf(message)), patience);
    const end = await client.waitFor((message) => message.from === 'deskhand' && isEnd(message), patience);
    assert.match(textOf(end), /Done, not checked/);
    await client.sendText('/screenshot', patience);
    await client.waitFor(
      (message) => message.from === 'deskhand' && message.kind === 'reply' && message.picture !== null,
      patience,
    );
  } finally {
    await launched.stop('the test is over');
  }
});
