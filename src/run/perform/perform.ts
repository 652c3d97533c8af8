/** Carries out one judged action through the ports. What cannot be done is a result with a reason; surprises throw. */
import { fullText } from '../../action/describe.ts';
import { isInputBy } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { Refused } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { holdsMask } from '../../safety/secrets/redact.ts';
import { toBox } from '../../screen/coordinates.ts';
import { showText } from '../../skills/skill-texts.ts';
import { say } from '../../words/say.ts';
import { listElements, useElement } from './elements.ts';
import { pressKeys } from './keyboard.ts';
import { useMachine } from './machine.ts';
import { readNote, writeNote } from './notes.ts';
import type { PerformContext, PerformPorts } from './perform-ports.ts';
import { movePointer } from './pointer.ts';
import { DONE, refuse, tell } from './result.ts';
import { searchTools, useTool } from './tools.ts';
import { waitUntil } from './wait-until.ts';
import { pathIn } from './working-folder.ts';

const MASKED = say`[hidden: …] stands for a secret that you are never shown; it was not used. Ask the person for it with ask_user and secret true.`;

export async function perform(
  action: Action,
  context: PerformContext,
  ports: PerformPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  if (holdsMask(fullText(action) ?? '')) return refuse(MASKED);
  try {
    return await carryOut(action, context, ports, signal);
  } catch (error) {
    if (error instanceof Refused) return refuse(error.text);
    throw error;
  }
}

async function carryOut(
  action: Action,
  context: PerformContext,
  ports: PerformPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { observation, marks, notes, secrets } = context;
  const { desktop } = ports;
  if (isInputBy(action, 'pointer')) return await movePointer(action, context, desktop, signal);
  if (isInputBy(action, 'keys')) return await pressKeys(action, context, desktop, signal);
  if (isInputBy(action, 'element')) return await useElement(action, context, desktop, signal);
  switch (action.action) {
    case 'clipboard_write':
      await desktop.clipboardWrite(action.text, signal);
      return DONE;
    case 'clipboard_read':
      return tell(await desktop.clipboardRead(signal));
    case 'cursor_position': {
      const { x, y, display } = await desktop.cursor(signal);
      return tell(
        say`The pointer is at ${toThousandths(x, display.width)}, ${toThousandths(y, display.height)} (0–1000).`,
      );
    }
    case 'web_elements':
    case 'ui_elements':
      return await listElements(action, context, desktop, signal);
    case 'file_view': {
      const text = ports.skillText(action.path);
      if (text !== null) return tell(showText(text, action.line, action.amount));
      return await useMachine(action, context, ports, signal);
    }
    case 'open_app':
    case 'open_url':
    case 'fetch':
    case 'shell':
    case 'shell_restart':
    case 'applescript':
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
      return await useMachine(action, context, ports, signal);
    case 'zoom':
      marks.zoomInto(toBox(action.from, action.to, observation.frame.display));
      return DONE;
    case 'wait':
      await ports.clock.sleep(action.seconds * 1000, signal);
      return DONE;
    case 'wait_until':
      return await waitUntil(action, observation, ports, signal);
    case 'vault_read':
      return await readNote(action.path, notes, ports.vault, signal);
    case 'vault_write':
      return await writeNote(action, notes, ports, signal);
    case 'recall':
      return await ports.memory.recall(action.text, signal);
    case 'ask_user': {
      const answer = await ports.askPerson(action);
      if (typeof answer !== 'string') return refuse(answer.refused);
      const shown = action.secret ? say`${secrets.keep(answer)} (type it exactly like this, once)` : answer;
      return tell(say`The person answered: ${shown}`);
    }
    case 'send_file':
      return await ports.sendFile(pathIn(context.folder, action.path), signal);
    case 'tool':
      return await useTool(action, ports, signal);
    case 'find_tool':
      return searchTools(action, ports);
    case 'screenshot':
    case 'think':
    case 'done':
    case 'fail':
      return DONE;
  }
}

function toThousandths(at: number, length: number): number {
  return Math.round((at / length) * 10_000) / 10;
}
