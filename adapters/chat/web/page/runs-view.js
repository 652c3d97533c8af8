// Earlier runs: the list, with a search, and the timeline of one, which can be asked for again, kept as a file, or deleted. The dialog itself closes on Escape and gives the focus back.

import { compareTwo } from './compare-two.js';
import { make } from './dom.js';
import { fetchJson, removeRun, sayTrouble } from './server.js';
import { LOCALE, momentOf, say } from './words.js';

const MARKS = { verified: '✓', unverified: '○', failed: '✕', stopped: '■', interrupted: '⚠' };
const AT_WORK = '…';
/** Somebody who types on is not answered in between. */
const TYPING_MS = 200;

export function createRunsView({ dialog, stage, title, back, close, words, enlarge, ask, tell }) {
  /** Only the answer to the last question is shown. */
  let asked = 0;
  let typing;

  async function show(heading, isOne, path, render) {
    asked += 1;
    const mine = asked;
    title.textContent = heading;
    back.hidden = !isOne;
    words.hidden = isOne;
    stage.replaceChildren(make('p', { className: 'hint', textContent: say`Loading…` }));
    stage.scrollTop = 0;
    try {
      const answer = await fetchJson(path);
      if (mine === asked) stage.replaceChildren(...render(answer));
    } catch (error) {
      if (mine === asked) stage.replaceChildren(...renderTrouble(error, () => show(heading, isOne, path, render)));
    }
  }

  const showList = () => show(say`Runs`, false, `/runs?${new URLSearchParams({ words: words.value })}`, renderList);
  const showRun = (run) => show(run.name, true, `/runs/${run.runId}`, renderTimeline);

  function renderList({ runs }) {
    const none = words.value.trim() === '' ? say`No runs yet.` : say`No run has these words.`;
    if (runs.length === 0) return [make('p', { className: 'hint', textContent: none })];
    const items = runs.map((run) => {
      const mark = MARKS[run.outcome] ?? AT_WORK;
      const open = make(
        'button',
        { type: 'button', className: 'run' },
        make('span', { className: `mark ${run.outcome ?? 'working'}`, textContent: mark, ariaHidden: 'true' }),
        make('span', { className: 'goal', textContent: run.goal, dir: 'auto' }),
        make('span', { className: 'facts' }, joinFacts([run.name, ...factsOf(run)])),
      );
      open.addEventListener('click', async () => {
        await showRun(run);
        title.focus();
      });
      return make('li', {}, open);
    });
    return [make('ul', { className: 'runs' }, ...items)];
  }

  function renderTimeline({ run, again, report, entries }) {
    const facts = make('p', { className: 'facts' }, joinFacts(factsOf(run)));
    const goal = make('p', { className: 'goal', textContent: run.goal, dir: 'auto' });
    const first = entries.find(({ kind, picture }) => kind === 'step' && picture !== null);
    const last = entries.find(({ kind, picture }) => kind === 'end' && picture !== null);
    const both = first === undefined || last === undefined ? [] : [compareTwo(first.picture, last.picture)];
    const timeline = make('ol', { className: 'timeline' }, ...entries.map(renderEntry));
    return [goal, facts, renderActs(run, again, report), ...both, timeline];
  }

  function renderActs(run, again, report) {
    const acts = make('div', { className: 'acts' });
    const button = (words, onPress, className = '') => {
      const one = make('button', { type: 'button', textContent: words, className });
      one.addEventListener('click', onPress);
      return one;
    };
    const showActs = () => {
      const keep = make('a', { className: 'button', href: report, download: '', textContent: say`Report` });
      acts.replaceChildren(keep);
      if (again !== null) acts.prepend(button(say`Run again`, () => askAgain(again)));
      if (run.outcome !== null) acts.append(button(say`Delete…`, askToDelete));
    };
    const askToDelete = () => {
      const sure = make('p', { className: 'sure', textContent: say`Delete this run with its pictures, for good?` });
      const yes = button(say`Delete`, () => remove(run, sure), 'danger');
      acts.replaceChildren(sure, yes, button(say`Keep`, showActs));
      yes.focus();
    };
    showActs();
    return acts;
  }

  function askAgain(goal) {
    dialog.close();
    ask(goal);
  }

  async function remove(run, place) {
    try {
      await removeRun(run.runId);
      await showList();
      tell(say`${run.name} is deleted.`);
      title.focus();
    } catch (error) {
      place.textContent = sayTrouble(error);
      tell(place.textContent);
    }
  }

  function renderEntry(entry) {
    const heading = make('p', { className: 'what' }, make('span', { textContent: entry.title }));
    if (entry.risk !== null)
      heading.append(' ', make('span', { className: `risk ${entry.risk}`, textContent: entry.riskName }));
    const time = make('time', { dateTime: entry.at, textContent: timeOf(entry.at) });
    const lines = [
      { className: 'line', textContent: entry.reason },
      { className: 'decision', textContent: entry.decision },
      { className: 'line', textContent: entry.detail },
    ]
      .filter(({ textContent }) => textContent !== '')
      .map((line) => make('p', { ...line, dir: 'auto' }));
    const item = make('li', { className: entry.kind }, time, heading, ...lines);
    if (entry.picture !== null) item.append(renderPicture(entry));
    return item;
  }

  /** A step's picture is the one it was decided on: what it did shows in the next. */
  function renderPicture({ picture, kind, title: what }) {
    const isEnd = kind === 'end';
    const alt = isEnd ? say`The screen after the run` : say`The screen before: ${what}`;
    const image = make('img', { className: 'shot-picture', alt, loading: 'lazy', decoding: 'async' });
    const when = make('figcaption', {
      className: 'when',
      textContent: isEnd ? say`After the run` : say`Before this step`,
    });
    const button = make('button', { type: 'button', className: 'shot' }, image);
    const figure = make('figure', {}, button, when);
    button.ariaLabel = say`${alt}. Enlarge`;
    // Pictures of runs that were not recorded are not there.
    image.addEventListener('error', () => figure.remove());
    image.src = picture;
    button.addEventListener('click', () =>
      enlarge({ url: picture, alt, width: image.naturalWidth, height: image.naturalHeight }),
    );
    return figure;
  }

  back.addEventListener('click', async () => {
    await showList();
    title.focus();
  });
  close.addEventListener('click', () => dialog.close());
  words.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(showList, TYPING_MS);
  });

  return {
    open() {
      words.value = '';
      dialog.showModal();
      title.focus();
      showList();
    },
  };
}

function renderTrouble(error, onAgain) {
  const again = make('button', { type: 'button', textContent: say`Try again` });
  again.addEventListener('click', onAgain);
  return [make('p', { className: 'hint', role: 'alert', textContent: sayTrouble(error) }), again];
}

/** A fact stays on one line, and no line begins or ends with the dot between two. */
function joinFacts(facts) {
  return make('span', { className: 'joined' }, ...facts.map((fact) => make('span', { textContent: fact })));
}

/** How it ended, when, and what it took. */
function factsOf({ facts: [outcome, ...others], startedAt }) {
  return [outcome, momentOf(startedAt), ...others];
}

function timeOf(at) {
  return new Date(at).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}
