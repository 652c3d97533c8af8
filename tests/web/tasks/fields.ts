/** Fields of every kind, one at a time and as a form. */
import { click, type Decided, drag, key, named, oneByOne, pixel, type, type WebTask, waitUntil } from '../task.ts';

/** A field with a label, whose value is said at each change. */
const field = (label: string, attributes: string): string =>
  `<label>${label} <input id="it" ${attributes} oninput="say('value', value)" onchange="say('value', value)"></label>`;

/** A field of this kind that takes a text: click into it, type. */
const typed = (kind: string, label: string, text: string, value = text): WebTask => ({
  name: `${kind} field`,
  goal: `Write ${text} into the field ${label}`,
  html: field(label, `type="${kind}"`),
  solve: [[click(named('#it', 'field', label)), type(text)]],
  isDone: ({ last }) => last('value') === value,
});

/** Date and time fields are made of parts that take keys only; the first one is clicked into. */
const inParts = (kind: string, label: string, keys: string, value: string): WebTask => ({
  ...typed(kind, label, keys, value),
  solve: [[click(pixel('#it', 0.08)), type(keys)]],
});

const SPINNER = 0.93;

export const FIELDS: readonly WebTask[] = [
  typed('text', 'Full name', 'Ada Lovelace'),
  {
    ...typed('password', 'Secret word', 'tulip-Garden_7'),
    solve: [[click(named('#it', 'password field', 'Secret word')), type('tulip-Garden_7')]],
    // A password is asked about wherever it goes.
    cards: 1,
  },
  typed('email', 'Mail address', 'ada@example.org'),
  typed('url', 'Home page', 'https://example.org/ada?x=1&y=2'),
  typed('tel', 'Telephone', '+49 30 123456'),
  typed('number', 'How many', '42'),
  inParts('date', 'Day of birth', '12101815', '1815-12-10'),
  inParts('time', 'Begins at', '0315PM', '15:15'),
  inParts('datetime-local', 'Meeting', '11242026\t1030AM', '2026-11-24T10:30'),
  inParts('month', 'Month', 'December\t2026', '2026-12'),
  inParts('week', 'Week', '072026', '2026-W07'),
  {
    name: 'search field',
    goal: 'Look for lighthouse',
    html: `<form role="search" onsubmit="event.preventDefault(); say('search', by('it').value)">${field('Search', 'type="search"')}</form>`,
    solve: [[click(named('#it', 'field', 'Search')), type('lighthouse'), key('Return')]],
    isDone: ({ last }) => last('search') === 'lighthouse',
  },
  {
    name: 'number by its arrows',
    goal: 'Raise the number of guests to 5 with the arrow',
    html: field('Guests', 'type="number" value="2" style="width:120px;height:40px"'),
    solve: [[click(pixel('#it', 0.5))], ...oneByOne(...Array(3).fill(click(pixel('#it', SPINNER, 0.3))))],
    isDone: ({ last }) => last('value') === '5',
  },
  {
    name: 'range by dragging',
    goal: 'Set the volume to about 75',
    html: field('Volume', 'type="range" min="0" max="100" value="0" style="width:600px"'),
    solve: [[drag(pixel('#it', 0.012), pixel('#it', 0.745))]],
    isDone: ({ last }) => Math.abs(Number(last('value')) - 75) <= 1,
  },
  {
    name: 'range by keys',
    goal: 'Set the brightness to exactly 55',
    html: field('Brightness', 'type="range" min="0" max="100" value="50"'),
    solve: [[{ action: 'focus', element: named('#it', 'slider', 'Brightness') }], [key('Right', 5)]],
    isDone: ({ last }) => last('value') === '55',
  },
  {
    name: 'color field',
    goal: 'Choose the color #1e90ff',
    html: field('Color', 'type="color" value="#ffffff"'),
    // The chooser opens with the sign of the color's red part in focus.
    solve: [
      [click(pixel('#it'))],
      [key('Tab', 3)],
      [type('30'), key('Tab'), type('144')],
      [key('Tab'), type('255'), key('Return')],
    ],
    isDone: ({ last }) => last('value') === '#1e90ff',
  },
  {
    name: 'check boxes',
    goal: 'Tick Cheese and Onions only',
    html: ['Cheese', 'Ham', 'Onions', 'Olives']
      .map((name) => `<label><input type="checkbox" id="${name}" onchange="say('${name}', checked)"> ${name}</label>`)
      .join(''),
    solve: [[click(named('#Cheese', 'check box', 'Cheese')), click(named('#Onions', 'check box', 'Onions'))]],
    isDone: ({ last, said }) => last('Cheese') === 'true' && last('Onions') === 'true' && said.length === 2,
  },
  {
    name: 'radio buttons',
    goal: 'Choose the window seat',
    html: ['Aisle', 'Middle', 'Window']
      .map(
        (name) =>
          `<label><input type="radio" name="seat" id="${name}" onchange="say('seat', '${name}')"> ${name}</label>`,
      )
      .join(''),
    solve: [[click(named('#Window', 'radio button', 'Window'))]],
    isDone: ({ last }) => last('seat') === 'Window',
  },
  {
    name: 'select by the mouse',
    goal: 'Choose the size Large',
    html: `<label>Size <select id="it" onchange="say('value', value)"><option>Small<option>Medium<option>Large<option>Huge</select></label>`,
    solve: [[click(pixel('#it'))], [click({ at: '#it', role: 'menu item', name: 'Large', dy: 3.4 })]],
    isDone: ({ last }) => last('value') === 'Large',
  },
  {
    name: 'select by keys',
    goal: 'Choose Norway',
    html: `<label>Country <select id="it" onchange="say('value', value)">${[
      'Denmark',
      'Finland',
      'Iceland',
      'Norway',
      'Sweden',
    ]
      .map((name) => `<option>${name}`)
      .join('')}</select></label>`,
    solve: [[click(pixel('#it'))], [key('n')], [key('Return')]],
    isDone: ({ last }) => last('value') === 'Norway',
  },
  {
    name: 'several of a list',
    goal: 'Choose Monday, Wednesday and Friday',
    html: `<label>Days <select id="it" multiple size="7" onchange="say('value', [...selectedOptions].map((one) => one.value).join())">${[
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]
      .map((day) => `<option id="${day}">${day}`)
      .join('')}</select></label>`,
    solve: oneByOne(
      click(pixel('#Mon')),
      click(pixel('#Wed'), { modifiers: ['control'] }),
      click(pixel('#Fri'), { modifiers: ['control'] }),
    ),
    isDone: ({ last }) => last('value') === 'Mon,Wed,Fri',
  },
  {
    name: 'text area',
    goal: 'Write a note of two lines',
    html: `<label>Note <textarea id="it" rows="6" cols="60" oninput="say('value', value)"></textarea></label>`,
    solve: [
      [click(named('#it', 'text area', 'Note')), type('Dear Ada,\nthe engine “works”: 100 % — naïve, œuvre, ½.')],
    ],
    isDone: ({ last }) => last('value') === 'Dear Ada,\nthe engine “works”: 100 % — naïve, œuvre, ½.',
  },
  {
    name: 'editable text',
    goal: 'Write Chapter one into the draft',
    html: `<div id="it" contenteditable role="textbox" aria-label="Draft" class="box" style="height:120px" oninput="say('value', innerText.trim())"></div>`,
    solve: [[click(named('#it', 'text area', 'Draft')), type('Chapter one')]],
    isDone: ({ last }) => last('value') === 'Chapter one',
  },
  {
    name: 'a word replaced',
    goal: 'Make the quick brown fox a quick red fox',
    html: `<input id="it" aria-label="Sentence" value="the quick brown fox" style="font:20px monospace;width:400px" oninput="say('value', value)">`,
    solve: [[click(pixel('#it', 0.37), { count: 2 }), type('red ')]],
    isDone: ({ last }) => /^the quick red ? ?fox$/.test(last('value') ?? ''),
  },
  {
    name: 'a line replaced',
    goal: 'Change the title to Second draft',
    html: `<input id="it" aria-label="Title" value="First draft" oninput="say('value', value)">`,
    solve: [[click(named('#it', 'field', 'Title'), { count: 3 }), type('Second draft')]],
    isDone: ({ last }) => last('value') === 'Second draft',
  },
  {
    name: 'copied over',
    goal: 'Copy the upper field into the lower one',
    html: `<label>From <input id="from" value="violet-2718"></label><label>To <input id="to" oninput="say('value', value)"></label>`,
    solve: [
      [click(named('#from', 'field', 'From')), key('ctrl+a'), key('ctrl+c')],
      [click(named('#to', 'field', 'To')), key('ctrl+v')],
    ],
    isDone: ({ last }) => last('value') === 'violet-2718',
  },
  {
    name: 'choice offered by the browser',
    goal: 'Choose Budapest',
    html: `${field('City', 'list="cities"')}<datalist id="cities"><option>Berlin<option>Brno<option>Budapest</datalist>`,
    solve: [
      [click(named('#it', 'field', 'City')), type('Bud')],
      [key('Down'), key('Return')],
    ],
    isDone: ({ last }) => last('value') === 'Budapest',
  },
  {
    name: 'choice offered by the page',
    goal: 'Fly to Lisbon',
    html: `<label>Fly to <input id="it" autocomplete="off"></label><ul id="list" class="box" hidden></ul><script>
      const cities = ['Lima', 'Lisbon', 'Liverpool', 'Ljubljana', 'London'];
      by('it').addEventListener('input', () => setTimeout(() => { by('list').hidden = false;
        by('list').innerHTML = cities.filter((city) => city.toLowerCase().startsWith(by('it').value.toLowerCase()))
          .map((city) => '<li role="option" id="' + city + '">' + city + '</li>').join('') }, 400));
      by('list').addEventListener('mousedown', ({ target }) => { say('city', target.textContent); by('list').hidden = true })</script>`,
    solve: [[click(named('#it', 'field', 'Fly to')), type('Li')], [waitUntil('Lisbon', 10)], [click(pixel('#Lisbon'))]],
    isDone: ({ last }) => last('city') === 'Lisbon',
  },
  {
    name: 'whole form',
    goal: 'Sign up Grace Hopper, grace@example.org, 0170 555, born 9 December 1906',
    html: `<form onsubmit="event.preventDefault(); say('form', JSON.stringify(Object.fromEntries(new FormData(this))))">
      <label>First name <input name="first" id="first"></label><label>Last name <input name="last"></label><label>Mail <input name="mail"></label>
      <label>Mobile <input name="mobile"></label><label>Born <input type="date" name="born"></label><button id="go">Next page</button></form>`,
    solve: [
      [click(named('#first', 'field', 'First name')), type('Grace\tHopper\tgrace@example.org\t0170 555\t')],
      [type('12091906'), click(named('#go', 'button', 'Next page'))],
    ],
    isDone: ({ last }) =>
      last('form') ===
      '{"first":"Grace","last":"Hopper","mail":"grace@example.org","mobile":"0170 555","born":"1906-12-09"}',
  },
  {
    name: 'form field by field',
    goal: 'Send the parcel to Grace Hopper, Navy Road 9, Arlington, 22201, Virginia',
    html: `<form onsubmit="event.preventDefault(); say('form', [...new FormData(this).values()].join('|'))">
      ${['First name', 'Last name', 'Street', 'City', 'Code', 'State'].map((label, at) => `<p><label>${label} <input name="f${at}" id="f${at}"></label>`).join('')}
      <p><button id="go">Next page</button></form>`,
    solve: [
      ...[
        [named('#f0', 'field', 'First name'), 'Grace', named('#f1', 'field', 'Last name'), 'Hopper'] as const,
        [named('#f2', 'field', 'Street'), 'Navy Road 9', named('#f3', 'field', 'City'), 'Arlington'] as const,
        [named('#f4', 'field', 'Code'), '22201', named('#f5', 'field', 'State'), 'Virginia'] as const,
      ].map(([one, text, other, more]): Decided => [click(one), type(text), click(other), type(more)]),
      [click(named('#go', 'button', 'Next page'))],
    ],
    isDone: ({ last }) => last('form') === 'Grace|Hopper|Navy Road 9|Arlington|22201|Virginia',
  },
  {
    name: 'one digit a box',
    goal: 'Enter the code 314159',
    html: `<p>Code</p>${[0, 1, 2, 3, 4, 5].map((at) => `<input class="digit" id="d${at}" aria-label="Digit ${at + 1}" maxlength="1" size="1">`).join('')}<script>
      const digits = [...document.querySelectorAll('.digit')];
      for (const [at, digit] of digits.entries()) digit.addEventListener('keydown', (event) => {
        if (!/^[0-9]$/.test(event.key)) return; event.preventDefault(); digit.value = event.key; digits[at + 1]?.focus();
        say('code', digits.map((one) => one.value).join('')) });
      for (const digit of digits) digit.addEventListener('paste', (event) => event.preventDefault())</script>`,
    solve: [[click(named('#d0', 'field', 'Digit 1')), type('314159')]],
    isDone: ({ last }) => last('code') === '314159',
  },
  {
    name: 'field with a mask',
    goal: 'Enter the telephone number 5551234567',
    html: `<label>Telephone <input id="it" placeholder="(___) ___-____"></label><script>
      let digits = ''; by('it').addEventListener('beforeinput', (event) => { event.preventDefault();
        if (event.inputType !== 'insertText' || !/^[0-9]$/.test(event.data)) return; digits = (digits + event.data).slice(0, 10);
        by('it').value = '(' + digits.slice(0, 3) + ') ' + digits.slice(3, 6) + '-' + digits.slice(6); say('value', by('it').value) })</script>`,
    solve: [[click(pixel('#it')), type('5551234567')]],
    isDone: ({ last }) => last('value') === '(555) 123-4567',
  },
  {
    name: 'tags',
    goal: 'Add the tags red, green and blue',
    html: `<label>Tags <input id="it" onkeydown="if (event.key === 'Enter') { say('tag', value); by('tags').append(value + ' '); value = '' }"></label><p id="tags"></p>`,
    solve: [
      [click(named('#it', 'field', 'Tags')), type('red'), key('Return')],
      [type('green'), key('Return'), type('blue'), key('Return')],
    ],
    isDone: ({ all }) => all('tag').join() === 'red,green,blue',
  },
  {
    name: 'every alphabet',
    goal: 'Write the greeting in six alphabets',
    html: `<label>Greeting <input id="it" size="60" oninput="say('value', value)"></label>`,
    solve: [[click(named('#it', 'field', 'Greeting')), type('Grüß Gott Привет γειά σου 你好 こんにちは 안녕 🙂👍🏽')]],
    isDone: ({ last }) => last('value') === 'Grüß Gott Привет γειά σου 你好 こんにちは 안녕 🙂👍🏽',
  },
];
