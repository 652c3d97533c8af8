// Two pictures in one place: what lies left of the slider is the one before, what lies right of it the one after.
import { make } from './dom.js';
import { say } from './words.js';

/** A figure; it goes away when either picture is not there. */
export function compareTwo(before, after) {
  const figure = make('figure', { className: 'compare' });
  const picture = (src, className, alt) => {
    const image = make('img', { className, alt, decoding: 'async', src });
    image.addEventListener('error', () => figure.remove());
    return image;
  };
  const slider = make('input', {
    type: 'range',
    className: 'slider',
    min: 0,
    max: 100,
    value: 50,
    ariaLabel: say`Before and after`,
  });
  const move = () => figure.style.setProperty('--cut', `${slider.value}%`);
  slider.addEventListener('input', move);
  move();
  const stage = make(
    'div',
    { className: 'both' },
    picture(before, 'before', say`Before the run`),
    picture(after, 'after', say`After the run`),
  );
  figure.append(
    stage,
    slider,
    make(
      'figcaption',
      { className: 'ends' },
      make('span', { textContent: say`Before` }),
      make('span', { textContent: say`After` }),
    ),
  );
  return figure;
}
