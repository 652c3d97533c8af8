// Clicking on a picture of the screen, in two steps: a ring first, which a tap or the arrow keys move, then a button that clicks there.
import { say } from './words.js';

/** Of the picture's width and height; with Shift five times that. */
const STEP = 0.01;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `confirm(at)`: the person wants a click there, 0–1 on both axes of `picture`. */
export function createPointing({ find, picture, stage, confirm }) {
  const [ring, click, where, bar] = ['viewer-ring', 'viewer-click', 'viewer-where', 'viewer-point'].map(find);
  let point = null;

  function place() {
    if (point === null) return;
    ring.style.left = `${picture.offsetLeft + point.x * picture.offsetWidth}px`;
    ring.style.top = `${picture.offsetTop + point.y * picture.offsetHeight}px`;
  }

  function move(at) {
    point = { x: Math.min(1, Math.max(0, at.x)), y: Math.min(1, Math.max(0, at.y)) };
    where.textContent = say`${Math.round(point.x * 100)} % across, ${Math.round(point.y * 100)} % down`;
    place();
  }

  picture.addEventListener('load', place);
  window.addEventListener('resize', place);
  click.addEventListener('click', () => confirm(point));
  stage.addEventListener('keydown', (event) => {
    if (point === null) return;
    if (event.key === 'Enter') click.focus();
    const by = MOVES[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP * 5 : STEP;
    move({ x: point.x + by[0] * step, y: point.y + by[1] * step });
    ring.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  return {
    /** null: this picture is only looked at. */
    begin(at) {
      point = null;
      for (const element of [ring, bar]) element.hidden = at === null;
      stage.classList.toggle('pointing', at !== null);
      if (at !== null) move(at);
    },
    move,
    place,
    /** Where the ring is; null without one. */
    at: () => point,
  };
}
