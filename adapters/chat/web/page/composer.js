// Where the person writes. Enter sends, Shift+Enter is a new line; a text that is too long is kept and said, never cut.

import { LOCALE, say } from './words.js';

const TEXT_MAX_LENGTH = 20_000;
/** From here on the page counts along. */
const COUNT_FROM = 19_000;
/** What is unsent while the page is loaded anew; it is there for that moment alone. */
const DRAFT_KEY = 'deskhand-draft';

/** `hasMore()`: there is something to send beside the text. `canSpeak`: as long as there is nothing to send, one can speak instead. */
export function createComposer({ form, text, send, attach, speak, count, canSpeak, hasMore, onSend }) {
  function update() {
    const left = TEXT_MAX_LENGTH - text.value.length;
    send.disabled = text.readOnly || (text.value.trim() === '' && !hasMore()) || left < 0;
    attach.disabled = text.readOnly;
    speak.disabled = text.readOnly;
    const isEmpty = text.value === '' && !hasMore();
    speak.hidden = !(canSpeak && isEmpty);
    send.hidden = !speak.hidden;
    const words = left < 0 ? say`${format(-left)} characters too many` : say`${format(left)} characters left`;
    count.textContent = text.value.length < COUNT_FROM ? '' : words;
    count.classList.toggle('over', left < 0);
    text.ariaInvalid = String(left < 0);
    text.style.height = 'auto';
    text.style.height = `${text.scrollHeight}px`;
  }

  text.addEventListener('input', update);
  text.addEventListener('keydown', (event) => {
    // An input method uses Enter to finish a word; Safari says so only by the key code.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (!send.disabled) form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (send.disabled) return;
    onSend(text.value);
    text.value = '';
    // Everybody who follows the text hears that it is empty.
    text.dispatchEvent(new Event('input'));
    text.focus();
  });
  addEventListener('resize', update);
  const draft = sessionStorage.getItem(DRAFT_KEY);
  sessionStorage.removeItem(DRAFT_KEY);
  if (draft !== null) text.value = draft;
  update();

  return {
    update,
    /** Before the page loads itself anew: browsers give back what was in a field when they feel like it. */
    keepDraft() {
      if (text.value !== '') sessionStorage.setItem(DRAFT_KEY, text.value);
    },
    /** What was written stays, to be copied; without any, the box goes. */
    lock() {
      text.readOnly = true;
      form.hidden = text.value.trim() === '';
      update();
    },
    unlock() {
      text.readOnly = false;
      form.hidden = false;
      update();
    },
  };
}

function format(number) {
  return number.toLocaleString(LOCALE);
}
