/** Tool servers on the official package, in their confined place: started when needed, kept as they were confirmed, bounded, told. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Pin } from '../../../adapters/tools/server-files.ts';
import { english } from '../../../src/words/speak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { bundleServer, NEVER, NO_ANSWER, nodeServer, openTestTools } from '../../support/tool-servers.ts';

describe('A tool server', () => {
  const folder = makeTempFolder({ after });
  let file = '';
  let opened: ReturnType<typeof openTestTools>;
  const call = async (name: string, values: object = {}, ask = NO_ANSWER, server = 'plain') => {
    const { ok, text } = await opened.tools.call({ server, name, arguments: { ...values } }, ask, NEVER);
    return { ok, text: english(text) };
  };

  before(async () => {
    mkdirSync(join(folder, 'home'));
    file = await bundleServer('plain-server', folder);
    opened = openTestTools(folder);
    await opened.confirm('plain', nodeServer(file));
  });
  after(() => opened.tools.close());
  /** Adds another server of the same program, with the same pin changed by `make`. */
  const setLike = async (name: string, make: (pin: Pin) => Pin): Promise<Pin> => {
    const pin = opened.files.read().pins.get('plain');
    assert.ok(pin !== undefined);
    await opened.files.setEntry(name, nodeServer(file));
    await opened.files.setPin(name, make(pin));
    return pin;
  };

  it('is started at its first call, answers, and keeps what it wrote in its own folder', async () => {
    assert.equal(opened.tools.servers()[0]?.state, 'ready');
    assert.deepEqual(await call('echo', { text: 'hello', times: 2 }), { ok: true, text: 'hello hello' });
    assert.equal(opened.tools.servers()[0]?.state, 'running');
    assert.equal((await call('remember', { line: 'one' })).text, 'one\n');
    assert.equal((await call('remember', { line: 'two' })).text, 'one\ntwo\n');
    assert.equal(readFileSync(join(opened.files.folderOf('plain').files, 'kept.txt'), 'utf8'), 'one\ntwo\n');
  });

  it('gets only arguments that fit its schema', async () => {
    const misfit = (values: object) => opened.tools.misfit({ server: 'plain', name: 'echo', arguments: { ...values } });
    assert.equal(await misfit({ text: 'x' }), null);
    assert.match(english((await misfit({})) ?? ''), /do not fit: .*text/);
    assert.match(english((await misfit({ text: 5 })) ?? ''), /do not fit/);
    assert.match(english((await misfit({ text: 'x', times: 9 })) ?? ''), /do not fit/);
  });

  it('reads, writes and reaches nothing that was not granted', async () => {
    const secret = join(folder, 'home', 'secret.txt');
    writeFileSync(secret, 'mine');
    let isReached = false;
    const web = createServer((_, response) => {
      isReached = true;
      response.end();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = web.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const { text } = await call('look', { path: secret, host: `http://127.0.0.1:${port}/` });
      assert.doesNotMatch(text, /: done/);
      assert.equal(isReached, false);
      assert.equal(readFileSync(secret, 'utf8'), 'mine');
    } finally {
      web.close();
    }
  });

  it('sends pictures, at most two of an answer', async () => {
    const data = Buffer.from('not looked at here').toString('base64');
    await opened.confirm('drawing', nodeServer(file, 'plain', data));
    const { ok, text, pictures } = await opened.tools.call(
      { server: 'drawing', name: 'show', arguments: { times: 3 } },
      NO_ANSWER,
      NEVER,
    );
    assert.equal(ok, true);
    assert.deepEqual(english(text).split('\n'), [
      '[picture 1, image/png]',
      '[picture 2, image/png]',
      '[a picture, image/png; it is not shown: 2 of one answer are]',
    ]);
    assert.deepEqual(
      pictures?.map((one) => Buffer.from(one).toString()),
      ['not looked at here', 'not looked at here'],
    );
  });

  it('that ends in the middle is told so, and is started again for the next call', async () => {
    const { ok, text } = await call('die');
    assert.equal(ok, false);
    assert.match(text, /ended in the middle of it\. I don't know whether it did anything/);
    assert.equal((await call('echo', { text: 'again' })).text, 'again');
  });

  it('asks the person by a card, and gets their answer', async () => {
    const asked: string[] = [];
    const answered = await call('ask', {}, async ({ text }) => {
      asked.push(text);
      return 'Ada';
    });
    assert.deepEqual(asked, ['Who are you?\nname']);
    assert.match(answered.text, /"name":"Ada"/);
    assert.match((await call('ask')).text, /cancel/);
  });

  it('that asks for too much at once, or wants a page opened, is declined unasked, and the run is told why', async () => {
    const nobody = async (): Promise<never> => assert.fail('nobody is asked');
    const much = await call('ask_much', { fields: 6 }, nobody);
    assert.match(much.text, /"action":"decline"/);
    assert.match(much.text, /asked the person for 6 answers at once\. More than 5 are declined unasked/);
    const page = await call('ask_page', {}, nobody);
    assert.match(page.text, /"action":"decline"/);
    assert.match(page.text, /wanted the person to open a page of evil\.example, which is declined/);
    assert.doesNotMatch(page.text, /secret-path/);
    const few = await call('ask_much', { fields: 5 }, async ({ text }) => text.split('\n').at(-1) ?? '');
    assert.match(few.text, /"action":"accept"/);
    assert.doesNotMatch(few.text, /declined/);
  });

  it('that wants to reach a host which nobody granted is told of, with the command that grants it', async () => {
    await setLike('reaching', (pin) => ({ ...pin, hosts: ['api.example.com'] }));
    const reach = (host: string) => call('look', { path: '/nothing', host }, NO_ANSWER, 'reaching');
    const { text } = await reach('https://other.example/data?secret=1');
    assert.match(
      text,
      /wanted to reach other\.example, which nobody granted\. .*: deskhand mcp confirm reaching --host api\.example\.com --host other\.example$/,
    );
    assert.doesNotMatch((await call('echo', { text: 'x' }, NO_ANSWER, 'reaching')).text, /nobody granted/);
  });

  it('that wants to use the model is refused', async () => {
    const { ok, text } = await call('sample');
    assert.equal(ok, false);
    assert.match(text, /refused it/);
    assert.doesNotMatch(text, /screen/i);
  });

  it('that describes a tool otherwise is off until it is confirmed again', async () => {
    const pin = await setLike('other', (like) => ({
      ...like,
      tools: like.tools.map((tool) => (tool.name === 'echo' ? { ...tool, hash: 'another' } : tool)),
    }));
    const { ok, text } = await call('echo', { text: 'x' }, NO_ANSWER, 'other');
    assert.equal(ok, false);
    assert.match(text, /describes its tools differently.*deskhand mcp confirm other/);
    // A changed server stays off, whatever it says next.
    await opened.files.setPin('other', { ...pin, changed: 'tools' });
    assert.equal(opened.tools.servers().find(({ name }) => name === 'other')?.state, 'changed');
    assert.match((await call('echo', { text: 'x' }, NO_ANSWER, 'other')).text, /not confirmed/);
  });

  it('whose code or entry is another is not started', async () => {
    const copy = join(folder, 'copy', 'server.mjs');
    mkdirSync(join(folder, 'copy'));
    writeFileSync(copy, readFileSync(file));
    await opened.confirm('copy', nodeServer(copy));
    writeFileSync(
      copy,
      `import { writeFileSync } from 'node:fs';\nwriteFileSync('ran.txt', '');\n${readFileSync(file, 'utf8')}`,
    );
    assert.match((await call('echo', { text: 'x' }, NO_ANSWER, 'copy')).text, /its code has changed/);
    assert.equal(existsSync(join(opened.files.folderOf('copy').files, 'ran.txt')), false);
    await opened.files.setEntry('copy', nodeServer(copy, 'more'));
    assert.match(english(opened.tools.servers().find(({ name }) => name === 'copy')?.detail ?? ''), /its entry/);
  });

  it('that nobody confirmed is not started, and a file that is broken is said', async () => {
    await opened.files.setEntry('mine', nodeServer(file));
    assert.equal(opened.tools.servers().find(({ name }) => name === 'mine')?.state, 'unconfirmed');
    for (let times = 0; times < 4; times += 1)
      assert.match((await call('echo', { text: 'x' }, NO_ANSWER, 'mine')).text, /not confirmed/);
    const path = opened.files.path;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, '{"mcpServers":{"a b":{"command":"x"},"c":{}}}');
    assert.match(english(opened.files.read().problem), /a b, c/);
    writeFileSync(path, '{nonsense');
    assert.match(english(opened.files.read().problem), /cannot be read/);
    await assert.rejects(opened.files.setEntry('x', nodeServer(file)), 'what cannot be read is not written over');
    assert.deepEqual(opened.tools.servers(), []);
    writeFileSync(path, text);
  });
});
