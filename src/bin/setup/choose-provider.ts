/** Setup's question which model decides: a provider by its key, a server on this computer, an agent; each tried before it is kept. */
import { readSecrets } from '../../../adapters/secrets/secret-store.ts';
import { findKnownAgent } from '../../config/known-agents.ts';
import { type Settings, VARIABLE_NAMES } from '../../config/schema.ts';
import { findDataFolder } from '../data-folder.ts';
import { ExitError } from '../exit.ts';
import { secretPlace } from '../secrets.ts';
import { loadSettings } from '../settings.ts';
import { keep } from './keep.ts';
import { listModels } from './listed-models.ts';
import { type Tried, tryAgent, tryKey, tryServer } from './model-tries.ts';
import type { SetupPorts, StepEnd } from './steps.ts';
import type { Talk } from './talk.ts';

const BACK = { value: 'back', label: 'Back' } as const;
const KEYS = {
  anthropic: { label: 'Anthropic', key: 'ANTHROPIC_API_KEY', from: 'https://console.anthropic.com, page “API keys”' },
  openai: { label: 'OpenAI', key: 'OPENAI_API_KEY', from: 'https://platform.openai.com/api-keys' },
  gemini: { label: 'Gemini', key: 'GEMINI_API_KEY', from: 'https://aistudio.google.com/apikey' },
} as const;

/** What an earlier answer may have left: it would go on deciding. */
const LEFT_BEHIND = ['MODEL_PROVIDER', 'OPENAI_BASE_URL', 'MODEL_MAIN', 'ACP_COMMAND', 'ACP_HOSTS'] as const;
const NO_OTHER = Object.fromEntries(LEFT_BEHIND.map((name) => [name, '']));

export async function chooseProvider(ports: SetupPorts): Promise<StepEnd> {
  for (;;) {
    const provider = await ports.talk.choose('model', 'Which model decides?', [
      { value: 'anthropic', label: KEYS.anthropic.label },
      { value: 'openai', label: KEYS.openai.label },
      { value: 'gemini', label: KEYS.gemini.label },
      { value: 'local', label: 'A server of your own', hint: 'Ollama, LM Studio, llama.cpp, vLLM' },
      { value: 'agent', label: 'An agent of yours', hint: 'Claude Code, Codex, Gemini CLI' },
      { value: 'none', label: 'None: only skills with playbooks' },
      { value: 'skip', label: 'Skip' },
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
  const value = await talk.secret(key, `Its key, from ${from} (empty: back)`);
  if (value === '') return false;
  const chosen = { MODEL_PROVIDER: provider, [key]: value };
  return await keepTried(chosen, talk, (settings) => tryKey(settings, signal));
}

const SERVERS = {
  ollama: { label: 'Ollama', base: 'http://localhost:11434/v1', start: 'ollama pull qwen3-vl && ollama serve' },
  lmstudio: { label: 'LM Studio', base: 'http://localhost:1234/v1', start: 'lms server start' },
  llamacpp: {
    label: 'llama.cpp',
    base: 'http://localhost:8080/v1',
    start: 'llama-server -m model.gguf --mmproj mmproj.gguf --port 8080',
  },
  vllm: { label: 'vLLM', base: 'http://localhost:8000/v1', start: 'vllm serve Qwen/Qwen3-VL-8B-Instruct' },
  other: { label: 'Another one that speaks OpenAI’s API', base: '', start: '' },
} as const;

async function setServer({ talk, signal }: SetupPorts): Promise<boolean> {
  const server = await talk.choose('server', 'Which server?', [
    { value: 'ollama', label: SERVERS.ollama.label },
    { value: 'lmstudio', label: SERVERS.lmstudio.label },
    { value: 'llamacpp', label: SERVERS.llamacpp.label },
    { value: 'vllm', label: SERVERS.vllm.label },
    { value: 'other', label: SERVERS.other.label },
    BACK,
  ]);
  if (server === 'back') return false;
  const { base: usual, start } = SERVERS[server];
  if (start !== '') talk.tell(`It must run, with a model that sees pictures. It is started with: ${start}`);
  const base = await talk.text('OPENAI_BASE_URL', 'Its address', usual);
  if (base === '') return false;
  if (!isAddress(base)) {
    talk.warn(`${base} is no address like http://localhost:11434/v1.`);
    return false;
  }
  let key: string | null = null;
  let listed = await talk.busy(listModels(base, key, signal));
  if (listed.kind === 'wants key') {
    key = await talk.secret('OPENAI_API_KEY', 'It wants a key (empty: back)');
    if (key === '') return false;
    listed = await talk.busy(listModels(base, key, signal));
  }
  if (listed.kind !== 'listed') {
    const why = listed.kind === 'none' ? listed.why : 'It does not take this key.';
    talk.warn(`${why}${start === '' ? '' : ` It is started with: ${start}`} Nothing was kept.`);
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
    return await talk.text('MODEL_MAIN', 'It lists no model. The name of one that sees pictures', '');
  const options = ids.map((id) => ({ value: id, label: id }));
  const id = await talk.choose<string>('MODEL_MAIN', 'Which of its models? It must see pictures', [...options, BACK]);
  return id === BACK.value ? '' : id;
}

const AGENTS = {
  claude: {
    label: 'Claude Code',
    command: 'claude-agent-acp',
    from: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  codex: { label: 'Codex', command: 'codex-acp', from: 'npm install -g @zed-industries/codex-acp' },
  gemini: { label: 'Gemini CLI', command: 'gemini --experimental-acp', from: 'npm install -g @google/gemini-cli' },
  other: { label: 'Another one that speaks the Agent Client Protocol', command: '', from: '' },
} as const;

async function setAgent({ talk, signal }: SetupPorts): Promise<boolean> {
  const agent = await talk.choose('agent', 'Which agent?', [
    { value: 'claude', label: AGENTS.claude.label },
    { value: 'codex', label: AGENTS.codex.label },
    { value: 'gemini', label: AGENTS.gemini.label },
    { value: 'other', label: AGENTS.other.label },
    BACK,
  ]);
  if (agent === 'back') return false;
  const { command: usual, from } = AGENTS[agent];
  if (from !== '') talk.tell(`It must be installed: ${from}`);
  const command = await talk.text('ACP_COMMAND', 'The command that starts it', usual);
  if (command === '') return false;
  const known = findKnownAgent(command);
  const hosts =
    known === null
      ? await talk.text('ACP_HOSTS', 'Hosts of its provider, the only ones it reaches (api.example.com)', '')
      : '';
  if (known === null && hosts === '') return false;
  talk.tell(`It runs confined, sees none of your files, and reaches ${known?.hosts.join(', ') ?? hosts} alone.`);
  const chosen = { MODEL_PROVIDER: 'acp', ACP_COMMAND: command, ...(hosts === '' ? {} : { ACP_HOSTS: hosts }) };
  const signIn = await askSignIn(known?.environment ?? [], talk);
  if (signIn === null) return false;
  return await keepTried({ ...chosen, ...signIn }, talk, (settings) => tryAgent(settings, signal));
}

/** Where nothing signs a known agent in so far; null: the person wants to go back. */
async function askSignIn(names: readonly string[], talk: Talk): Promise<Readonly<Record<string, string>> | null> {
  const settings: Readonly<Record<string, unknown>> = loadSettings(process.env);
  const own = names.find((name) => VARIABLE_NAMES.includes(name));
  if (own === undefined || names.some((name) => (settings[name] ?? process.env[name] ?? '') !== '')) return {};
  const others = names.filter((name) => name !== own).join(', ');
  const instead = others === '' ? '' : `, or leave setup and set ${others} in the environment`;
  const value = await talk.secret(own, `${own}, which signs it in${instead} (empty: back)`);
  return value === '' ? null : { [own]: value };
}

/** False: what is wrong was said, and nothing was kept. */
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

/** As they will be once these are kept; null: they cannot be so, and it was said why. */
function settingsWith(chosen: Readonly<Record<string, string>>, talk: Talk): Settings | null {
  try {
    const settings = loadSettings({ ...process.env, ...chosen });
    const kept = readSecrets(secretPlace(findDataFolder(settings.DATA_DIR)));
    const left = LEFT_BEHIND.filter((name) => chosen[name] === undefined && kept[name] !== undefined);
    const gone = left.filter((name) => settings[name] === kept[name]);
    return { ...settings, ...Object.fromEntries(gone.map((name) => [name, undefined])) };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    talk.warn(`${error.message}\nNothing was kept.`);
    return null;
  }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
