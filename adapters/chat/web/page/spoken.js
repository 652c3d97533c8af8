// What is read out: at once, or when there is a pause. A dialog makes all beside it silent, so the place goes along into the one that is open.
import { make } from './dom.js';

/** Characters that are read out; what is shown has all of it. */
const HEARD_LENGTH = 500;

/** `find(id)` gives an element of the page. */
export function createSpoken(find) {
  const [alerts, answers] = ['alerts', 'answers'].map(find);

  function stayHeard() {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    (open ?? document.body).append(alerts, answers);
  }
  for (const dialog of document.querySelectorAll('dialog')) dialog.addEventListener('toggle', stayHeard);

  /** A new element each time: the same words twice are said twice. */
  const put = (place, words) =>
    place.replaceChildren(
      make('p', { textContent: words.length <= HEARD_LENGTH ? words : `${words.slice(0, HEARD_LENGTH)}…` }),
    );

  return {
    alert: (words) => put(alerts, words),
    say: (words) => put(answers, words),
    /** What was alerted is over. */
    calm: () => alerts.replaceChildren(),
  };
}
