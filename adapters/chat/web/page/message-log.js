// The list of messages: those of the server in their order, and the person's own that are still on their way.
import { createMessage, isOpenQuestion } from './message-element.js';

/** As many as the server keeps. */
const MESSAGES_KEPT = 200;

/**
 * `onChange({ isNew, open, count })` after every change, `open`: questions that wait; `onQuestion(view)` when one comes in, or was there
 * before the page; `onAnswer(view)` when one waits no more.
 */
export function createMessageLog(element, actions, { onChange, onQuestion, onAnswer }) {
  const entries = new Map();
  let waiting = new Set();

  function put(view) {
    const entry = entries.get(view.id);
    if (entry !== undefined) {
      entry.view = view;
      entry.message.update(view);
      return false;
    }
    const message = createMessage(view, actions);
    entries.set(view.id, { view, message });
    element.append(message.element);
    return true;
  }

  function remove(id) {
    entries.get(id).message.element.remove();
    entries.delete(id);
  }

  function tell(isNew) {
    const views = [...entries.values()].map((entry) => entry.view);
    const open = views.filter((view) => view.from === 'deskhand' && isOpenQuestion(view));
    const before = waiting;
    waiting = new Set(open.map((view) => view.id));
    onChange({ isNew, open, count: views.length });
    for (const id of before) if (!waiting.has(id) && entries.has(id)) onAnswer(entries.get(id).view);
    const asked = open.filter((view) => !before.has(view.id)).at(-1);
    if (asked !== undefined) onQuestion(asked);
  }

  return {
    /** Everything the server has. Read out by nobody: it is history. */
    showWhole(messages) {
      element.ariaLive = 'off';
      const isOnItsWay = (view) => view.from === 'person' && !view.isAccepted;
      for (const [id, { view }] of entries) if (!isOnItsWay(view)) remove(id);
      for (const view of messages) put(view);
      const shown = new Set(messages.map((view) => view.id));
      for (const [id, { message }] of entries) if (!shown.has(id)) element.append(message.element);
      tell(messages.length > 0);
      // In the next frame: by then the history is no change any more.
      requestAnimationFrame(() => requestAnimationFrame(() => (element.ariaLive = 'polite')));
    },

    /** New or changed messages. */
    show(messages) {
      let isNew = false;
      for (const view of messages) {
        if (!put(view)) continue;
        isNew = true;
      }
      for (const id of entries.keys()) {
        if (entries.size <= MESSAGES_KEPT) break;
        remove(id);
      }
      tell(isNew);
    },

    find: (id) => entries.get(id)?.view,

    /** Nothing can be pressed any more. */
    freeze() {
      for (const button of element.querySelectorAll('.buttons button, .meta button')) button.disabled = true;
    },
  };
}
