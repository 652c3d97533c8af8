/** Actions that do not use the screen: applications, pages, scripts, files. */
import type { ActionOf } from '../../action/schema.ts';
import type { Machine, MachineResult } from '../../ports/machine.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE } from './result.ts';
import { type ShellPorts, useShell } from './shell.ts';
import { pathIn } from './working-folder.ts';

type FileAction = ActionOf<'file_view' | 'file_create' | 'file_replace' | 'file_insert' | 'file_undo'>;
export type MachineAction =
  | ActionOf<'open_app' | 'open_url' | 'fetch' | 'shell' | 'shell_restart' | 'applescript'>
  | FileAction;

export async function useMachine(
  action: MachineAction,
  { folder }: PerformContext,
  ports: ShellPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { machine } = ports;
  switch (action.action) {
    case 'open_app':
      return await machine.openApp(action.app, signal);
    case 'open_url':
      return await machine.openUrl(action.url, signal);
    case 'fetch':
      return await machine.fetch(action.url, signal);
    case 'shell':
      return await useShell(action, folder, ports, signal);
    case 'shell_restart':
      folder.enter(machine.home);
      return DONE;
    case 'applescript':
      return await machine.script(action.script, signal);
    default:
      return await useFiles({ ...action, path: pathIn(folder, action.path) }, machine.files, signal);
  }
}

async function useFiles(action: FileAction, files: Machine['files'], signal: AbortSignal): Promise<MachineResult> {
  switch (action.action) {
    case 'file_view':
      return await files.view(action.path, action.line, action.amount, signal);
    case 'file_create':
      return await files.create(action.path, action.text, signal);
    case 'file_replace':
      return await files.replace(action.path, action.old, action.text, signal);
    case 'file_insert':
      return await files.insert(action.path, action.line, action.text, signal);
    case 'file_undo':
      return await files.undo(action.path, signal);
  }
}
