/** Without the mouse: keys alone, keys held, shortcuts of pages. */
import { click, key, oneByOne, pixel, type, type WebTask } from '../task.ts';

export const KEYBOARD: readonly WebTask[] = [
  {
    name: 'by keys alone',
    goal: 'Get to the fourth button with the keyboard and press it',
    html: `<p id="top">Buttons</p>${['One', 'Two', 'Three', 'Four'].map((name) => `<button id="${name}" onclick="say('pressed', id)">${name}</button>`).join('')}`,
    solve: oneByOne(click(pixel('#top', 0.9)), key('Tab', 4), key('space')),
    isDone: ({ all }) => all('pressed').join() === 'Four',
  },
  {
    name: 'game of arrows',
    goal: 'Walk to the flag: three to the right, two down',
    html: `<div id="it" tabindex="0" role="application" aria-label="Field" class="box" style="width:300px;height:200px;position:relative"><div id="man" style="position:absolute;width:40px;height:40px;background:#36c"></div><div style="position:absolute;left:180px;top:120px;width:40px;height:40px;background:#3a3;z-index:-1"></div></div><script>
      const at = [0, 0]; by('it').addEventListener('keydown', (event) => { const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]; if (!step) return; event.preventDefault();
        at[0] += step[0]; at[1] += step[1]; by('man').style.left = at[0] * 60 + 'px'; by('man').style.top = at[1] * 60 + 'px'; say('at', at.join()) })</script>`,
    solve: oneByOne(click(pixel('#it')), key('Right', 3), key('Down', 2)),
    isDone: ({ last }) => last('at') === '3,2',
  },
  {
    name: 'palette of commands',
    goal: 'Open the palette with Control K and choose Toggle ruler',
    html: `<p>Press Control K.</p><dialog id="box" aria-label="Commands"><input id="it" aria-label="Command"><ul id="list"></ul></dialog><script>
      const commands = ['Toggle grid', 'Toggle ruler', 'Zoom to fit']; const draw = () => { by('list').innerHTML = commands.filter((one) => one.toLowerCase().includes(by('it').value.toLowerCase())).map((one) => '<li>' + one + '</li>').join('') };
      addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'k') { event.preventDefault(); by('box').showModal(); draw() } });
      by('it').addEventListener('input', draw); by('it').addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); say('command', by('list').firstChild?.textContent); by('box').close() } })</script>`,
    solve: [[key('ctrl+k')], [type('ruler')], [key('Return')]],
    isDone: ({ last }) => last('command') === 'Toggle ruler',
    cards: 1,
  },
  {
    name: 'key held down',
    goal: 'Hold the space key until the bar is full',
    html: `<div id="it" tabindex="0" role="application" aria-label="Bar" class="box" style="width:400px"><div id="bar" style="height:30px;width:0;background:#3a3"></div></div><script>
      let since = null; by('it').addEventListener('keydown', (event) => { event.preventDefault(); if (event.key === ' ' && since === null) { since = performance.now(); grow() } });
      by('it').addEventListener('keyup', () => { since = null }); const grow = () => { if (since === null) return; const part = Math.min(1, (performance.now() - since) / 1500); by('bar').style.width = part * 100 + '%'; if (part === 1) { say('full'); since = null } else requestAnimationFrame(grow) }</script>`,
    solve: [[click(pixel('#it'))], [{ action: 'hold_key', keys: 'space', seconds: 3 }]],
    isDone: ({ last }) => last('full') !== undefined,
  },
  {
    name: 'game of letters',
    goal: 'Type the word planet in the game',
    html: `<p id="word" style="font:40px monospace">______</p><script>
      const word = 'planet'; let right = 0; addEventListener('keydown', ({ key }) => { if (key.length !== 1) return; if (key === word[right]) { right += 1; by('word').textContent = word.slice(0, right).padEnd(6, '_'); say('right', right) } else say('wrong', key) })</script>`,
    solve: [[type('planet')]],
    isDone: ({ last, all }) => last('right') === '6' && all('wrong').length === 0,
  },
  {
    name: 'list box by keys',
    goal: 'Choose the fourth entry with the arrow keys',
    html: `<ul id="it" role="listbox" tabindex="0" aria-label="Grapes" class="box">${['Merlot', 'Pinot', 'Syrah', 'Riesling', 'Malbec'].map((name, at) => `<li role="option" id="o${at}">${name}</li>`).join('')}</ul><script>
      let at = 0; const draw = () => { for (const one of by('it').children) one.style.background = one.id === 'o' + at ? '#adf' : ''; by('it').setAttribute('aria-activedescendant', 'o' + at); say('at', at) }; draw();
      by('it').addEventListener('keydown', (event) => { if (event.key === 'ArrowDown') at = Math.min(4, at + 1); else if (event.key === 'ArrowUp') at = Math.max(0, at - 1); else return; event.preventDefault(); draw() })</script>`,
    solve: oneByOne(click(pixel('#it', 0.5, 0.1)), key('Down', 3)),
    isDone: ({ last }) => last('at') === '3',
  },
];
