/** Parses the arguments of `deskhand mcp`. */
import { parseArgs } from 'node:util';
import { isServerName, type ServerEntry } from '../../../adapters/tools/server-files.ts';
import { SaidError } from '../../words/said-error.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError } from '../exit.ts';

export const USE_OF_SERVERS = [
  'add NAME [--host HOST]… [--folder DIR]… [--write DIR]… [--env NAME=VALUE]… -- COMMAND…',
  'add NAME URL [--header "NAME: VALUE"]…',
  'confirm NAME [--update]',
  'sign-in NAME [--client-id ID]',
  'list',
  'remove NAME',
] as const;

export const SERVER_WORDS: readonly string[] = ['add', 'confirm', 'sign-in', 'list', 'remove'];

const USE = say`Use:\n${USE_OF_SERVERS.map((line) => `  ${call('mcp', line)}`).join('\n')}`;

export interface Asked {
  readonly word: string;
  readonly name: string;
  /** null: the one in mcp.json. */
  readonly entry: ServerEntry | null;
  readonly hosts: readonly string[];
  readonly folders: readonly { readonly path: string; readonly isWritable: boolean }[];
  readonly isSure: boolean;
  readonly isUpdate: boolean;
  readonly clientId: string | undefined;
}

/** Rejects with how it is used. */
export function readOptions(args: readonly string[]): Asked {
  const at = args.indexOf('--');
  const [own, command] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      allowPositionals: true,
      options: {
        host: { type: 'string', multiple: true, default: [] },
        folder: { type: 'string', multiple: true, default: [] },
        write: { type: 'string', multiple: true, default: [] },
        env: { type: 'string', multiple: true, default: [] },
        header: { type: 'string', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
        'client-id': { type: 'string' },
      },
    });
    const [word = '', name = '', url, ...more] = positionals;
    if (!SERVER_WORDS.includes(word) || more.length > 0) throw new SaidError(say`That is not understood.`);
    if (word !== 'list' && !isServerName(name))
      throw new SaidError(
        name === ''
          ? say`Name the server.`
          : say`${name} cannot be its name: letters, digits, “.”, “_” and “-”, at most 64.`,
      );
    const hosts = values.host.map(readHost);
    const folders = [
      ...values.folder.map((path) => ({ path, isWritable: false })),
      ...values.write.map((path) => ({ path, isWritable: true })),
    ];
    const asked = {
      word,
      name,
      hosts,
      folders,
      isSure: values.yes,
      isUpdate: values.update,
      clientId: values['client-id'],
    };
    if (word !== 'add') {
      if (url !== undefined || command.length > 0) throw new SaidError(say`That is not understood.`);
      return { ...asked, entry: null };
    }
    if ((url === undefined) === (command.length === 0))
      throw new SaidError(say`Say either an address, or “--” and the command that starts it.`);
    if (url !== undefined)
      return {
        ...asked,
        entry: {
          url: readUrl(url),
          headers: readPairs(values.header, /^([^:\s]+):\s*(.+)$/, '--header "NAME: VALUE"'),
          disabled: false,
        },
      };
    const [program = '', ...rest] = command;
    const env = readPairs(values.env, /^([A-Za-z_]\w*)=(.*)$/s, '--env NAME=VALUE');
    return { ...asked, entry: { command: program, args: rest, env, disabled: false } };
  } catch (error) {
    throw new ExitError(
      EXIT.configuration,
      say`${error instanceof SaidError ? error.text : error instanceof Error ? error.message : String(error)}\n${USE}`,
      {
        cause: error,
      },
    );
  }
}

function readHost(host: string): string {
  if (!/^(?:\*\.)?[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/i.test(host))
    throw new SaidError(say`--host ${host} is no host; like api.example.com, *.example.com or example.com:8443.`);
  return host.toLowerCase();
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new SaidError(
      say`${text} is no address that can be used: https://…, or http://127.0.0.1:… on this computer.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new SaidError(say`An address with a password in it is not kept; use --header.`);
  return url.href;
}

function readPairs(given: readonly string[], shape: RegExp, use: string): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = shape.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new SaidError(say`Use ${use}.`);
      return [name, value];
    }),
  );
}
