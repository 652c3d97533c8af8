/** Tool servers that a plugin brings (`mcp.json` of Agent Plugins 1.0.0): which can be used, and how each is started from where its code lies. Pure. */
import { posix } from 'node:path';
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { sayFirstIssue } from '../words/say-issue.ts';

export const PLUGIN_SERVERS = 'mcp.json';
const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

const texts = z.record(z.string(), z.string());
const local = z.object({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().optional(),
});
const remote = z.object({
  type: z.enum(['http', 'streamable-http']).optional(),
  url: z.string(),
  headers: texts.default({}),
});
const document = z.object({ $schema: z.literal(SCHEMA), mcpServers: z.record(z.string(), z.unknown()) });

export type PluginServer = { readonly name: string } & (
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

export interface ReadServers {
  readonly servers: readonly PluginServer[];
  /** A sentence for each that is not used, or for the whole document. */
  readonly notes: readonly Text[];
}

/** `value`: the parsed JSON; `has`: whether the plugin contains a file of this path. An error in one server does not affect the others. */
export function readPluginServers(value: unknown, has: (path: string) => boolean): ReadServers {
  const whole = document.safeParse(value);
  if (!whole.success)
    return { servers: [], notes: [say`${PLUGIN_SERVERS} is not used: ${sayFirstIssue(whole.error, value)}.`] };
  const servers: PluginServer[] = [];
  const notes: Text[] = [];
  for (const [name, given] of Object.entries(whole.data.mcpServers)) {
    const read = readOne(name, given, has);
    if ('why' in read) notes.push(say`The server ${name} is not used: ${read.why}.`);
    else servers.push(read);
  }
  return { servers, notes };
}

function readOne(name: string, given: unknown, has: (path: string) => boolean): PluginServer | { readonly why: Text } {
  if (!/^[\w-]{1,40}$/.test(name)) return { why: say`its name must be letters, digits, _ and -, at most 40` };
  if (typeof given === 'object' && given !== null && 'url' in given) {
    const read = remote.safeParse(given);
    if (!read.success) return { why: sayFirstIssue(read.error, given) };
    const url = URL.canParse(read.data.url) ? new URL(read.data.url) : null;
    const isHere = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    const isUsable = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
    if (url === null || !isUsable || url.username !== '' || url.password !== '')
      return { why: say`its address must be https, or http on this computer` };
    return { name, url: url.href, headers: read.data.headers };
  }
  const read = local.safeParse(given);
  if (!read.success) return { why: sayFirstIssue(read.error, given) };
  const { command, args, env, cwd } = read.data;
  if (/\s/.test(command)) return { why: say`its command is more than one word` };
  if (FETCHES.test(posix.basename(command))) return { why: say`it would fetch its code when it is started` };
  if (cwd !== undefined && !/^(?:\.\/?|\$\{PLUGIN_(?:ROOT|DATA)\})$/.test(cwd))
    return { why: say`it wants to start in another folder than its own` };
  const own = ownPath(command);
  if (own === null && command.includes('/')) return { why: say`its program lies outside of the plugin` };
  const script = args.find((arg) => !arg.startsWith('-'));
  const code = own ?? (script === undefined ? null : (ownPath(script) ?? script));
  if (code === null || !has(posix.normalize(code)))
    return { why: say`the plugin does not bring the program that it starts` };
  return { name, command, args, env };
}

/** Programs that download, or start something outside the plugin. */
const FETCHES = /^(?:npx|npm|pnpm|yarn|bunx?|uvx?|pipx?|deno|docker|podman|sudo|env)$/;

/** Path inside the plugin, from its root; null for a word that is no such path. */
function ownPath(word: string): string | null {
  const path = word.replace(/^\$\{PLUGIN_ROOT\}\//, './');
  return path.startsWith('./') && !path.split('/').includes('..') ? path.slice(2) : null;
}

/** In the form of Deskhand's mcp.json. `root`: folder of the plugin's code; `data`: the folder that the server may write to. */
export function placeServer(
  server: PluginServer,
  { root, data, has }: { readonly root: string; readonly data: string; readonly has: (path: string) => boolean },
) {
  if ('url' in server) return { url: server.url, headers: { ...server.headers }, disabled: false };
  const fill = (text: string): string =>
    text.replaceAll(/\$\{PLUGIN_(ROOT|DATA)\}/g, (_, name) => (name === 'ROOT' ? root : data));
  const placed = (word: string): string => {
    const path = posix.normalize(ownPath(word) ?? word);
    return !word.startsWith('-') && !word.startsWith('/') && has(path) ? `${root}/${path}` : fill(word);
  };
  const env = Object.fromEntries(Object.entries(server.env).map(([key, text]) => [key, fill(text)]));
  return {
    command: ownPath(server.command) === null ? server.command : placed(server.command),
    args: server.args.map(placed),
    env: { ...env, PLUGIN_ROOT: root, PLUGIN_DATA: data },
    disabled: false,
  };
}
