/** The buttons below a picture of the screen: numbers to click, a zoom grid, keys, the wheel, and further pictures. */

import type { Buttons, LookPress } from '../../outbound/buttons.ts';
import type { SpokenButton } from '../../outbound/spoken.ts';
import type { RunHandle } from '../../run/life/run-handle.ts';
import { kindOfApp } from '../../safety/apps/app-names.ts';
import { canZoom, cellOf, WHOLE } from '../../screen/zoom-area.ts';
import { say } from '../../words/say.ts';
import type { ShownScreen } from './shown-screens.ts';

/** About 60 points wide each on a phone: the narrowest that a thumb can hit. */
const NUMBERS_A_ROW = 6;
const CELLS = ['↖', '↑', '↗', '←', '•', '→', '↙', '↓', '↘'] as const;

/** `isGrid`: the picture is divided by three. `held`: the paused run, which one of the buttons resumes. */
export function makeScreenButtons(
  screen: ShownScreen,
  numbers: readonly number[],
  isGrid: boolean,
  held: RunHandle | null,
  buttons: Buttons,
): readonly (readonly SpokenButton[])[] {
  const press = (label: SpokenButton['label'], what: LookPress): SpokenButton => ({
    label,
    data: buttons.register({ kind: 'look', look: screen.id, press: what }),
    style: 'plain',
  });
  const { display } = screen.observation.frame;
  const cells = isGrid && canZoom(screen.area, display) ? CELLS : [];
  const isWhole = screen.area.side >= WHOLE.side;
  return [
    ...rows(
      numbers.map((number) => press(String(number), { do: 'number', number })),
      NUMBERS_A_ROW,
    ),
    ...rows(
      cells.map((label, cell) => press(label, { do: 'zoom', area: cellOf(screen.area, cell) })),
      3,
    ),
    ...(isGrid ? [] : keyRows(screen, press)),
    [
      ...(isGrid ? [press(say`Click the middle`, { do: 'middle' })] : []),
      ...(screen.rest.length > 0 ? [press(say`More numbers`, { do: 'more' })] : []),
      ...(isGrid ? [] : [press(say`Zoom`, { do: 'zoom', area: screen.area })]),
      ...(isGrid && !isWhole ? [press(say`Whole screen`, { do: 'fresh' })] : []),
      ...(isGrid && !isWhole ? [] : [press(say`New picture`, { do: 'fresh' })]),
    ],
    ...(held === null
      ? []
      : [
          [
            {
              label: say`Continue`,
              data: buttons.register({ kind: 'resume', run: held.run.runId }),
              style: 'good' as const,
            },
          ],
        ]),
  ];
}

/** Key buttons. Not “Undo” in a terminal, where its keys would stop the running program. */
function keyRows(
  { observation }: ShownScreen,
  press: (label: SpokenButton['label'], what: LookPress) => SpokenButton,
): readonly (readonly SpokenButton[])[] {
  const key = (label: SpokenButton['label'], keys: string): SpokenButton => press(label, { do: 'key', keys });
  const undo = kindOfApp(observation.front.app, []) === 'terminal' ? [] : [key(say`Undo`, 'ctrl+z')];
  return [
    [key('Enter', 'enter'), key('Esc', 'escape'), key('Tab', 'tab'), ...undo],
    [key('←', 'left'), key('↑', 'up'), key('↓', 'down'), key('→', 'right')],
    [
      press(say`Scroll up`, { do: 'scroll', direction: 'up' }),
      press(say`Scroll down`, { do: 'scroll', direction: 'down' }),
    ],
  ];
}

function rows<Item>(items: readonly Item[], length: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, row) =>
    items.slice(row * length, (row + 1) * length),
  );
}
