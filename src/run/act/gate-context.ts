/** The gate's context of one action: window, element, working folder, typed text, the person's words. */
import { isInputBy } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { FrontWindow, UiElement } from '../../ports/desktop.ts';
import type { KeyReader } from '../../ports/machine.ts';
import type { GateContext } from '../../safety/risk.ts';
import type { Scope } from '../../safety/scope.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ReadName } from '../../screen/read-name.ts';
import { elementOf as targetOf } from '../../screen/target-of.ts';
import { isForeign, type Skill } from '../../skills/skill.ts';
import { namesOfTexts } from '../../skills/skill-texts.ts';
import type { WorkingFolder } from '../perform/working-folder.ts';
import type { SaidWords } from '../said-words.ts';
import type { Taint } from '../taint-tracker.ts';
import type { TypedText } from '../typed-text.ts';
import type { ActionRequest } from './action-request.ts';
import { type FocusMemory, focusAt, UNKNOWN_FOCUS } from './focus.ts';

export interface GateContextNeeds {
  /** null: there is none to look twice. */
  readonly model: object | null;
  readonly focus: Pick<FocusMemory, 'of'>;
  readonly folder: Pick<WorkingFolder, 'path'>;
  readonly said: Pick<SaidWords, 'all' | 'own' | 'isByProgram'>;
  /** What a program sent with the call that asked for the run. */
  readonly values: Readonly<Record<string, string>>;
  readonly taint: Pick<Taint, 'find' | 'isFetchedLink'>;
  /** The skill of the run; the words of a skill from somebody else do not count as the person's own. */
  readonly skill: { readonly skill: Pick<Skill, 'source' | 'references'> } | null;
  readonly typed: Pick<TypedText, 'pending' | 'clipboard'>;
  /** What the person granted for this run; null: nothing. */
  readonly scope: () => Scope | null;
  /** What the person allows in every run. */
  readonly always: () => readonly Scope[];
}

/** The element as the gate judges it, without its container. */
export function elementOf({ role, name, isSecure, isChoice, isRead }: UiElement): NonNullable<GateContext['element']> {
  // An element read from pixels has no role that anybody could know.
  if (isRead === true) return { role: '', name, secure: isSecure, isRead };
  return { role, name, secure: isSecure, ...(isChoice === true ? { choice: true } : {}) };
}

/** Container of the target with its listed texts. */
function containerOf(
  { container, number }: UiElement,
  elements: readonly UiElement[],
): { readonly container?: { readonly role: string; readonly text: string } } {
  if (container === undefined) return {};
  const inside = elements.filter((other) => other.container?.id === container.id && other.number !== number);
  const texts = [container.name, ...inside.flatMap(({ name, value, isSecure }) => [name, isSecure ? '' : value])];
  return { container: { role: container.role, text: texts.filter((text) => text !== '').join('\n') } };
}

/** Element named by the words read at the target; its role is unknown. */
function readElement(read: ReadName | null | undefined): {
  readonly element?: { role: string; name: string; isRead: true };
} {
  return read == null ? {} : { element: { role: '', name: read.text, isRead: true } };
}

/** Source of a drag, when both its ends are listed elements. */
function draggedFrom(action: Action, observation: Observation, to: UiElement | null): Pick<GateContext, 'draggedFrom'> {
  if (action.action !== 'drag' || to === null) return {};
  const from = targetOf({ action: 'move', target: action.from }, observation);
  return from === null || from.number === to.number ? {} : { draggedFrom: { role: from.role, name: from.name } };
}

export function contextOf(
  request: {
    readonly action: Action;
    readonly by: ActionRequest['by'];
    readonly observation: Observation;
    /** Window under the target when it is not the one in front; null otherwise. */
    readonly under?: FrontWindow | null;
    /** Name read from pixels when the list has none for the target; null or left out: nothing was read. */
    readonly read?: ReadName | null;
    /** Program that reads a terminal's keys; null outside terminals. */
    readonly reader: KeyReader | null;
    /** Token of the last copy that was not made by Deskhand, for an action that pastes; null for others, or when unknown. */
    readonly copy: string | null;
  },
  element: UiElement | null,
  run: GateContextNeeds,
): GateContext {
  const front = request.under ?? request.observation.front;
  const focus = isInputBy(request.action, 'keys')
    ? focusAt(request.observation, run.focus.of(front.app) ?? UNKNOWN_FOCUS)
    : UNKNOWN_FOCUS;
  // The listed elements belong to the window in front, so they say nothing about a window beside it.
  const listed = (request.under ?? null) === null ? element : null;
  const judged = listed ?? focus.element;
  const { whole, since, isKnown } = run.typed.pending(front, request.reader);
  const said = run.said.all();
  const scope = run.scope();
  const always = run.always();
  const { isOurs, copiedIn } = run.typed.clipboard(request.copy);
  // The address, too, is that of the window in front.
  const address = (request.under ?? null) === null ? request.observation.address : undefined;
  const into = { ...front, address };
  const source = run.taint.find(request.action, { window: into, typed: whole, said: run.said.own(), scope });
  return {
    ...(front.app === '' ? {} : { app: front.app, window: front.title }),
    ...(front.bundle === undefined ? {} : { bundle: front.bundle }),
    ...(address === undefined ? {} : { address }),
    ...(judged === null
      ? readElement(request.read)
      : {
          element: {
            ...elementOf(judged),
            ...containerOf(judged, request.observation.elements),
            ...(listed === judged && judged.name.trim() === '' ? readElement(request.read).element : {}),
          },
        }),
    cwd: run.folder.path(),
    goal: said,
    ...(run.said.isByProgram ? { ownWords: run.said.own() } : {}),
    typed: whole,
    ...(since === whole ? {} : { typedSince: since }),
    ...(request.reader === null ? {} : { terminal: { reader: request.reader.kind, isLineKnown: isKnown } }),
    isClipboardOurs: isOurs,
    ...(copiedIn === null ? {} : { copiedIn }),
    ...(scope === null ? {} : { scope }),
    ...(always.length === 0 ? {} : { always }),
    ...(source === null ? {} : { tainted: { source } }),
    ...(run.taint.isFetchedLink(request.action) ? { isFetchedLink: true } : {}),
    ...(run.skill === null ? {} : { skillTexts: namesOfTexts(run.skill.skill) }),
    isFocusMoved: focus.isMoved,
    ...(request.action.action === 'drag' && (request.under ?? null) !== null ? { isAcrossWindows: true } : {}),
    ...draggedFrom(request.action, request.observation, listed),
    isMenuOpen: focus.isMenu,
    isByHand: request.by === 'person',
    isPlaybook:
      request.by === 'playbook' &&
      run.model === null &&
      (run.skill === null || !isForeign(run.skill.skill)) &&
      !run.said.isByProgram &&
      Object.keys(run.values).length === 0,
  };
}
