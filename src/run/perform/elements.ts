/** Elements by number: focusing, setting, and listing those of a window or a page. */
import type { InputAction } from '../../action/kinds.ts';
import type { ActionOf } from '../../action/schema.ts';
import type { Desktop, Display, ElementList } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { ELEMENTS_HEAD, renderElement } from '../../screen/element-line.ts';
import type { Observation } from '../../screen/observe.ts';
import { say } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { findElement, pointAt } from './find-place.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE, refuse, tell } from './result.ts';

export async function useElement(
  action: InputAction<'element'>,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { observation } = context;
  switch (action.action) {
    case 'focus':
      pointAt({ element: action.element }, context);
      return (await desktop.focus(findElement(action.element, observation), signal))
        ? DONE
        : refuse(say`This element cannot be focused directly; click it.`);
    case 'set_value':
      pointAt({ element: action.element }, context);
      return (await desktop.setValue(findElement(action.element, observation), action.text, signal))
        ? DONE
        : refuse(say`The value of this element cannot be set directly; click it and type.`);
  }
}

export async function listElements(
  action: ActionOf<'ui_elements' | 'web_elements'>,
  { observation }: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { display } = observation.frame;
  switch (action.action) {
    case 'web_elements': {
      if (!isInFront(action.app, observation)) return refuse(say`Bring ${action.app ?? ''} to the front first.`);
      const list = await desktop.webElements(display, signal);
      return list.coverage === 'unavailable' ? refuse(list.reason) : tell(renderPage(list, display));
    }
    case 'ui_elements': {
      const list = await desktop.elements({ app: action.app || null, display }, signal);
      return list.coverage === 'unavailable' ? refuse(list.reason) : tell(renderList(list, display, action.app));
    }
  }
}

/** The numbers of the window in front are good for the next step, too; those of another application count nowhere. */
function renderList({ elements, coverage, reason }: ElementList, display: Display, app: string | undefined): string {
  const isFront = app === undefined || app === '';
  const lines = elements.map((element) => renderElement(element, display, isFront));
  return [
    isFront ? ELEMENTS_HEAD : `Elements of ${app}, without numbers: bring it to the front to use them`,
    ...lines,
    ...(coverage === 'partial' ? [`(not all: ${english(reason)})`] : []),
  ].join('\n');
}

/** Lists a page without numbers: they would not be those of the next look, so targets are points. */
function renderPage({ elements, coverage, reason }: ElementList, display: Display): string {
  return [
    'On the page, without numbers (role "name" =value @x,y): click at @x,y',
    ...elements.map((element) => renderElement(element, display, false)),
    ...(coverage === 'partial' ? [`(not all: ${english(reason)})`] : []),
  ].join('\n');
}

function isInFront(app: string | undefined, { front }: Observation): boolean {
  return app === undefined || app === '' || front.app.toLowerCase().includes(app.toLowerCase());
}
