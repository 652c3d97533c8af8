/** A machine in memory: files in a map, a shell that knows a few words, applications that only note that they were opened. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseUnknown } from '../../adapters/machine/application-name.ts';
import { toAbsolute } from '../../adapters/machine/paths.ts';
import { type Edit, insertAfterLine, replaceOnce } from '../../adapters/machine/text-edit.ts';
import { checkUrl } from '../../adapters/machine/url.ts';
import { showLines } from '../../adapters/machine/view.ts';
import { checkApplicationName } from '../../src/ports/application-name.ts';
import type {
  KeyReader,
  ListedFile,
  Machine,
  MachineResult,
  PathFacts,
  ShellRequest,
  ShellResult,
} from '../../src/ports/machine.ts';
import { readFetchAddress } from '../../src/safety/places/fetch-address.ts';
import { english } from '../../src/words/speak.ts';

export interface FakeMachineOptions {
  readonly home?: string;
  readonly applications?: readonly string[];
  /** Texts of pages by their address; every other one is not there. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Whether commands that need no question run in a confined place; `command` then gives the result. */
  readonly hasPlace?: boolean;
  /** Answers a command instead of the few words known here (echo, pwd, cd, exit, sleep, true, false); null leaves it to those. */
  readonly command?: (request: ShellRequest, signal: AbortSignal) => Promise<Partial<ShellResult> | null>;
}

export interface FakeMachine extends Machine {
  /** Path → text. Tests may write to it: the person's files. */
  readonly contents: Map<string, string>;
  /** What was done, in order: `shell echo hi`, `open_app xterm`, … */
  readonly did: string[];
  /** What the facts tell. */
  readonly runs: Set<string>;
  readonly ports: Set<number>;
  /** What applications call themselves, by the name that is asked for. */
  readonly called: Map<string, readonly string[]>;
  /** Sets the reader of the keys in every terminal; it is unknown until this is called. */
  setKeyReader(reader: KeyReader): void;
}

export function createFakeMachine(options: FakeMachineOptions = {}): FakeMachine {
  const { home = '/home/person', applications = [] } = options;
  const contents = new Map<string, string>();
  const history = new Map<string, (string | null)[]>();
  const did: string[] = [];
  const runs = new Set<string>();
  const ports = new Set<number>();
  const called = new Map<string, readonly string[]>();
  let keyReader: KeyReader = { kind: 'unknown' };

  const place = (path: string): string => toAbsolute(path, home);
  const isFolder = (path: string): boolean =>
    path === home || home.startsWith(`${path}/`) || [...contents.keys()].some((file) => file.startsWith(`${path}/`));
  const refuse = (path: string, why: string): MachineResult => ({ ok: false, text: `${path}: ${why}.` });
  const put = (path: string, text: string): MachineResult => {
    history.set(path, [...(history.get(path) ?? []), contents.get(path) ?? null]);
    contents.set(path, text);
    return { ok: true, text: `Changed ${path}.` };
  };
  const edit = (given: string, change: (text: string) => Edit): MachineResult => {
    const path = place(given);
    const before = contents.get(path);
    if (before === undefined) return refuse(path, 'it is not there');
    const edited = change(before);
    return edited.ok ? put(path, edited.text) : refuse(path, english(edited.why));
  };
  const factsOf = (path: string): PathFacts => {
    const text = contents.get(path);
    if (text !== undefined) return { canonical: path, kind: 'file', bytes: Buffer.byteLength(text) };
    return { canonical: path, kind: isFolder(path) ? 'folder' : 'absent', bytes: 0 };
  };

  return {
    contents,
    did,
    runs,
    ports,
    called,
    setKeyReader(reader) {
      keyReader = reader;
    },
    platform: 'linux',
    hasPlace: options.hasPlace ?? false,
    home,
    async shell(request, signal) {
      signal.throwIfAborted();
      did.push(`shell ${request.command}`);
      const usual: ShellResult = { exitCode: 0, output: '', isTimedOut: false, cwd: request.cwd };
      const scripted = await options.command?.(request, signal);
      if (scripted !== undefined && scripted !== null) return { ...usual, ...scripted };
      if (!isFolder(request.cwd)) {
        return { ...usual, exitCode: 126, output: `The working directory ${request.cwd} cannot be used.`, cwd: home };
      }
      return { ...usual, ...(await runWord(request, signal)) };
    },
    async script(_script, signal) {
      signal.throwIfAborted();
      return { ok: false, text: 'AppleScript runs on a Mac only.' };
    },
    files: {
      async view(given, line, amount, signal) {
        signal.throwIfAborted();
        const path = place(given);
        const text = contents.get(path);
        if (text === undefined && !isFolder(path)) return refuse(path, 'it is not there');
        if (text === undefined) return { ok: true, text: [...contents.keys()].join('\n') };
        const shown = showLines(text, line, amount);
        return shown === null ? refuse(path, 'it has no such line') : { ok: true, text: shown };
      },
      async create(given, text, signal) {
        signal.throwIfAborted();
        const path = place(given);
        return contents.has(path) || isFolder(path) ? refuse(path, 'it exists already') : put(path, text);
      },
      async replace(given, old, text, signal) {
        signal.throwIfAborted();
        return edit(given, (before) => replaceOnce(before, old, text));
      },
      async insert(given, line, text, signal) {
        signal.throwIfAborted();
        return edit(given, (before) => insertAfterLine(before, line, text));
      },
      async undo(given, signal) {
        signal.throwIfAborted();
        const path = place(given);
        const before = history.get(path)?.pop();
        if (before === undefined) return refuse(path, 'nothing is left to take back');
        if (before === null) contents.delete(path);
        else contents.set(path, before);
        return { ok: true, text: `Took back the last change of ${path}.` };
      },
    },
    facts: {
      async path(path, signal) {
        signal.throwIfAborted();
        return factsOf(place(path));
      },
      async readText(path, signal) {
        signal.throwIfAborted();
        const text = contents.get(place(path));
        return text === undefined || Buffer.byteLength(text) > 1_048_576 ? null : text;
      },
      async readBytes(path, limit, signal) {
        signal.throwIfAborted();
        const text = contents.get(place(path));
        return text === undefined || Buffer.byteLength(text) > limit ? null : Buffer.from(text);
      },
      async listing(given, signal) {
        signal.throwIfAborted();
        const folder = place(given);
        if (!isFolder(folder)) return null;
        const files = [...contents].flatMap(([path, text]): [string, ListedFile][] => {
          const name = path.slice(folder.length + 1);
          if (!path.startsWith(`${folder}/`) || name.split('/').some((part) => part.startsWith('.'))) return [];
          return [[name, { bytes: Buffer.byteLength(text), changedAt: 0, hash: text }]];
        });
        return { files: new Map(files), isWhole: true };
      },
      async keyReader(_pid, signal) {
        signal.throwIfAborted();
        return keyReader;
      },
      async named(command, cwd, signal) {
        signal.throwIfAborted();
        const words = [...new Set(command.match(/[^\s'"`;|&<>(){}=]+/g) ?? [])];
        const there = words.flatMap((word) => {
          const text = contents.get(place(word.startsWith('/') || word.startsWith('~') ? word : `${cwd}/${word}`));
          return text === undefined ? [] : [`${word} ${text}`];
        });
        // A folder's state changes with what is stored in its place.
        return [`${cwd} ${contents.get(cwd) ?? ''}`, ...there].join('\n');
      },
      async applicationNames(app, signal) {
        signal.throwIfAborted();
        return called.get(app) ?? [];
      },
      async isRunning(name, signal) {
        signal.throwIfAborted();
        return [...runs].some((each) => each.toLowerCase() === name.toLowerCase());
      },
      async isListening(port, signal) {
        signal.throwIfAborted();
        return ports.has(port);
      },
    },
    async openApp(app, signal) {
      signal.throwIfAborted();
      const checked = checkApplicationName(app);
      if (!checked.ok) return checked;
      if (!applications.includes(checked.checked)) return refuseUnknown(checked.checked, applications);
      did.push(`open_app ${checked.checked}`);
      runs.add(checked.checked);
      return { ok: true, text: `Opened ${checked.checked}.` };
    },
    async openUrl(url, signal) {
      signal.throwIfAborted();
      const checked = checkUrl(url);
      if (!checked.ok) return checked;
      did.push(`open_url ${checked.checked}`);
      return { ok: true, text: `Opened ${checked.checked}.` };
    },
    async fetch(url, signal) {
      signal.throwIfAborted();
      const address = readFetchAddress(url);
      if (!address.ok) return { ok: false, text: address.why };
      did.push(`fetch ${address.url.href}`);
      const text = options.pages?.[address.url.href];
      return text === undefined ? { ok: false, text: 'There is no such page.' } : { ok: true, text };
    },
    close: async () => undefined,
  };
}

/** The first word of a command decides; anything unknown is not found, as in a real shell. */
async function runWord(request: ShellRequest, signal: AbortSignal): Promise<Partial<ShellResult>> {
  const { cwd, timeoutMs } = request;
  const command = request.reader?.join(' ') ?? request.command;
  const [word = '', ...rest] = command.trim().split(/\s+/);
  const argument = rest.join(' ');
  switch (word) {
    case 'echo':
      return { output: `${argument}\n` };
    case 'pwd':
      return { output: `${cwd}\n` };
    case 'cd':
      return { cwd: toAbsolute(argument, cwd) };
    case 'df':
      return { output: 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda        252G   25G   78G  24% /\n' };
    case 'true':
      return {};
    case 'false':
      return { exitCode: 1 };
    case 'exit':
      return { exitCode: Number(argument) };
    case 'sleep': {
      const ms = Number(argument) * 1000;
      await sleep(Math.min(ms, timeoutMs), undefined, { signal }).catch(() => signal.throwIfAborted());
      return ms > timeoutMs ? { exitCode: null, isTimedOut: true } : {};
    }
    default:
      return { exitCode: 127, output: `bash: line 1: ${word}: command not found\n` };
  }
}
