/** `deskhand setup` and its question which model decides: a server of one's own and an agent, each tried before it is kept. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ExitError } from '../../src/bin/exit.ts';
import { chooseProvider } from '../../src/bin/setup/choose-provider.ts';
import { talkFromFile } from '../../src/bin/setup/talk.ts';
import { english } from '../../src/words/speak.ts';
import { STRICT_AGENT } from '../adapters/model/acp-bench.ts';
import { startAgentProvider } from '../servers/acp/provider.ts';
import { listen } from '../servers/listen.ts';
import { startOpenAiServer } from '../servers/openai/server.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const SEES = { left: 'yellow', right: 'green' };

function openPlace(t: TestContext) {
  const home = makeTempFolder(t);
  const data = join(home, 'data');
  mkdirSync(data);
  const secrets = join(data, 'state', 'secrets.json');
  const setup = async (answers: object, more: Readonly<Record<string, string>> = {}) => {
    const file = join(home, 'answers.json');
    writeFileSync(file, JSON.stringify(answers), { mode: 0o600 });
    const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: home, DATA_DIR: data, WEB_CHAT: 'off' };
    const child = spawn(process.execPath, [ENTRY, 'setup', '--json', file], { env: { ...env, ...more } });
    t.after(() => void child.kill('SIGKILL'));
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    assert.doesNotMatch(text, /\n\s+at /, 'nobody is shown a stack');
    return { code, text };
  };
  const kept = (): Readonly<Record<string, string>> =>
    existsSync(secrets) ? JSON.parse(readFileSync(secrets, 'utf8')).values : {};
  return { home, setup, kept };
}

/** What this step of setup says of an answer that it does not take; it ends before anything of this process's own settings counts. */
async function askStep(answers: Readonly<Record<string, string>>): Promise<string> {
  const said: string[] = [];
  const talk = talkFromFile({ model: 'local', ...answers }, (text) => void said.push(english(text)));
  const step = chooseProvider({ talk, signal: new AbortController().signal });
  await assert.rejects(step, (error) => error instanceof ExitError && said.push(english(error.text)) > 0);
  return said.join('\n');
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const { port, stop } = await listen(createServer(listener));
  t.after(() => stop());
  return `http://127.0.0.1:${port}/v1`;
}

test('a server of one’s own: its models are listed, the chosen one is tried with a picture, and only then kept', async (t) => {
  const { setup, kept } = openPlace(t);
  const server = await startOpenAiServer({
    key: null,
    models: ['qwen-vl', 'text-only'],
    responses: 'missing',
    hasStructuredOutput: false,
    decide: ({ model, pictures }) =>
      pictures.length === 0 ? { answer: 'yes' } : model === 'qwen-vl' ? SEES : 'I am a text model.',
  });
  t.after(() => server.stop());
  const answers = { model: 'local', server: 'other', OPENAI_BASE_URL: server.url };
  const blind = await setup({ ...answers, MODEL_MAIN: 'text-only' });
  assert.equal(blind.code, 2);
  assert.match(blind.text, /text-only does not see pictures.*Nothing was saved\./);
  assert.deepEqual(kept(), {});
  const good = await setup({ ...answers, MODEL_MAIN: 'qwen-vl' });
  assert.equal(good.code, 0, good.text);
  assert.match(good.text, /qwen-vl answers, and it sees pictures\./);
  assert.deepEqual(kept(), { MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: server.url, MODEL_MAIN: 'qwen-vl' });
});

test('a server that is not there, is none, wants a key, or means harm is told of in a sentence', async (t) => {
  const at = (base: string, server = 'other', more: Readonly<Record<string, string>> = {}) =>
    askStep({ server, OPENAI_BASE_URL: base, MODEL_MAIN: 'x', ...more });
  assert.match(
    await at('http://127.0.0.1:9/v1', 'ollama'),
    /Nothing usable answers at .* ollama serve Nothing was saved/,
  );
  assert.match(await at('localhost:1234'), /localhost:1234 is no address like http/);
  const page = await serve(t, (_, response) => response.end('<html>hello</html>'));
  assert.match(await at(page), /Nothing usable answers/);
  const other = await serve(t, (_, response) => response.end('{"models":["x"]}'));
  assert.match(await at(other), /does not speak OpenAI's API/);
  const endless = await serve(t, (_, response) => {
    const more = (): void => {
      while (response.write('['.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  assert.match(await at(endless), /Nothing usable answers/);
  const odd = await serve(t, (_, response) => {
    const data = [
      { id: '\u001b[2Jevil\nid' },
      { id: 7 },
      ...Array.from({ length: 500 }, (__, index) => ({ id: `m${index}` })),
    ];
    response.end(JSON.stringify({ data }));
  });
  const told = await at(odd);
  assert.match(told, /MODEL_MAIN is one of m0, .*m29, back/);
  assert.ok(!told.includes('evil') && !told.includes('m30'));
  const away = await serve(t, (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
  assert.match(await at(away), /Nothing usable answers/);
  const locked = await serve(t, (_, response) => response.writeHead(401).end('{}'));
  assert.match(await at(locked, 'vllm', { OPENAI_API_KEY: 'wrong-key' }), /does not take this key/);
});

test('an agent: greeted, asked once, and kept with its hosts; one that cannot decide is told of', async (t) => {
  const { setup, kept } = openPlace(t);
  const provider = await startAgentProvider(() => ({ answer: 'yes' }));
  t.after(() => provider.stop());
  const answers = { model: 'agent', agent: 'other', ACP_COMMAND: `node ${STRICT_AGENT}`, ACP_HOSTS: provider.host };
  const with_ = (traits: string) => ({
    ACP_ENV: 'PROVIDER_URL,AGENT_TRAITS',
    PROVIDER_URL: provider.url,
    AGENT_TRAITS: traits,
  });
  if (WITH_REPEATS)
    assert.match(
      (await setup({ ...answers, ACP_COMMAND: 'no-such-agent' })).text,
      /no-such-agent, which is not there.*Nothing was saved/s,
    );
  assert.match((await setup({ ...answers, ACP_HOSTS: 'not a host' })).text, /ACP_HOSTS: .*Nothing was saved/s);
  assert.match(
    (await setup(answers, with_('blind'))).text,
    /takes no pictures, so it cannot see the screen.*Nothing was saved/s,
  );
  if (WITH_REPEATS)
    assert.match(
      (await setup(answers, with_('signed out'))).text,
      /is not signed in to its provider.*Nothing was saved/s,
    );
  assert.deepEqual(kept(), {});
  const good = await setup(answers, with_(''));
  assert.equal(good.code, 0, good.text);
  assert.match(good.text, /It runs confined, sees none of your files, and reaches \S+ alone\./);
  assert.match(good.text, / answers\. What it costs is not known\./);
  assert.deepEqual(kept(), { MODEL_PROVIDER: 'acp', ACP_COMMAND: answers.ACP_COMMAND, ACP_HOSTS: provider.host });
  // Who changes their mind is not left with half of the old answer.
  const server = await startOpenAiServer({
    key: 'right-key',
    models: ['qwen-vl'],
    decide: ({ pictures }) => (pictures.length > 0 ? SEES : { answer: 'yes' }),
  });
  t.after(() => server.stop());
  const changed = await setup({
    ...{ model: 'local', server: 'vllm', OPENAI_BASE_URL: server.url, MODEL_MAIN: 'qwen-vl' },
    OPENAI_API_KEY: 'right-key',
  });
  assert.equal(changed.code, 0, changed.text);
  assert.ok(!changed.text.includes('right-key'));
  assert.deepEqual(kept(), {
    ...{ MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: server.url, MODEL_MAIN: 'qwen-vl' },
    OPENAI_API_KEY: 'right-key',
  });
  const told = await askStep({ model: 'agent', agent: 'claude', ACP_COMMAND: '' });
  assert.match(told, /npm install -g @agentclientprotocol\/claude-agent-acp/);
  if (!WITH_REPEATS) return;
  const named = await setup({ model: 'agent', agent: 'claude' });
  assert.equal(named.code, 2);
  assert.match(named.text, /npm install -g @agentclientprotocol\/claude-agent-acp/);
  assert.match(named.text, /ANTHROPIC_API_KEY is missing in the answers/);
});
