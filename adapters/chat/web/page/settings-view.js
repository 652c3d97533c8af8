// Settings: how much is told, the language, the limits of runs, what is always allowed, and the browsers that are in.
import { make } from './dom.js';
import { NEW_LINK, withCode } from './notice.js';
import { changeSettings, endSession, fetchJson, sayTrouble } from './server.js';
import { momentOf, say } from './words.js';

const DETAILS = {
  quiet: say`Only questions and results`,
  normal: say`A live message as well`,
  verbose: say`With the screen, and all details`,
};
const LIMITS = {
  runUsd: { words: say`Cost of a run, $`, step: 0.01 },
  dayUsd: { words: say`Cost of a day, $`, step: 0.01 },
  minutes: { words: say`Minutes a run may work`, step: 1 },
  steps: { words: say`Steps of a run`, step: 1 },
  tokens: { words: say`Tokens of a run`, step: 1 },
};
const REPORTS = {
  model: say`Which models work for you`,
  cost: say`What the model has cost`,
  memory: say`What I remember`,
  doctor: say`What works and what does not`,
};

/** `ask(text)` sends a command; `tell(words)` is read out; `reload()` loads the page anew, for another language. The dialog itself closes on Escape and gives the focus back. */
export function createSettingsView({ dialog, stage, title, close, ask, tell, reload }) {
  const press = (words, onPress) => {
    const button = make('button', { type: 'button', textContent: words });
    button.addEventListener('click', onPress);
    return button;
  };
  const group = (heading, ...children) =>
    make('section', { className: 'group' }, make('h3', { textContent: heading }), ...children);

  /** Changes something; says in `trouble` why it could not. Resolves with the settings as they are then, null when it failed. */
  async function change(wanted, trouble) {
    trouble.textContent = '';
    try {
      const now = await changeSettings(wanted);
      tell(say`Saved.`);
      return now;
    } catch (error) {
      trouble.textContent = sayTrouble(error);
      return null;
    }
  }
  const makeTrouble = () => make('p', { className: 'trouble', role: 'alert' });

  function renderDetail({ detail }) {
    const trouble = makeTrouble();
    let kept = detail;
    const choices = Object.entries(DETAILS).map(([level, words]) => {
      const radio = make('input', { type: 'radio', name: 'detail', value: level, checked: level === detail });
      radio.addEventListener('change', async () => {
        const now = await change({ detail: level }, trouble);
        kept = now?.detail ?? kept;
        for (const { control } of choices) control.checked = control.value === kept;
      });
      return {
        control: radio,
        label: make('label', { className: 'choice' }, radio, make('span', { textContent: words })),
      };
    });
    const heading = say`How much I tell you while I work`;
    const set = make(
      'fieldset',
      { className: 'group' },
      make('legend', { textContent: heading }),
      ...choices.map(({ label }) => label),
      trouble,
    );
    return set;
  }

  function renderLanguage({ language: { chosen, isFixed, languages } }) {
    const trouble = makeTrouble();
    const option = (value, words) => make('option', { value, textContent: words, selected: value === chosen });
    // “español” begins like the other entries.
    const nameOf = (language) => {
      const name = new Intl.DisplayNames([language], { type: 'language' }).of(language);
      return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
    };
    const select = make(
      'select',
      { className: 'field', ariaLabel: say`Language`, disabled: isFixed },
      option('auto', say`As the browser`),
      ...languages.map((language) => option(language, nameOf(language))),
    );
    select.addEventListener('change', async () => {
      // All words of the page come with it.
      if ((await change({ language: select.value }, trouble)) !== null) reload();
      else select.value = chosen;
    });
    const hint = make('p', { className: 'facts', textContent: say`Set on the computer, for everybody: LANGUAGE.` });
    return group(say`Language`, select, ...(isFixed ? [hint] : []), trouble);
  }

  function renderLimits({ limits, mayRaise }) {
    const trouble = makeTrouble();
    const fields = limits.map(({ name, value, most }) => {
      const { words, step } = LIMITS[name];
      const max = mayRaise ? most : value;
      const input = make('input', {
        type: 'number',
        className: 'field',
        name,
        value,
        min: step,
        max,
        step,
        required: true,
      });
      const hint = max === value ? '' : say`up to ${most}`;
      const label = make(
        'label',
        { className: 'limit' },
        make('span', { className: 'what', textContent: words }),
        input,
        make('span', { className: 'most', textContent: hint }),
      );
      return { name, input, label, value };
    });
    const save = make('button', { type: 'submit', textContent: say`Save limits` });
    const form = make('form', { className: 'limits' }, ...fields.map(({ label }) => label), trouble, save);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const changed = fields.filter(({ input, value }) => input.valueAsNumber !== value);
      const wanted = Object.fromEntries(changed.map(({ name, input }) => [name, input.valueAsNumber]));
      const now = await change({ limits: wanted }, trouble);
      if (now === null) return;
      const next = renderLimits(now);
      place.replaceWith(next);
      next.querySelector('button').focus();
    });
    const about = make('p', {
      className: 'facts',
      textContent: say`At each of them I stop and ask. They apply from the next run on.`,
    });
    const fresh = make('p', { className: 'facts' }, ...withCode(say`Raising one needs a fresh link. ${NEW_LINK}`));
    const place = group(say`Limits`, about, form, ...(mayRaise ? [] : [fresh]));
    return place;
  }

  function renderAllowed({ allowed }) {
    const trouble = makeTrouble();
    const none = make('p', { textContent: say`Nothing is always allowed. Where a card offers it, tap Allow always.` });
    const items = allowed.map(({ id, text }) => {
      const revoke = press(say`Revoke`, async () => {
        const now = await change({ revoke: id }, trouble);
        if (now === null) return;
        const next = renderAllowed(now);
        place.replaceWith(next);
        (next.querySelector('button') ?? next.querySelector('h3')).focus();
      });
      revoke.ariaLabel = say`Revoke: ${text}`;
      return make('li', {}, make('p', { textContent: text, dir: 'auto' }), revoke);
    });
    const place = group(
      say`Always allowed`,
      items.length === 0 ? none : make('ul', { className: 'rows' }, ...items),
      trouble,
    );
    place.querySelector('h3').tabIndex = -1;
    return place;
  }

  async function renderSessions(place) {
    const { sessions } = await fetchJson('/sessions');
    const items = sessions.map((session) => {
      const name = session.isOwn ? say`This browser` : say`A browser`;
      const since = say`since ${momentOf(session.openedAt)}, last used about ${momentOf(session.usedAt)}`;
      const facts = make(
        'p',
        {},
        make('strong', { textContent: name }),
        make('br'),
        make('span', { className: 'facts', textContent: since }),
      );
      const out = press(say`Sign out`, async () => {
        await endSession(session.id).catch(() => undefined);
        await renderSessions(place).catch(() => undefined);
      });
      out.ariaLabel = say`Sign out: ${name}, ${since}`;
      return make('li', {}, facts, out);
    });
    place.replaceChildren(...items);
  }

  function renderReports() {
    const buttons = Object.entries(REPORTS).map(([name, words]) =>
      press(words, () => {
        dialog.close();
        ask(`/${name}`);
      }),
    );
    return group(say`Answered in the conversation`, ...buttons);
  }

  async function show() {
    stage.replaceChildren(make('p', { className: 'hint', textContent: say`Loading…` }));
    try {
      const now = await fetchJson('/settings');
      const sessions = make('ul', { className: 'rows' });
      await renderSessions(sessions);
      stage.replaceChildren(
        renderDetail(now),
        renderLanguage(now),
        renderLimits(now),
        renderAllowed(now),
        group(say`Browsers that are in`, sessions),
        renderReports(),
      );
    } catch (error) {
      const words = make('p', { className: 'hint', role: 'alert', textContent: sayTrouble(error) });
      stage.replaceChildren(words, press(say`Try again`, show));
    }
  }

  close.addEventListener('click', () => dialog.close());

  return {
    open() {
      dialog.showModal();
      title.focus();
      stage.scrollTop = 0;
      show();
    },
  };
}
