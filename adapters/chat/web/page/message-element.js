// One message on the page: built once, then changed only where it changed, so that nothing blinks, jumps or loses the focus.
import { renderButtons } from './button-rows.js';
import { isEqual, make } from './dom.js';
import { createPicture } from './picture-element.js';
import { formatBytes, LOCALE, say } from './words.js';

const SPAN_TAGS = { plain: 'span', bold: 'strong', code: 'code', block: 'pre', quiet: 'span', link: 'a' };
const NAMES = {
  status: say`Deskhand, at work`,
  reply: 'Deskhand',
  question: say`Deskhand asks`,
  end: say`Deskhand, result`,
};

/**
 * `actions.press(messageId, data)` resolves when the press was received; `actions.enlarge(picture)`; `actions.resend(id)`.
 * Returns the element and `update(view)`, which takes the shapes of the server's messages, and for the person's own also `failure`, a sentence.
 */
export function createMessage(view, actions) {
  return view.from === 'person' ? createOwn(view, actions) : createPosted(view, actions);
}

export function isOpenQuestion(view) {
  return view.kind === 'question' && hasLiveButton(view);
}

function hasLiveButton(view) {
  return view.buttons.flat().some((button) => button.data !== null);
}

function createOwn(view, actions) {
  const files = make('ul', { className: 'files' });
  const text = make('div', { className: 'text', dir: 'auto' });
  const time = make('time');
  const state = make('span', { className: 'state' });
  const again = make('button', { type: 'button', textContent: say`Try again` });
  again.addEventListener('click', () => actions.resend(view.id));
  const element = make(
    'article',
    { className: 'message own' },
    text,
    files,
    make('p', { className: 'meta' }, state, again, time),
  );
  element.ariaLabel = say`You`;
  // The person knows what they wrote; a failure is announced by itself.
  element.ariaLive = 'off';

  function update(next) {
    const failure = next.failure ?? '';
    if (text.textContent !== next.text) text.replaceChildren(make('span', { textContent: next.text }));
    text.hidden = next.text === '';
    files.hidden = next.files.length === 0;
    if (files.children.length !== next.files.length) files.replaceChildren(...next.files.map(renderSentFile));
    setTime(time, next.at);
    element.classList.toggle('failed', failure !== '');
    state.textContent = failure || (next.isAccepted ? '' : say`Sending…`);
    again.hidden = failure === '';
  }
  update(view);
  return { element, update };
}

function renderSentFile({ name, bytes }) {
  const size = make('span', { className: 'quiet', textContent: formatBytes(bytes) });
  return make('li', {}, make('span', { className: 'name', textContent: name }), size);
}

function createPosted(view, actions) {
  const badge = make('p', { className: 'badge', textContent: say`Waiting for your answer` });
  const text = make('div', { className: 'text', dir: 'auto' });
  const picture = createPicture((shown, at) => actions.enlarge({ ...shown, messageId: view.id }, at));
  const file = make('a', { className: 'file' });
  const buttons = make('div', { className: 'buttons' });
  const time = make('time');
  const live = make('span', { className: 'live', textContent: say`Live` });
  const meta = make('p', { className: 'meta' }, live, time);
  const element = make('article', { className: 'message' }, badge, text, picture.element, file, buttons, meta);
  let shown = null;

  function update(next) {
    element.dataset.kind = next.kind;
    element.ariaLabel = NAMES[next.kind];
    // A status changes all the time, and a question is read out at once elsewhere.
    if (next.kind === 'status' || next.kind === 'question') element.ariaLive = 'off';
    badge.hidden = !isOpenQuestion(next);
    live.hidden = !(next.kind === 'status' && hasLiveButton(next));
    setTime(time, next.at);
    if (!isEqual(shown?.spans, next.spans)) text.replaceChildren(...next.spans.flatMap(renderSpan));
    text.hidden = next.spans.length === 0;
    picture.update(next.picture);
    if (!isEqual(shown?.file, next.file)) updateFile(file, next.file);
    // A question that tells more has done what was pressed.
    const hasTold = isOpenQuestion(next) && !isEqual(shown?.spans, next.spans);
    if (hasTold || !isEqual(shown?.buttons, next.buttons)) {
      renderButtons(buttons, next.buttons, (data) => actions.press(view.id, data));
    }
    buttons.hidden = next.buttons.length === 0;
    shown = next;
  }
  update(view);
  return { element, update };
}

function renderSpan({ look, text, link }, index, spans) {
  // A line break after a block would show as an empty line; it stays in the text, for copying.
  if (spans[index - 1]?.look === 'block' && text.startsWith('\n')) {
    return [
      make('span', { className: 'break', textContent: '\n' }),
      ...renderSpan({ look, text: text.slice(1), link }, 0, []),
    ];
  }
  const element = make(SPAN_TAGS[look], { className: look, textContent: text });
  // A long block scrolls by itself: the keyboard has to reach it.
  if (look === 'block') element.tabIndex = 0;
  // Another page, that learns nothing of this one. Only addresses of the web: a link must never be a script.
  if (look === 'link' && /^https?:\/\//i.test(link ?? ''))
    Object.assign(element, { href: link, target: '_blank', rel: 'noopener noreferrer' });
  return [element];
}

function updateFile(link, file) {
  link.hidden = file === null;
  if (file === null) return;
  link.href = file.url;
  link.download = file.name;
  link.replaceChildren(
    make('span', { className: 'name', textContent: file.name }),
    make('span', { className: 'quiet', textContent: formatBytes(file.bytes) }),
  );
}

function setTime(element, at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : { weekday: 'short' };
  element.dateTime = date.toISOString();
  element.textContent = date.toLocaleTimeString(LOCALE, { ...day, hour: '2-digit', minute: '2-digit' });
}
