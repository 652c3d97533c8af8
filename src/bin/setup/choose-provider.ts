/** Setup's question which model decides: a provider by its key, a server on this computer, an agent; each tried before it is kept. */
import { readSecrets } from '../../../adapters/secrets/secret-store.ts';
import { findKnownAgent } from '../../config/known-agents.ts';
import { type Settings, VARIABLE_NAMES } from '../../config/schema.ts';
import { join, say } from '../../words/say.ts';
import { findDataFolder } from '../data-folder.ts';
import { ExitError } from '../exit.ts';
import { secretPlace } from '../secrets.ts';
import { loadSettings } from '../settings.ts';
import { keep } from './keep.ts';
import { listModels } from './listed-models.ts';
import { type Tried, tryAgent, tryKey, tryServer } from './model-tries.ts';
import type { SetupPorts, StepEnd } from './setup-ports.ts';
import type { Talk } from './talk.ts';

const BACK = { value: 'back', title: say`Back` } as const;
const KEYS = {
  anthropic: {
    title: 'Anthropic',
    key: 'ANTHROPIC_API_KEY',
    from: say`https://console.anthropic.com, page “API keys”`,
  },
  openai: { title: 'OpenAI', key: 'OPENAI_API_KEY', from: 'https://platform.openai.com/api-keys' },
  gemini: { title: 'Gemini', key: 'GEMINI_API_KEY', from: 'https://aistudio.google.com/apikey' },
} as const;

/** Settings that an earlier answer may have left, and that would override the new one. */
const LEFT_BEHIND = ['MODEL_PROVIDER', 'OPENAI_BASE_URL', 'MODEL_MAIN', 'ACP_COMMAND', 'ACP_HOSTS'] as const;
const NO_OTHER = Object.fromEntries(LEFT_BEHIND.map((name) => [name, '']));

export async function chooseProvider(ports: SetupPorts): Promise<StepEnd> {
  for (;;) {
    const provider = await ports.talk.choose('model', say`Which model decides?`, [
      { value: 'anthropic', title: KEYS.anthropic.title },
      { value: 'openai', title: KEYS.openai.title },
      { value: 'gemini', title: KEYS.gemini.title },
      { value: 'local', title: say`A server of your own`, hint: 'Ollama, LM Studio, llama.cpp, vLLM' },
      { value: 'agent', title: say`An agent of yours`, hint: 'Claude Code, Codex, Gemini CLI' },
      { value: 'none', title: say`None: only skills with playbooks` },
      { value: 'skip', title: say`Skip` },
      BACK,
    ]);
    if (provider === 'back') return 'back';
    if (provider === 'none' || provider === 'skip') return 'next';
    const isSet =
      provider === 'local'
        ? await setServer(ports)
        : provider === 'agent'
          ? await setAgent(ports)
          : await setKey(provider, ports);
    if (isSet) return 'next';
  }
}

async function setKey(provider: keyof typeof KEYS, { talk, signal }: SetupPorts): Promise<boolean> {
  const { key, from } = KEYS[provider];
  const value = await talk.secret(key, say`Its key, from ${from}`);
  if (value === '') return false;
  const chosen = { MODEL_PROVIDER: provider, [key]: value };
  return await keepTried(chosen, talk, (settings) => tryKey(settings, signal));
}

const SERVERS = {
  ollama: { title: 'Ollama', base: 'http://localhost:11434/v1', start: 'ollama pull qwen3-vl && ollama serve' },
  lmstudio: { title: 'LM Studio', base: 'http://localhost:1234/v1', start: 'lms server start' },
  llamacpp: {
    title: 'llama.cpp',
    base: 'http://localhost:8080/v1',
    start: 'llama-server -m model.gguf --mmproj mmproj.gguf --port 8080',
  },
  vllm: { title: 'vLLM', base: 'http://localhost:8000/v1', start: 'vllm serve Qwen/Qwen3-VL-8B-Instruct' },
  other: { title: say`Another one that speaks OpenAI’s API`, base: '', start: '' },
} as const;

async function setServer({ talk, signal }: SetupPorts): Promise<boolean> {
  const server = await talk.choose('server', say`Which server?`, [
    { value: 'ollama', title: SERVERS.ollama.title },
    { value: 'lmstudio', title: SERVERS.lmstudio.title },
    { value: 'llamacpp', title: SERVERS.llamacpp.title },
    { value: 'vllm', title: SERVERS.vllm.title },
    { value: 'other', title: SERVERS.other.title },
    BACK,
  ]);
  if (server === 'back') return false;
  const { base: usual, start } = SERVERS[server];
  if (start !== '') talk.tell(say`It must run, with a model that sees pictures. It is started with: ${start}`);
  const base = await talk.text('OPENAI_BASE_URL', say`Its address`, usual);
  if (base === '') return false;
  if (!isAddress(base)) {
    talk.warn(say`${base} is no address like http://localhost:11434/v1.`);
    return false;
  }
  let key: string | null = null;
  let listed = await talk.busy(listModels(base, key, signal));
  if (listed.kind === 'wants key') {
    key = await talk.secret('OPENAI_API_KEY', say`It wants a key`);
    if (key === '') return false;
    listed = await talk.busy(listModels(base, key, signal));
  }
  if (listed.kind !== 'listed') {
    const why = listed.kind === 'none' ? listed.why : say`It does not take this key.`;
    const how = start === '' ? [] : [say`It is started with: ${start}`];
    talk.warn(join([why, ...how, say`Nothing was saved.`], ' '));
    return false;
  }
  const id = await chooseListed(listed.ids, talk);
  if (id === '') return false;
  const chosen = { MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: base, MODEL_MAIN: id };
  const withKey = key === null ? chosen : { ...chosen, OPENAI_API_KEY: key };
  return await keepTried(withKey, talk, (settings) => tryServer(settings, signal));
}

/** ''; the person wants to go back. */
async function chooseListed(ids: readonly string[], talk: Talk): Promise<string> {
  if (ids.length === 0)
    return await talk.text('MODEL_MAIN', say`It lists no model. The name of one that sees pictures`, '');
  const options = ids.map((id) => ({ value: id, title: id }));
  const id = await talk.choose<string>('MODEL_MAIN', say`Which of its models? It must see pictures`, [
    ...options,
    BACK,
  ]);
  return id === BACK.value ? '' : id;
}

const AGENTS = {
  claude: {
    title: 'Claude Code',
    command: 'claude-agent-acp',
    from: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  codex: { title: 'Codex', command: 'codex-acp', from: 'npm install -g @zed-industries/codex-acp' },
  gemini: { title: 'Gemini CLI', command: 'gemini --experimental-acp', from: 'npm install -g @google/gemini-cli' },
  other: { title: say`Another one that speaks the Agent Client Protocol`, command: '', from: '' },
} as const;

async function setAgent({ talk, signal }: SetupPorts): Promise<boolean> {
  const agent = await talk.choose('agent', say`Which agent?`, [
    { value: 'claude', title: AGENTS.claude.title },
    { value: 'codex', title: AGENTS.codex.title },
    { value: 'gemini', title: AGENTS.gemini.title },
    { value: 'other', title: AGENTS.other.title },
    BACK,
  ]);
  if (agent === 'back') return false;
  const { command: usual, from } = AGENTS[agent];
  if (from !== '') talk.tell(say`It must be installed: ${from}`);
  const command = await talk.text('ACP_COMMAND', say`The command that starts it`, usual);
  if (command === '') return false;
  const known = findKnownAgent(command);
  const hosts =
    known === null
      ? await talk.text('ACP_HOSTS', say`Hosts of its provider, the only ones it reaches (api.example.com)`, '')
      : '';
  if (known === null && hosts === '') return false;
  talk.tell(say`It runs confined, sees none of your files, and reaches ${known?.hosts.join(', ') ?? hosts} alone.`);
  const chosen = { MODEL_PROVIDER: 'acp', ACP_COMMAND: command, ...(hosts === '' ? {} : { ACP_HOSTS: hosts }) };
  const signIn = await askSignIn(known?.environment ?? [], talk);
  if (signIn === null) return false;
  return await keepTried({ ...chosen, ...signIn }, talk, (settings) => tryAgent(settings, signal));
}

/** Asks for credentials when a known agent has none yet; null: the person goes back. */
async function askSignIn(names: readonly string[], talk: Talk): Promise<Readonly<Record<string, string>> | null> {
  const settings: Readonly<Record<string, unknown>> = loadSettings(process.env);
  const own = names.find((name) => VARIABLE_NAMES.includes(name));
  if (own === undefined || names.some((name) => (settings[name] ?? process.env[name] ?? '') !== '')) return {};
  const others = names.filter((name) => name !== own).join(', ');
  const value = await talk.secret(
    own,
    others === ''
      ? say`${own}, which signs it in`
      : say`${own}, which signs it in, or leave setup and set ${others} in the environment`,
  );
  return value === '' ? null : { [own]: value };
}

/** False: the error was shown, and nothing was stored. */
async function keepTried(
  chosen: Readonly<Record<string, string>>,
  talk: Talk,
  attempt: (settings: Settings) => Promise<Tried>,
): Promise<boolean> {
  const settings = settingsWith(chosen, talk);
  if (settings === null) return false;
  const { why, told } = await talk.busy(attempt(settings));
  if (why !== '') {
    talk.warn(why);
    return false;
  }
  talk.tell(told);
  keep(talk, { ...NO_OTHER, ...chosen });
  return true;
}

/** The settings with these values; null: they are invalid, and the reason was shown. */
function settingsWith(chosen: Readonly<Record<string, string>>, talk: Talk): Settings | null {
  try {
    const settings = loadSettings({ ...process.env, ...chosen });
    const kept = readSecrets(secretPlace(findDataFolder(settings.DATA_DIR)));
    const left = LEFT_BEHIND.filter((name) => chosen[name] === undefined && kept[name] !== undefined);
    const gone = left.filter((name) => settings[name] === kept[name]);
    return { ...settings, ...Object.fromEntries(gone.map((name) => [name, undefined])) };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    talk.warn(join([error.text, say`Nothing was saved.`], '\n'));
    return null;
  }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
