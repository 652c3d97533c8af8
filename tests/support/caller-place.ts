/** A real bot with its owner's phone on a strict Telegram server, and what other programs reach it with. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectControl } from '../../adapters/files/control-socket.ts';
import type { Control } from '../../src/ports/control.ts';
import { startTelegramServer } from '../servers/telegram/telegram-server.ts';
import { ENTRY } from './programs.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startTestDisplay } from './x11.ts';

const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;

const SKILL = (folder: string) => `# SKILL: put-note

## Description
Writes a note.

## Triggers
- \`put a note\`

## Playbook
\`\`\`json
[{"action": "shell", "command": "echo noted >> ${folder}/note.txt"}]
\`\`\`

## Expect
\`\`\`json
[{"check": "file_contains", "path": "${folder}/note.txt", "text": "noted"}]
\`\`\`

## Permissions
shell
`;

const HOLD = `# SKILL: hold-on

## Description
Takes a minute.

## Triggers
- \`hold on\`

## Playbook
\`\`\`json
[{"action": "wait", "seconds": 60}]
\`\`\`

## Expect
\`\`\`json
[{"check": "file_exists", "path": "/nowhere/at-all.txt"}]
\`\`\`
`;

/** Opens the place, with one skill that writes a note, and one that takes a minute. */
export async function openCallerPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'skills', 'own', 'put-note.md'), SKILL(home));
  writeFileSync(join(data, 'skills', 'own', 'hold-on.md'), HOLD);
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = await startTestDisplay();
  t.after(async () => {
    await telegram.stop();
    await display.stop();
  });
  const env = {
    ...display.env,
    HOME: home,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_ALLOWED_USERS: String(OWNER),
    TELEGRAM_API_ROOT: telegram.root,
  };
  const ann = telegram.person(OWNER, { name: 'Ann' });
  ann.send('/start');
  const cardAfter = (after: number) =>
    ann.waitFor((messages) =>
      messages.find(({ id, buttons }) => id > after && JSON.stringify(buttons).includes('Approve')),
    );
  return { home, data, env, ann, cardAfter };
}

export async function control(data: string): Promise<Control> {
  const found = await connectControl(join(data, 'state', 'control.sock'));
  assert.ok(found !== null, 'the bot listens');
  return found;
}

export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `deskhand mcp serve` of its own, over its standard streams. */
export async function callOverStdio(t: TestContext, env: Environment, token: string, name = 'any'): Promise<Client> {
  const client = new Client({ name, version: '1.0.0', title: 'Approved by Deskhand' });
  const all = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env, DESKHAND_MCP_TOKEN: token };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [ENTRY, 'mcp', 'serve'],
    env: Object.fromEntries(
      Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
    ),
    stderr: 'pipe',
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

export async function callOverHttp(t: TestContext, url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'any', version: '1.0.0' });
  t.after(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  );
  return client;
}
