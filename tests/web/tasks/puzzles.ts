/** Puzzles: shapes by colour and size, games, words to find, numbers to guess, layouts that change. */
import { small } from '../small-page.ts';
import { click, drag, hover, key, named, oneByOne, pixel, type, type WebTask, wait } from '../task.ts';

const submit = (value: string): string =>
  `<button id="go" onclick="say('sent', ${value.replaceAll('"', '&quot;')})">Check it</button>`;
const GO = named('#go', 'button', 'Check it');

const tick = (at: number) => click(named(`#c${at}`, 'check box', `word${at}`));

const SHAPES = [
  ['circle', 'red', 40, 50, 8],
  ['circle', 'blue', 110, 60, 18],
  ['circle', 'red', 190, 150, 20],
  ['rect', 'green', 60, 170, 14],
  ['circle', 'green', 230, 40, 12],
] as const;
const DRAWN = `<svg id="svg" width="280" height="240" style="border:1px solid #ccc">${SHAPES.map(([kind, color, x, y, half], at) => (kind === 'circle' ? `<circle id="s${at}" cx="${x}" cy="${y}" r="${half}" fill="${color}"/>` : `<rect id="s${at}" x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" fill="${color}"/>`)).join('')}</svg>`;

export const PUZZLES: readonly WebTask[] = [
  {
    name: 'shape by its colour and size',
    goal: 'Click the large red circle',
    html: small('Click on a large red circle', DRAWN, `by('svg').onclick = ({ target }) => say('shape', target.id)`),
    solve: oneByOne(click('#s2')),
    isDone: ({ all }) => all('shape').join() === 's2',
  },
  {
    name: 'shapes counted',
    goal: 'Say how many circles there are',
    html: small(
      'How many circles are there?',
      `${DRAWN}<div>${[2, 3, 4, 5].map((count) => `<button id="b${count}" onclick="say('count', ${count})">${count}</button>`).join('')}</div>`,
    ),
    solve: oneByOne(click(named('#b4', 'button', '4'))),
    isDone: ({ all }) => all('count').join() === '4',
  },
  {
    name: 'shape that moves, under the pointer',
    goal: 'Keep the pointer on the circle while it moves to three places',
    html: small(
      'Keep your mouse inside the circle as it moves around.',
      `<svg id="svg" width="280" height="240"><circle id="it" cx="50" cy="60" r="22" fill="#36c"/></svg>`,
      `const places = [[200, 60], [200, 190], [60, 180]]; let at = 0; by('it').onmouseenter = () => setTimeout(() => { say('in', at); const next = places[at]; at += 1; if (!next) return by('it').remove(); by('it').setAttribute('cx', next[0]); by('it').setAttribute('cy', next[1]) }, 400)`,
    ),
    async *solve(eye) {
      for (let at = 0; at < 4; at += 1) yield [hover('#it'), wait(0.7)];
      while (await eye.sees('#it')) yield [hover('#it'), wait(0.7)];
    },
    isDone: ({ all }) => all('in').join() === '0,1,2,3',
  },
  {
    name: 'shape that moves, named again right before the click',
    goal: 'Hover over the button and press it four times',
    html: small(
      'Press the button wherever it goes',
      `<div style="position:relative;height:240px"><button id="it" style="position:absolute;left:20px;top:20px">Catch</button></div>`,
      `const places = [[200, 40], [60, 160], [210, 200], [20, 20]]; let at = 0; by('it').onclick = () => { say('caught', at); const [x, y] = places[at % 4]; at += 1; by('it').style.left = x + 'px'; by('it').style.top = y + 'px' }`,
    ),
    solve: [
      [
        click(named('#it', 'button', 'Catch')),
        click(named('#it', 'button', 'Catch')),
        click(named('#it', 'button', 'Catch')),
        click(named('#it', 'button', 'Catch')),
      ],
    ],
    isDone: ({ all }) => all('caught').length === 4,
  },
  {
    name: 'colours repeated in order',
    goal: 'Repeat the colours as they light up',
    html: small(
      'Repeat the sequence',
      `<div id="board">${['red', 'green', 'blue', 'gold'].map((color) => `<div class="pad" id="${color}" style="display:inline-block;width:70px;height:70px;margin:4px;background:${color};opacity:.35"></div>`).join('')}</div><button id="start">Begin</button>`,
      `const order = ['blue', 'red', 'gold']; let got = []; by('start').onclick = () => order.forEach((color, at) => setTimeout(() => { by(color).style.opacity = 1; setTimeout(() => { by(color).style.opacity = .35; if (at === 2) say('shown') }, 350) }, 500 * (at + 1)));
       by('board').onclick = ({ target }) => { if (!target.classList.contains('pad')) return; target.style.opacity = 1; setTimeout(() => { target.style.opacity = .35 }, 150); got.push(target.id); say('got', got.join()) }`,
    ),
    solve: [
      [click(named('#start', 'button', 'Begin'))],
      [wait(3)],
      [click('#blue')],
      [click('#red')],
      [click('#gold')],
    ],
    isDone: ({ last }) => last('got') === 'blue,red,gold',
  },
  {
    name: 'noughts and crosses',
    goal: 'Win by the first row',
    html: small(
      'Playing as "X", win a game of tic-tac-toe.',
      `<div id="board" style="width:160px">${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => `<span class="field" id="f${at}" style="display:inline-block;width:44px;height:44px;border:1px solid #333;text-align:center;font-size:30px;vertical-align:top"></span>`).join('')}</div>`,
      `const answers = [4, 8, 3]; let moves = 0; for (const field of document.querySelectorAll('.field')) field.onclick = () => { if (field.textContent) return say('taken'); field.textContent = 'X'; if (['f0', 'f1', 'f2'].every((id) => by(id).textContent === 'X')) return say('won'); const answer = by('f' + answers[moves]); moves += 1; setTimeout(() => { answer.textContent = 'O' }, 250) }`,
    ),
    solve: oneByOne(click('#f0'), click('#f1'), click('#f2')),
    isDone: ({ all }) => all('won').length === 1 && all('taken').length === 0,
  },
  {
    name: 'number guessed',
    goal: 'Guess the number between 0 and 9',
    html: small(
      'Guess the number between 0-9 and press Submit. Use the feedback below to find the right number.',
      `<input type="number" id="it" min="0" max="9" aria-label="Guess"><button id="go">Check it</button><p id="said">Waiting for your guess</p>`,
      `by('go').onclick = () => { const guess = Number(by('it').value); say('guess', by('it').value); by('said').textContent = guess === 6 ? 'Right' : 'The number is ' + (guess < 6 ? 'higher' : 'lower') + ' than ' + guess }`,
    ),
    solve: [
      [click(named('#it', 'number field', 'Guess')), type('5'), click(GO)],
      [click(named('#it', 'number field', 'Guess'), { count: 3 }), type('7'), click(GO)],
      [click(named('#it', 'number field', 'Guess'), { count: 3 }), type('6'), click(GO)],
    ],
    isDone: ({ all }) => all('guess').join() === '5,7,6',
  },
  {
    name: 'word found in a paragraph',
    goal: 'Enter the fifth word of the paragraph',
    html: small(
      'Find the 5th word in the paragraph, type that into the textbox and press "Submit".',
      `<p id="text">Nunc mauris turpis egestas vulputate sed amet.</p><input id="it" aria-label="Word">${submit("by('it').value")}`,
    ),
    solve: [[click(named('#it', 'field', 'Word')), type('vulputate'), click(GO)]],
    isDone: ({ last }) => last('sent') === 'vulputate',
  },
  {
    name: 'numbers in rising order',
    goal: 'Click the numbers in rising order',
    html: small(
      'Click on the numbers in ascending order.',
      `<div id="board" style="position:relative;height:220px">${[
        [3, 30, 40],
        [1, 180, 20],
        [4, 90, 150],
        [2, 220, 170],
      ]
        .map(
          ([number, x, y]) =>
            `<div class="number" id="n${number}" style="position:absolute;left:${x}px;top:${y}px;width:22px;height:22px;border:1px solid #333;text-align:center;cursor:pointer">${number}</div>`,
        )
        .join('')}</div>`,
      `by('board').onclick = ({ target }) => { if (!target.id.startsWith('n')) return; say('number', target.textContent); target.style.visibility = 'hidden' }`,
    ),
    solve: [[click('#n1'), click('#n2'), click('#n3'), click('#n4')]],
    isDone: ({ all }) => all('number').join() === '1,2,3,4',
  },
  {
    name: 'list in a small window, scrolled by its bar',
    goal: 'Choose Zanzibar and Ziyara in the list and submit',
    html: small(
      'Select Zanzibar and Ziyara from the scroll list and click Submit.',
      `<select id="it" multiple size="5" style="width:140px" aria-label="Names">${['Anne', 'Bert', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gus', 'Hal', 'Zanzibar', 'Ziyara'].map((name) => `<option id="${name}">${name}</option>`).join('')}</select>${submit("[...by('it').selectedOptions].map((one) => one.value)")}`,
    ),
    solve: [
      [{ action: 'scroll', target: pixel('#it'), direction: 'down', amount: 10 }],
      [click(pixel('#it', 0.3, 0.7))],
      [click(pixel('#it', 0.3, 0.9), { modifiers: ['control'] })],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === 'Zanzibar,Ziyara',
  },
  {
    name: 'list with search, by first letters',
    goal: 'Choose Olga from the list and submit',
    html: small(
      'Select Olga from the list and click Submit.',
      `<select id="it" aria-label="Names">${Array.from({ length: 26 }, (_, at) => `<option>${String.fromCharCode(65 + at)}${['nna', 'olf', 'lga', 'ida'][at % 4] ?? ''}</option>`).join('')}</select>${submit("by('it').value")}`,
    ),
    solve: [[{ action: 'focus', element: named('#it', 'combo box', 'Names') }], [type('Olga')], [click(GO)]],
    isDone: ({ last }) => last('sent') === 'Olga',
  },
  {
    name: 'form in another layout',
    goal: 'Enter the year 1976 and the first name Bo for the film and search',
    html: small(
      'Search for action movies directed by Bo from year 1976.',
      `<table><tr><td>Réalisateur<td><input id="who"></tr><tr><td>Année<td><input id="year" size="4"></tr></table><div id="off" style="display:inline-block;background:#ddd;border-radius:4px;padding:4px;cursor:pointer">Rechercher</div>`,
      `by('off').onclick = () => say('sent', by('who').value + ',' + by('year').value)`,
    ),
    solve: [[click(pixel('#who')), type('Bo\t1976')], [click(named('#off', 'item', 'Rechercher'))]],
    isDone: ({ last }) => last('sent') === 'Bo,1976',
  },
  {
    name: 'tiny boxes in a grid',
    goal: 'Click the point (2, -1) of the grid',
    html: small(
      'Click on the grid coordinate (2,-1).',
      `<svg id="svg" width="200" height="200">${[-2, -1, 0, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => `<circle class="point" id="p${x}_${y}" cx="${100 + x * 38}" cy="${100 - y * 38}" r="5" fill="#999"/>`)).join('')}</svg>`,
      `by('svg').onclick = ({ target }) => say('point', target.id)`,
    ),
    solve: oneByOne(click('#p2_-1')),
    isDone: ({ all }) => all('point').join() === 'p2_-1',
  },
  {
    name: 'line drawn through two points',
    goal: 'Draw a line from the left point to the right one and submit',
    html: small(
      'Draw a line that bisects the angle evenly in two, then press submit.',
      `<svg id="svg" width="280" height="200" style="border:1px solid #ccc"><circle id="a" cx="40" cy="150" r="4"/><circle id="b" cx="220" cy="60" r="4"/></svg>${submit('line')}`,
      `let line = ''; let from = null; by('svg').onmousedown = ({ offsetX, offsetY }) => { from = [offsetX, offsetY] }; by('svg').onmouseup = ({ offsetX, offsetY }) => { line = [...from, offsetX, offsetY].join(); by('svg').insertAdjacentHTML('beforeend', '<line x1="' + from[0] + '" y1="' + from[1] + '" x2="' + offsetX + '" y2="' + offsetY + '" stroke="#000"/>') }`,
    ),
    solve: [[drag('#a', '#b')], [click(GO)]],
    isDone: ({ last }) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (last('sent') ?? '').split(',').map(Number);
      return Math.hypot(x1 - 40, y1 - 150) < 4 && Math.hypot(x2 - 220, y2 - 60) < 4;
    },
  },
  {
    name: 'text selected by dragging',
    goal: 'Mark all of the paragraph and submit',
    html: small(
      'Highlight the text in the paragraph below and click submit.',
      `<p id="text">Donec gravida.</p>${submit('String(getSelection()).trim()')}`,
    ),
    solve: [[drag(pixel('#text', 0.002), pixel('#text', 0.4))], [click(GO)]],
    isDone: ({ last }) => last('sent') === 'Donec gravida.',
  },
  {
    name: 'pie that opens under the pointer',
    goal: 'Open the pie menu and choose c',
    html: small(
      'Expand the pie menu below and click on the item labeled "c".',
      `<svg id="svg" width="260" height="240"><g id="rest" style="display:none">${['a', 'b', 'c', 'd'].map((name, at) => `<g class="part" id="${name}"><circle cx="${130 + 80 * Math.cos((at * Math.PI) / 2)}" cy="${120 + 80 * Math.sin((at * Math.PI) / 2)}" r="24" fill="#bbb"/><text x="${126 + 80 * Math.cos((at * Math.PI) / 2)}" y="${124 + 80 * Math.sin((at * Math.PI) / 2)}" font-size="14">${name}</text></g>`).join('')}</g><circle id="plus" cx="130" cy="120" r="20" fill="#666"/><text x="124" y="127" fill="#fff" font-size="20" pointer-events="none">+</text></svg>`,
      `by('plus').onclick = () => { by('rest').style.display = 'block' }; for (const part of document.querySelectorAll('.part')) part.onclick = () => say('part', part.id)`,
    ),
    solve: oneByOne(click('#plus'), click('#c')),
    isDone: ({ all }) => all('part').join() === 'c',
  },
  {
    name: 'steps that must be pressed in order',
    goal: 'Press ONE, then TWO, within the small window of time',
    html: small(
      'Click button ONE, then click button TWO.',
      `<button id="one" style="width:50px;height:50px">ONE</button><button id="two" style="width:50px;height:50px">TWO</button>`,
      `by('one').onclick = () => say('pressed', 'one'); by('two').onclick = () => say('pressed', 'two')`,
    ),
    solve: [[click(named('#one', 'button', 'ONE')), click(named('#two', 'button', 'TWO'))]],
    isDone: ({ all }) => all('pressed').join() === 'one,two',
  },
  {
    name: 'boxes in a long form ticked',
    goal: 'Tick six of twenty and submit',
    html: small(
      'Select the words and click Submit.',
      `${Array.from({ length: 20 }, (_, at) => `<label style="margin:0"><input type="checkbox" id="c${at}">word${at}</label>`).join('')}${submit("[...document.querySelectorAll('input:checked')].map((one) => one.id)")}`,
    ),
    solve: [[tick(2), tick(5), tick(7)], [tick(11), tick(13), tick(19)], [click(GO)]],
    isDone: ({ last }) => last('sent') === 'c2,c5,c7,c11,c13,c19',
  },
  {
    name: 'value told by a table',
    goal: 'Enter the year and the colour that the table says, in their fields',
    html: small(
      'Enter the value of <b>Year of Birth</b> and <b>Color</b> into the text fields.',
      `<table border="1"><tr><td>Color<td>teal<tr><td>Language<td>Dutch<tr><td>Year of Birth<td>1983</table><p>Year of Birth <input id="a"></p><p>Color <input id="b"></p>${submit("by('a').value + ',' + by('b').value")}`,
    ),
    solve: [[click(pixel('#a')), type('1983'), key('Tab'), type('teal')], [click(GO)]],
    isDone: ({ last }) => last('sent') === '1983,teal',
  },
];
