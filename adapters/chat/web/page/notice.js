// What is wrong and what helps, in the place of the composer: `notice.show(name, onButton)`, `notice.hide()`.
import { make } from './dom.js';
import { say } from './words.js';

const LINK = '`deskhand link` (`npm run link`)';
export const NEW_LINK = say`Run ${LINK} in a terminal and open the link it prints.`;
const START = '`deskhand start` (`npm start`)';
const NOTICES = {
  outside: { heading: say`This page is not signed in`, text: NEW_LINK },
  ended: {
    heading: say`The session has ended`,
    text: say`It ends after 30 days, or after a week without use. ${NEW_LINK}`,
  },
  wrong: {
    heading: say`This link no longer works`,
    text: say`A link lets one browser in, within 10 minutes. ${NEW_LINK}`,
  },
  locked: { heading: say`Too many wrong links`, text: say`Wait a minute, then try again.`, button: say`Try again` },
  silent: { heading: say`Deskhand does not answer`, text: say`Is it running? ${NEW_LINK}`, button: say`Try again` },
  away: {
    heading: say`Deskhand does not answer`,
    text: say`This page reconnects by itself. If you stopped Deskhand, start it again: ${START}.`,
  },
  crowded: {
    heading: say`Deskhand is open in other tabs`,
    text: say`Up to four can be open.`,
    button: say`Use it here`,
  },
};

/** What stands between backticks is what somebody types. */
export function withCode(words) {
  return words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? make('code', { className: 'typed', textContent: part }) : part));
}

/** `find(id)` gives an element of the page; `onShow(heading)` after each one that is shown. */
export function createNotice(find, onShow) {
  const [place, title, text, button] = ['notice', 'notice-title', 'notice-text', 'notice-button'].map(find);
  return {
    show(name, onButton) {
      const { heading, text: words, button: label = '' } = NOTICES[name];
      title.textContent = heading;
      text.replaceChildren(...withCode(words));
      button.textContent = label;
      button.hidden = label === '';
      button.onclick = onButton;
      place.hidden = false;
      onShow(heading);
    },
    hide() {
      place.hidden = true;
    },
  };
}
