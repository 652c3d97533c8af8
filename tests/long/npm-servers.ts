/** The tool servers that npm has, fetched as `deskhand mcp add` fetches them: each over every transport it speaks, what comes back, what is declined, what is told. `npm run test:npm-servers`; it needs the registry. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSharpPictures } from '../../adapters/pictures/sharp.ts';
import { openTools } from '../../src/bin/mcp/open-tools.ts';
import type { AskForServer } from '../../src/ports/tools.ts';
import { english } from '../../src/words/speak.ts';
import { NEVER } from '../support/tool-servers.ts';

/** A registry that does not answer is asked for minutes. */
const ADD_MS = 120_000;
const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'deskhand-servers-'));
const dataFolder = join(folder, 'data');
/** With what npm goes by here. */
const env = { ...process.env, DATA_DIR: dataFolder };
const failed: string[] = [];

async function check(what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
    process.stdout.write(`ok ${what}\n`);
  } catch (error) {
    failed.push(what);
    process.stdout.write(`FAILED ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Rejects with what it printed. */
async function add(name: string, ...words: readonly string[]): Promise<string> {
  const args = ['src/bin/entry.mjs', 'mcp', 'add', name, '--yes', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env, timeout: ADD_MS });
  return stdout;
}

const tools = openTools({ home: process.env.HOME ?? folder, dataFolder, env, learn: () => undefined });
const nobody: AskForServer = () => Promise.reject(new Error('somebody was asked'));
const use = async (server: string, name: string, values: object = {}, ask = nobody) => {
  const answer = await tools.call({ server, name, arguments: { ...values } }, ask, NEVER);
  return { ...answer, text: english(answer.text) };
};

async function checkEverything(server: string): Promise<void> {
  await check(`${server}: text`, async () =>
    assert.match((await use(server, 'echo', { message: 'hello' })).text, /hello/),
  );
  await check(`${server}: sum`, async () => assert.match((await use(server, 'get-sum', { a: 2, b: 3 })).text, /\b5\b/));
  await check(`${server}: arguments that do not fit`, async () =>
    assert.notEqual(await tools.misfit({ server, name: 'get-sum', arguments: { a: 'two' } }), null),
  );
  await check(`${server}: a picture, made ours`, async () => {
    const { pictures = [], text } = await use(server, 'get-tiny-image');
    assert.match(text, /\[picture 1, image\/png\]/);
    const [first = new Uint8Array()] = pictures;
    const own = await createSharpPictures().adopt(first, { longestSide: 1260, most: 940_800 }, NEVER);
    assert.ok(own !== null && own.luma.width > 0);
  });
  await check(`${server}: progress over some seconds`, async () =>
    assert.equal((await use(server, 'trigger-long-running-operation', { duration: 2, steps: 2 })).ok, true),
  );
  await check(`${server}: a form of more than five answers is declined unasked, and told`, async () =>
    assert.match((await use(server, 'trigger-elicitation-request')).text, /More than 5 are declined unasked/),
  );
  await check(`${server}: a page to open is declined, and told`, async () =>
    assert.match(
      (await use(server, 'trigger-url-elicitation', { url: 'https://example.com/private', message: 'Open it' })).text,
      /wanted the person to open a page of example\.com, which is declined/,
    ),
  );
}

/** It listens wherever it likes: here on loopback alone. */
const LOOPBACK = `import { Server } from 'node:net';
const listen = Server.prototype.listen;
Server.prototype.listen = function (first, ...rest) {
  return typeof first === 'number' || typeof first === 'string'
    ? listen.call(this, Number(first), '127.0.0.1', ...rest.filter((one) => typeof one === 'function'))
    : listen.call(this, first, ...rest);
};
`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Serves over HTTP until it is ended. */
async function serveEverything(transport: 'streamableHttp' | 'sse') {
  const packages = join(dataFolder, 'state/mcp/servers/everything/package/node_modules');
  const entry = join(packages, '@modelcontextprotocol/server-everything/dist/index.js');
  const preload = join(folder, 'loopback.mjs');
  writeFileSync(preload, LOOPBACK);
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', preload, entry, transport], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const read = (part: Buffer): void => {
      said += part.toString();
      if (/listening|running on port/i.test(said)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`it ended: ${said.slice(0, 300)}`)));
  });
  return { port, end: () => void child.kill('SIGKILL') };
}

try {
  await check('everything: added from npm, over standard streams', () =>
    add('everything', '--', 'npx', '-y', '@modelcontextprotocol/server-everything'),
  );
  await checkEverything('everything');
  await check('everything: added at an address, over streamable HTTP', async () => {
    const served = await serveEverything('streamableHttp');
    try {
      await add('web', `http://127.0.0.1:${served.port}/mcp`);
      await checkEverything('web');
    } finally {
      served.end();
    }
  });
  await check('everything: over the older transport, told as that', async () => {
    const served = await serveEverything('sse');
    try {
      await assert.rejects(add('older', `http://127.0.0.1:${served.port}/sse`), /speaks only the older transport/);
    } finally {
      served.end();
    }
  });
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  writeFileSync(join(shared, 'list.txt'), 'milk\n');
  writeFileSync(join(folder, 'beside.txt'), 'nobody granted this');
  await check('filesystem: added from npm, with a folder it may change', () =>
    add('files', '--write', shared, '--', 'npx', '-y', '@modelcontextprotocol/server-filesystem', shared),
  );
  await check('filesystem: reads and writes there', async () => {
    assert.match((await use('files', 'read_text_file', { path: join(shared, 'list.txt') })).text, /milk/);
    await use('files', 'write_file', { path: join(shared, 'list.txt'), content: 'bread\n' });
    assert.equal(readFileSync(join(shared, 'list.txt'), 'utf8'), 'bread\n');
  });
  await check('filesystem: and nowhere else', async () => {
    const { text } = await use('files', 'read_text_file', { path: join(folder, 'beside.txt') });
    assert.doesNotMatch(text, /nobody granted this/);
  });
  const memory = join(dataFolder, 'state/mcp/servers/memory/files/memory.jsonl');
  await check('memory: added from npm, with a file in its own folder', () =>
    add('memory', '--env', `MEMORY_FILE_PATH=${memory}`, '--', 'npx', '-y', '@modelcontextprotocol/server-memory'),
  );
  await check('memory: keeps what it is told', async () => {
    const entities = [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }];
    await use('memory', 'create_entities', { entities });
    assert.match((await use('memory', 'search_nodes', { query: 'tea' })).text, /likes tea/);
    assert.match(readFileSync(memory, 'utf8'), /likes tea/);
  });
} finally {
  await tools.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.stdout.write(`${failed.length === 0 ? 'all of it' : `failed: ${failed.join('; ')}`}\n`);
process.exit(failed.length === 0 ? 0 : 1);
