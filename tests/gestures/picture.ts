/** An editor for pictures (mtPaint), which lists nothing: all by pixels. */
import { drag, hover, key, press, release } from '../web/task.ts';
import { type Decided, dot, type Gesture } from './gesture.ts';

const RED = 'ff0000';
const WHITE = 'ffffff';

/** `red` and `white` are pixels of the saved picture. */
const paint = (
  name: string,
  goal: string,
  solve: readonly Decided[],
  red: readonly (readonly [number, number])[],
  white: readonly (readonly [number, number])[],
): Gesture => ({
  name: `picture: ${name}`,
  goal,
  files: { 'picture.png': null },
  opens: ['mtpaint', 'picture.png'],
  shows: 'dot|0|0',
  solve: [...solve, [key('ctrl+s')]],
  async missing({ color }) {
    const wrong: string[] = [];
    for (const [places, wanted] of [
      [red, RED],
      [white, WHITE],
    ] as const)
      for (const [x, y] of places) {
        const is = await color('picture.png', x, y);
        if (is !== wanted) wrong.push(`${x},${y} is ${is}`);
      }
    return wrong.join(', ');
  },
});

/** Fills what is selected with red. */
const FILL = key('ctrl+shift+t');

export const PICTURE: readonly Gesture[] = [
  paint(
    'an area by dragging',
    'Fill the area from 120,120 to 260,150 with red',
    [[drag(dot(120, 120), dot(260, 150))], [FILL]],
    [
      [120, 120],
      [200, 130],
      [260, 150],
    ],
    [
      [119, 120],
      [120, 119],
      [261, 150],
      [260, 151],
    ],
  ),
  paint(
    'an area with the button held',
    'Fill the area from 120,100 to 220,180 with red',
    [[press(dot(120, 100))], [hover(dot(180, 120))], [hover(dot(220, 180))], [release(dot(220, 180))], [FILL]],
    [
      [120, 100],
      [220, 180],
    ],
    [
      [119, 100],
      [221, 180],
    ],
  ),
  paint(
    'two areas, and the second one taken back',
    'Fill two areas with red and take the second one back',
    [[drag(dot(120, 100), dot(150, 130))], [FILL], [drag(dot(200, 100), dot(230, 130))], [FILL], [key('ctrl+z')]],
    [[130, 110]],
    [[210, 110]],
  ),
];
