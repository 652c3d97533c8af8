/** Calendars of pages, and the browser's own. */
import { click, key, named, oneByOne, pixel, type WebTask } from '../task.ts';

/** A calendar that shows one month; `pick` is called with a day. */
const CALENDAR = `<div class="box" style="width:320px"><button id="back" aria-label="Previous month">‹</button><b id="month"></b><button id="next" aria-label="Next month">›</button><div id="days" style="display:grid;grid-template-columns:repeat(7,1fr)"></div></div><script>
  let shown = new Date(2026, 10, 1); let marked = new Set(); const iso = (day) => day.getFullYear() + '-' + String(day.getMonth() + 1).padStart(2, '0') + '-' + String(day.getDate()).padStart(2, '0');
  const draw = () => { by('month').textContent = shown.toLocaleString('en', { month: 'long', year: 'numeric' }); const first = (shown.getDay() + 6) % 7;
    const count = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
    by('days').innerHTML = '<i></i>'.repeat(first) + Array.from({ length: count }, (_, at) => { const day = iso(new Date(shown.getFullYear(), shown.getMonth(), at + 1));
      return '<button id="d' + day + '" aria-label="' + day + '" style="margin:1px;' + (marked.has(day) ? 'background:#adf' : '') + '">' + (at + 1) + '</button>' }).join('') };
  by('next').onclick = () => { shown.setMonth(shown.getMonth() + 1); draw() }; by('back').onclick = () => { shown.setMonth(shown.getMonth() - 1); draw() };
  by('days').onclick = ({ target }) => { if (target.id) pick(target.id.slice(1)) }; draw();`;

export const DATES: readonly WebTask[] = [
  {
    name: 'day in a calendar',
    goal: 'Choose 14 January 2027',
    html: `${CALENDAR} const pick = (day) => { marked = new Set([day]); draw(); say('day', day) }</script>`,
    solve: oneByOne(
      click(named('#next', 'button', 'Next month')),
      click(named('#next', 'button', 'Next month')),
      click(named('#d2027-01-14', 'button', '2027-01-14')),
    ),
    isDone: ({ all }) => all('day').join() === '2027-01-14',
  },
  {
    name: 'from one day to another',
    goal: 'Stay from 27 December 2026 to 3 January 2027',
    html: `${CALENDAR} let from = null; const pick = (day) => { if (from === null) { from = day; marked = new Set([day]) } else { say('stay', from + ' ' + day); marked.add(day) } draw() }</script>`,
    solve: oneByOne(
      click(named('#next', 'button', 'Next month')),
      click(named('#d2026-12-27', 'button', '2026-12-27')),
      click(named('#next', 'button', 'Next month')),
      click(named('#d2027-01-03', 'button', '2027-01-03')),
    ),
    isDone: ({ all }) => all('stay').join() === '2026-12-27 2027-01-03',
  },
  {
    name: 'calendar that opens from a field',
    goal: 'Depart on 9 October 2026',
    html: `<label>Departure <input id="it" readonly></label><div id="box" hidden>${CALENDAR} const pick = (day) => { by('it').value = day; by('box').hidden = true; say('day', day) };
      by('it').onclick = () => { by('box').hidden = false }</script></div>`,
    solve: oneByOne(
      click(named('#it', 'field', 'Departure')),
      click(named('#back', 'button', 'Previous month')),
      click(named('#d2026-10-09', 'button', '2026-10-09')),
    ),
    isDone: ({ last }) => last('day') === '2026-10-09',
  },
  {
    name: "the browser's own calendar",
    goal: 'Move the date on by one week',
    html: `<label>Date <input id="it" type="date" value="2026-11-10" onchange="say('day', value)"></label>`,
    solve: oneByOne(click(pixel('#it', 0.9)), key('Down'), key('Return')),
    isDone: ({ last }) => last('day') === '2026-11-17',
  },
];
