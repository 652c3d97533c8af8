/** The machine port on macOS: the same shell and files, the system's own programs for everything else. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkApplicationName } from '../../src/ports/application-name.ts';
import type { Machine, MachineResult } from '../../src/ports/machine.ts';
import { say, type Text } from '../../src/words/say.ts';
import { refuseUnknown } from './application-name.ts';
import { type CommandResult, createCommands, type RunCommand } from './command.ts';
import type { DocumentCode } from './documents/document-place.ts';
import { openDocuments } from './documents/open-document.ts';
import { makeEnvironment, programFolders } from './environment.ts';
import { createFetch } from './fetch/fetch-page.ts';
import { createFileFacts } from './file-facts.ts';
import { createFiles } from './files.ts';
import { findKeyReader, PS_TERMINAL_ARGS, parsePsTerminals } from './key-reader.ts';
import { isListeningInNetstat } from './listening-ports.ts';
import { createNamedFiles } from './named-files.ts';
import { createIsRunning, type ProcessRow, parsePsTable } from './process-table.ts';
import { NO_SANDBOX, type Sandbox } from './sandbox.ts';
import { explainScriptRefusal } from './script-refusal.ts';
import { createShell } from './shell.ts';
import { checkUrl } from './url.ts';

export interface MacMachineOptions {
  /** The person's home folder, absolute. */
  readonly home: string;
  /** The person's login name. */
  readonly user: string;
  /** The program that is on the lists of what macOS allows; '' where nobody can tell. Asked only where macOS said no. */
  readonly responsible?: () => string;
  /** Around shell commands; what is opened belongs to the person and has none. */
  readonly sandbox?: Sandbox;
  /** What opens documents and reads pages; left out: nothing does. */
  readonly documents?: DocumentCode;
  /** Runs the system's programs; tests hand in one that answers as a Mac does. */
  readonly run?: RunCommand;
  /** Where applications lie, for the closest name; the system's folders and the person's unless told otherwise. */
  readonly applicationFolders?: readonly string[];
}

/** As com.apple.TextEdit: the same in every language, and no name of a file. */
const BUNDLE_IDENTIFIER = /^[a-z][\w-]*(?:\.[\w-]+){2,}$/i;
const SHORT_MS = 10_000;
/** Scripts may wait for an application, or for the person to allow it. */
const SCRIPT_MS = 120_000;
const OUTPUT_CHARACTERS = 16_000;

export function createMacMachine(options: MacMachineOptions): Machine {
  const { home, user, sandbox = NO_SANDBOX, responsible = () => '' } = options;
  const environment = (): Record<string, string> => makeEnvironment('macos', { home, user }, {});
  const commands = createCommands(() => readProcesses(new AbortController().signal));
  const run = options.run ?? commands.run;
  const call = (program: string, args: readonly string[], signal: AbortSignal, input = '', timeoutMs = SHORT_MS) =>
    run({ program, args, input, environment: environment(), timeoutMs }, signal);
  const readProcesses = async (
    signal: AbortSignal,
    which: readonly string[] = ['-A'],
  ): Promise<readonly ProcessRow[]> =>
    parsePsTable((await call('/bin/ps', [...which, '-ww', '-o', 'pid=,pgid=,stat=,comm='], signal)).output);
  const shell = createShell({
    home,
    environment,
    readProcesses: () => readProcesses(new AbortController().signal),
    wrap: sandbox.wrap,
  });

  const open = openDocuments(options.documents, {
    home,
    platform: 'macos',
    hasPlace: sandbox.hasPlace,
    readProcesses: () => readProcesses(new AbortController().signal),
  });

  const pages = createFetch(options.documents, {
    platform: 'macos',
    hasPlace: sandbox.hasPlace,
    readProcesses: () => readProcesses(new AbortController().signal),
  });

  return {
    platform: 'macos',
    home,
    shell: shell.run,
    hasPlace: sandbox.hasPlace,
    async script(script, signal) {
      const result = await call('/usr/bin/osascript', ['-'], signal, script, SCRIPT_MS);
      if (result.exitCode === 0) return { ok: true, text: result.output.trimEnd().slice(0, OUTPUT_CHARACTERS) };
      const why = explainScriptRefusal(script, result, responsible);
      return why === null ? refuse(say`The script ended with an error`, result) : { ok: false, text: why };
    },
    files: createFiles(home),
    facts: {
      ...createFileFacts(home),
      ...(open === null ? {} : { document: open.document }),
      named: createNamedFiles(home, programFolders('macos')),
      isRunning: createIsRunning({
        all: (signal) => readProcesses(signal),
        one: async (pid, signal) => (await readProcesses(signal, ['-p', String(pid)]))[0] ?? null,
      }),
      async keyReader(pid, signal) {
        const { exitCode, output } = await call('/bin/ps', PS_TERMINAL_ARGS, signal);
        return exitCode === 0 ? findKeyReader(pid, parsePsTerminals(output)) : { kind: 'unknown' };
      },
      async isListening(port, signal) {
        const { output } = await call('/usr/sbin/netstat', ['-an', '-p', 'tcp'], signal);
        return isListeningInNetstat(output, port);
      },
    },
    async openApp(app, signal) {
      signal.throwIfAborted();
      const checked = checkApplicationName(app);
      if (!checked.ok) return checked;
      const name = checked.checked;
      const result = await call('/usr/bin/open', [BUNDLE_IDENTIFIER.test(name) ? '-b' : '-a', name], signal);
      if (result.exitCode === 0) return { ok: true, text: say`Opened ${name}.` };
      if (!/Unable to find application/i.test(result.errors)) return refuse(say`${name} could not be opened`, result);
      const known = await readApplications(options.applicationFolders ?? applicationFolders(home));
      return refuseUnknown(name, known);
    },
    async openUrl(url, signal) {
      signal.throwIfAborted();
      const checked = checkUrl(url);
      if (!checked.ok) return checked;
      const result = await call('/usr/bin/open', [checked.checked], signal);
      if (result.exitCode === 0) return { ok: true, text: say`Opened ${checked.checked}.` };
      return refuse(say`${checked.checked} could not be opened`, result);
    },
    fetch: pages.fetch,
    async close() {
      await pages.close();
      await open?.close();
      // The shell may ask for the processes while it ends.
      await shell.close();
      sandbox.close();
      await commands.close();
    },
  };
}

function refuse(what: Text, { exitCode, errors }: CommandResult): MachineResult {
  const why = exitCode === null ? say`it did not answer in time` : errors || say`exit code ${exitCode}`;
  return { ok: false, text: say`${what}: ${why}` };
}

function applicationFolders(home: string): readonly string[] {
  return [
    '/Applications',
    '/Applications/Utilities',
    '/System/Applications',
    '/System/Applications/Utilities',
    join(home, 'Applications'),
  ];
}

async function readApplications(folders: readonly string[]): Promise<readonly string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return names.flat().flatMap((name) => (name.endsWith('.app') ? [name.slice(0, -'.app'.length)] : []));
}
