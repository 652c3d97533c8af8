/** The machine port on Linux with X11. */
import { readFile } from 'node:fs/promises';
import type { Machine } from '../../src/ports/machine.ts';
import { say } from '../../src/words/say.ts';
import { createCommands } from './command.ts';
import type { DocumentCode } from './documents/document-place.ts';
import { openDocuments } from './documents/open-document.ts';
import { makeEnvironment, programFolders } from './environment.ts';
import { createFetch } from './fetch/fetch-page.ts';
import { createFileFacts } from './file-facts.ts';
import { createFiles } from './files.ts';
import { findKeyReader, readTerminalProcesses } from './key-reader.ts';
import { createLinuxApplications } from './linux-applications.ts';
import { isListeningInProc } from './listening-ports.ts';
import { createNamedFiles } from './named-files.ts';
import { createIsRunning, readProcess, readProcessTable } from './process-table.ts';
import { NO_SANDBOX, type Sandbox } from './sandbox.ts';
import { createShell } from './shell.ts';

export interface LinuxMachineOptions {
  /** The person's home folder, absolute. */
  readonly home: string;
  /** The person's login name. */
  readonly user: string;
  /** The environment of the desktop's session, asked for each time: only what leads programs to the display is taken from it. */
  readonly session: () => Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** Around shell commands; what is opened belongs to the person and has none. */
  readonly sandbox?: Sandbox;
  /** What opens documents and reads pages; left out: nothing does. */
  readonly documents?: DocumentCode;
}

export function createLinuxMachine({
  home,
  user,
  session,
  isRoot,
  sandbox = NO_SANDBOX,
  documents,
}: LinuxMachineOptions): Machine {
  const folders = programFolders('linux');
  const environment = (): Record<string, string> => makeEnvironment('linux', { home, user }, session());
  const shell = createShell({ home, environment, readProcesses: readProcessTable, wrap: sandbox.wrap });
  const commands = createCommands(readProcessTable);
  const readProcesses = readProcessTable;
  const open = openDocuments(documents, { home, platform: 'linux', hasPlace: sandbox.hasPlace, readProcesses });
  const pages = createFetch(documents, { platform: 'linux', hasPlace: sandbox.hasPlace, readProcesses });
  const applications = createLinuxApplications({ home, environment, programFolders: folders, isRoot });

  return {
    platform: 'linux',
    home,
    shell: shell.run,
    hasPlace: sandbox.hasPlace,
    async script(_script, signal) {
      signal.throwIfAborted();
      return { ok: false, text: say`AppleScript runs on a Mac only. This is Linux: use the shell, or the screen.` };
    },
    files: createFiles(home),
    facts: {
      ...createFileFacts(home),
      ...(open === null ? {} : { document: open.document }),
      named: createNamedFiles(home, folders),
      isRunning: createIsRunning({ all: readProcessTable, one: readProcess }),
      applicationNames: applications.applicationNames,
      keyReader: async (pid, signal) => findKeyReader(pid, await readTerminalProcesses(signal)),
      async isListening(port, signal) {
        signal.throwIfAborted();
        const tables = await Promise.all(
          ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
        );
        return tables.some((table) => isListeningInProc(table, port));
      },
    },
    openApp: applications.openApp,
    openUrl: applications.openUrl,
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
