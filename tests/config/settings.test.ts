import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readSettings } from '../../src/config/read-settings.ts';
import { VARIABLE_NAMES } from '../../src/config/schema.ts';
import { english, speak } from '../../src/words/speak.ts';

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');

function problemsOf(environment: Record<string, string>, envFile: Record<string, string> = {}): readonly string[] {
  const result = readSettings(environment, envFile);
  return result.ok ? [] : result.problems.map(english);
}

function settingsOf(environment: Record<string, string>, envFile: Record<string, string> = {}) {
  const result = readSettings(environment, envFile);
  assert.ok(result.ok, result.ok ? '' : result.problems.map(english).join('\n'));
  return result.settings;
}

test('with nothing set there are settings, and they are the contract’s defaults', () => {
  const settings = settingsOf({});
  assert.equal(settings.WEB_CHAT, 'auto');
  assert.equal(settings.WEB_CHAT_PORT, 7780);
  assert.equal(settings.MAX_ITERATIONS, 35);
  assert.equal(settings.RUN_TIME_LIMIT_MIN, 60);
  assert.equal(settings.RUN_TOKEN_BUDGET, 300_000);
  assert.equal(settings.RUN_COST_LIMIT_USD, 1);
  assert.equal(settings.DAY_COST_LIMIT_USD, 10);
  assert.equal(settings.CONFIRM_TIMEOUT_S, 600);
  assert.equal(settings.RECORDINGS_KEEP_DAYS, 30);
  assert.equal(settings.LOG_LEVEL, 'info');
});

test('what others need is said beside what is wrong, in one go', () => {
  const problems = problemsOf({
    MODEL_PROVIDER: 'Anthropic',
    MAX_ITERATIONS: '0',
    SLACK_BOT_TOKEN: 'nonsense',
    WEB_CHAT: 'maybe',
  });
  const names = problems.map((problem) => problem.split(':')[0]).sort();
  assert.deepEqual(names, ['ANTHROPIC_API_KEY', 'MAX_ITERATIONS', 'SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN', 'WEB_CHAT']);
});

test('.env.example names every setting once, no other, and its values are the defaults', () => {
  const example = parseEnv(EXAMPLE);
  assert.deepEqual(Object.keys(example).sort(), [...VARIABLE_NAMES].sort());
  const set = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, value ?? '']));
  assert.deepEqual(settingsOf({}, set), settingsOf({}));
});

test('the process environment wins, and an empty value counts as unset', () => {
  assert.equal(settingsOf({ WEB_CHAT_PORT: '1234' }, { WEB_CHAT_PORT: '99' }).WEB_CHAT_PORT, 1234);
  assert.equal(settingsOf({ WEB_CHAT_PORT: '' }, { WEB_CHAT_PORT: '99' }).WEB_CHAT_PORT, 99);
  assert.equal(settingsOf({ WEB_CHAT_PORT: ' ' }, {}).WEB_CHAT_PORT, 7780);
});

test('all problems are said at once, each with the variable and what to set', () => {
  const problems = problemsOf({
    TELEGRAM_BOT_TOKEN: 'nonsense',
    TELEGRAM_ALLOWED_USERS: '@ann',
    WEB_CHAT_PORT: '70000',
    MODEL_PRICES: '{"x":2}',
    MODEL_PICTURES: '{"x":{"quality":99}}',
    LOG_LEVEL: 'loud',
    SLACK_ALLOWED_USERS: 'U1',
  });
  assert.equal(problems.length, 7);
  for (const [name, words] of [
    ['TELEGRAM_BOT_TOKEN', /@BotFather/],
    ['TELEGRAM_ALLOWED_USERS', /numeric/],
    ['WEB_CHAT_PORT', /0 to 65535/],
    ['MODEL_PRICES', /USD per million/],
    ['MODEL_PICTURES', /quality 30 to 78/],
    ['LOG_LEVEL', /one of/],
    ['SLACK_ALLOWED_USERS', /TEAM:USER/],
  ] as const) {
    const problem = problems.find((line) => line.startsWith(`${name}:`));
    assert.match(problem ?? '', words, name);
  }
});

test('an unknown name in .env names the closest one; in the environment it is none of ours', () => {
  assert.match(problemsOf({}, { TELEGRAM_BOT_TOKN: 'x' })[0] ?? '', /did you mean TELEGRAM_BOT_TOKEN\?/);
  assert.deepEqual(problemsOf({ SOMETHING_ELSE: 'x' }), []);
});

test('what goes together is asked for together', () => {
  assert.match(problemsOf({ SLACK_BOT_TOKEN: 'xoxb-1' })[0] ?? '', /SLACK_APP_TOKEN/);
  assert.match(problemsOf({ MODEL_PROVIDER: 'anthropic' })[0] ?? '', /ANTHROPIC_API_KEY.*console/);
  assert.match(problemsOf({ MODEL_PROVIDER: 'vertex' })[0] ?? '', /CLOUD_ML_REGION/);
  assert.match(problemsOf({ MODEL_PROVIDER: 'acp' })[0] ?? '', /^ACP_COMMAND: MODEL_PROVIDER=acp needs it/);
  assert.deepEqual(problemsOf({ MODEL_PROVIDER: 'acp', ACP_COMMAND: 'codex-acp' }), []);
  assert.match(problemsOf({ MODEL_PROVIDER: 'acp', ACP_COMMAND: 'mine' })[0] ?? '', /^ACP_HOSTS: it is not known/);
  assert.match(problemsOf({ ACP_HOSTS: 'https://api.example.com/v1' })[0] ?? '', /^ACP_HOSTS: set the hosts/);
  const anthropic = { MODEL_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'k' };
  assert.deepEqual(problemsOf({ ...anthropic, FALLBACK_MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'k' }), []);
  assert.match(
    problemsOf({ ...anthropic, FALLBACK_MODEL_PROVIDER: 'openai' })[0] ?? '',
    /^OPENAI_API_KEY: FALLBACK_MODEL_PROVIDER=openai needs it/,
  );
  assert.match(
    problemsOf({ ...anthropic, FALLBACK_MODEL_PROVIDER: 'anthropic' })[0] ?? '',
    /^FALLBACK_MODEL_PROVIDER: this is the main provider itself/,
  );
  assert.match(problemsOf({ ...anthropic, FALLBACK_MODEL: 'gpt-6-luna' })[0] ?? '', /^FALLBACK_MODEL_PROVIDER: /);
  const own = { FALLBACK_MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://localhost:1/v1' };
  assert.match(problemsOf({ ...anthropic, ...own })[0] ?? '', /^FALLBACK_MODEL: a server of your own/);
});

test('lists, numbers and addresses are read as people write them', () => {
  const settings = settingsOf({
    TELEGRAM_ALLOWED_USERS: ' 12, 34 ,',
    RUN_COST_LIMIT_USD: '0.25',
    MODEL_PRICES: '{"m":[1,2.5]}',
    TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
  });
  assert.deepEqual(settings.TELEGRAM_ALLOWED_USERS, ['12', '34']);
  assert.deepEqual(settingsOf({ LINKED_USERS: 'telegram:12=slack:T0:U1; telegram:34 = web:owner;' }).LINKED_USERS, [
    ['telegram:12', 'slack:T0:U1'],
    ['telegram:34', 'web:owner'],
  ]);
  assert.match(problemsOf({ LINKED_USERS: 'telegram:ann=slack:T0:U1' })[0] ?? '', /telegram:123=slack/);
  assert.match(problemsOf({ LINKED_USERS: 'telegram:12' })[0] ?? '', /telegram:123=slack/);
  assert.equal(settings.RUN_COST_LIMIT_USD, 0.25);
  assert.deepEqual(settings.MODEL_PRICES, { m: [1, 2.5] });
});

/** Something wrong for every setting that can be wrong, and for what settings need of each other. */
const WRONG: readonly Readonly<Record<string, string>>[] = [
  Object.fromEntries(VARIABLE_NAMES.map((name) => [name, '\u0000'])),
  {
    SLACK_BOT_TOKEN: 'xapp-1',
    STOP_KEY: 'nokey+x',
    TELEGRAM_BOT_TOKN: 'x',
    NOBODY_KNOWS: 'x',
    'c2stc2VjcmV0LXdvcmRz=': 'x',
  },
  { SLACK_BOT_TOKEN: 'xoxb-1' },
  { SLACK_APP_TOKEN: 'xapp-1' },
  ...['anthropic', 'openai', 'gemini', 'acp', 'bedrock', 'vertex'].map((MODEL_PROVIDER) => ({ MODEL_PROVIDER })),
  { MODEL_PROVIDER: 'vertex', CLOUD_ML_REGION: 'global' },
  { MODEL_PROVIDER: 'gemini', GOOGLE_CLOUD_PROJECT: 'p' },
  { MODEL_PROVIDER: 'acp', ACP_COMMAND: 'mine' },
  { MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'k', FALLBACK_MODEL_PROVIDER: 'openai' },
  { MODEL_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'k', FALLBACK_MODEL: 'gpt' },
  { FALLBACK_MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:1' },
  { DESKHAND_ROLE: 'worker' },
  { NATS_URL: 'tls://nats.example.com:4222' },
];

test('each problem can be said in German, whole', () => {
  const problems = WRONG.flatMap((envFile) => {
    const result = readSettings({}, envFile);
    return result.ok ? [] : result.problems;
  });
  assert.ok(problems.length > 55, `only ${problems.length}`);
  const unsaid = problems.filter((problem) => {
    const german = speak(problem, 'de');
    return (
      german === english(problem) || /\b(?:set|needs|page|like|name|with|the)\b/.test(german.replace(/"[^"]*"/g, ''))
    );
  });
  assert.deepEqual(unsaid.map(english), []);
});
