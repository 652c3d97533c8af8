// The buttons of a message. A pressed one shows that it works until the message changes.
import { make } from './dom.js';
import { say } from './words.js';

/** A pressed button comes back when nothing changed for this long after its receipt. */
const PRESS_LIMIT_MS = 6_000;

/** What a sign alone says, to somebody who hears the page. */
const SIGNS = {
  '👍': say`That was good`,
  '👎': say`That was wrong`,
  '←': say`Left`,
  '→': say`Right`,
  '↑': say`Up`,
  '↓': say`Down`,
  '↖': say`Up left`,
  '↗': say`Up right`,
  '↙': say`Down left`,
  '↘': say`Down right`,
  '•': say`Middle`,
};
/** Longer labels are words. */
const SIGN_LENGTH = 2;

/** Fills `container`. `press(data)` resolves with whether the press was received. The focus stays as near as it can. */
export function renderButtons(container, rows, press) {
  const focused = container.contains(document.activeElement) ? document.activeElement.textContent : null;
  const elements = rows.map((row) => {
    const isOfSigns = row.every(({ label }) => label.length <= SIGN_LENGTH);
    return make(
      'div',
      { className: isOfSigns ? 'row keys' : 'row' },
      ...row.map((button) => createButton(button, press)),
    );
  });
  container.replaceChildren(...elements);
  if (focused !== null) keepFocus(container, focused);
}

function createButton({ label, data, style }, press) {
  const button = make('button', { type: 'button', className: style, textContent: label, disabled: data === null });
  const named = SIGNS[label];
  if (named !== undefined) Object.assign(button, { ariaLabel: named, title: named });
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    // Not `disabled`: that would take the focus away.
    button.ariaDisabled = 'true';
    button.ariaBusy = 'true';
    const isReceived = await press(data);
    await new Promise((resolve) => setTimeout(resolve, isReceived ? PRESS_LIMIT_MS : 0));
    button.ariaDisabled = null;
    button.ariaBusy = null;
  });
  return button;
}

function keepFocus(container, label) {
  const live = [...container.querySelectorAll('button:enabled')];
  const next = live.find((button) => button.textContent === label) ?? live[0];
  const message = container.closest('article');
  // Nothing left to press: the focus stays with the message instead of falling back to the top of the page.
  if (next === undefined) message.tabIndex = -1;
  (next ?? message).focus({ preventScroll: true });
}
