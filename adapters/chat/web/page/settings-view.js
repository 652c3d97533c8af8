// Settings: what can be changed by a command is one tap here, answered in the conversation; and the browsers that are in.
import { make } from './dom.js';
import { endSession, fetchJson } from './server.js';
import { LOCALE, say } from './words.js';

const DETAILS = {
  quiet: say`Only questions and results`,
  normal: say`A live message as well`,
  verbose: say`With the screen, and what goes on inside`,
};
const REPORTS = {
  allowed: say`What I may always do`,
  model: say`Which models work for you`,
  cost: say`What the model has cost`,
  memory: say`What I remember`,
  doctor: say`What works and what does not`,
};

export function createSettingsView({ dialog, stage, title, close, ask }) {
  const press = (words, onPress, className = '') => {
    const button = make('button', { type: 'button', textContent: words, className });
    button.addEventListener('click', onPress);
    return button;
  };
  const command = (words, text) =>
    press(words, () => {
      dialog.close();
      ask(text);
    });
  const group = (heading, ...children) =>
    make('section', { className: 'group' }, make('h3', { textContent: heading }), ...children);

  async function showSessions(place) {
    try {
      const { sessions } = await fetchJson('/sessions');
      const items = sessions.map((session) => {
        const name = session.isOwn ? say`This browser` : say`A browser`;
        const facts = make('p', {
          textContent: say`${name}, in since ${momentOf(session.openedAt)}, last used about ${momentOf(session.usedAt)}`,
        });
        const out = press(say`Sign out`, async () => {
          await endSession(session.id).catch(() => undefined);
          await showSessions(place);
        });
        out.ariaLabel = say`Sign out: ${name}, in since ${momentOf(session.openedAt)}`;
        return make('li', {}, facts, out);
      });
      place.replaceChildren(...items);
    } catch {
      place.replaceChildren(make('li', { textContent: say`Deskhand does not answer.` }));
    }
  }

  close.addEventListener('click', () => dialog.close());

  return {
    open() {
      const sessions = make('ul', { className: 'sessions' });
      const details = Object.entries(DETAILS).map(([detail, words]) => command(words, `/detail ${detail}`));
      const reports = Object.entries(REPORTS).map(([name, words]) => command(words, `/${name}`));
      stage.replaceChildren(
        group(say`How much I tell you while I work`, ...details),
        group(say`Look at or change`, ...reports),
        group(say`Browsers that are in`, sessions),
      );
      dialog.showModal();
      title.focus();
      showSessions(sessions);
    },
  };
}

function momentOf(at) {
  return new Date(at).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}
