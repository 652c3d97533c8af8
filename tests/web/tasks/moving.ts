/** What comes late, moves, or is pushed aside; and the other buttons of the mouse. */
import { click, named, oneByOne, pixel, type, type WebTask, wait, waitUntil } from '../task.ts';

export const MOVING: readonly WebTask[] = [
  {
    name: 'button that comes late',
    goal: 'Start, wait for the result and open it',
    html: `<button id="start" onclick="by('state').textContent = 'Working'; setTimeout(() => { by('state').innerHTML = '<button id=&quot;open&quot; onclick=&quot;say(\\'opened\\')&quot;>Show result</button>' }, 3500)">Begin</button><p id="state"></p>`,
    solve: oneByOne(
      click(named('#start', 'button', 'Begin')),
      waitUntil('Show result'),
      click(named('#open', 'button', 'Show result')),
    ),
    isDone: ({ last }) => last('opened') !== undefined,
  },
  {
    name: 'veil while it loads',
    goal: 'Show the list and take the second entry',
    html: `<button id="start">List</button><div id="list"></div><div id="veil" style="display:none;position:fixed;inset:0;background:#fff9;z-index:2;cursor:wait"><p style="margin:200px">Please wait <progress></progress></p></div><script>
      by('start').onclick = () => { by('veil').style.display = 'block'; setTimeout(() => { by('veil').style.display = 'none'; by('list').innerHTML = ['Ash', 'Birch', 'Cedar'].map((name) => '<button id="' + name + '">' + name + '</button>').join('') }, 2500) };
      by('list').onclick = ({ target }) => say('tree', target.id)</script>`,
    solve: oneByOne(
      click(named('#start', 'button', 'List')),
      waitUntil('Birch'),
      click(named('#Birch', 'button', 'Birch')),
    ),
    isDone: ({ all }) => all('tree').join() === 'Birch',
  },
  {
    name: 'pushed down by what loads above',
    goal: 'Press Left, not Right',
    html: `<div id="above"></div><button id="left" style="display:block;height:50px" onclick="say('pressed', 'left')">Left</button><button id="right" style="display:block;height:50px" onclick="say('pressed', 'right')">Right</button><script>
      let high = 0; const push = setInterval(() => { if (high >= 174) return clearInterval(push); high += 58; by('above').style.height = high + 'px' }, 1700)</script>`,
    solve: oneByOne(click(named('#left', 'button', 'Left'))),
    isDone: ({ all }) => all('pressed').join() === 'left',
  },
  {
    name: 'target that wanders',
    goal: 'Catch the ball',
    html: `<button id="it" style="position:absolute;left:100px;top:200px;width:120px;height:70px;transition:left .2s" onclick="say('caught')">Ball</button><script>
      let at = 0; setInterval(() => { at = (at + 1) % 6; by('it').style.left = 100 + at * 130 + 'px' }, 2600)</script>`,
    solve: oneByOne(click(named('#it', 'button', 'Ball'))),
    isDone: ({ all }) => all('caught').length === 1,
  },
  {
    name: 'discs that drift',
    goal: 'Click the red, the blue and the green disc, in this order',
    html: `<canvas id="sea" width="900" height="400" style="border:1px solid #999"></canvas>${['red', 'blue', 'green'].map((id) => `<i id="${id}" style="position:absolute;width:50px;height:50px;pointer-events:none"></i>`).join('')}<script>
      const sea = by('sea'), draw = sea.getContext('2d'), discs = [['red', '#d01818', 70], ['blue', '#1838d0', 190], ['green', '#18902c', 310]]; let at = 0;
      const x = () => 60 + at * 80;
      const paint = () => { draw.clearRect(0, 0, 900, 400); for (const [id, colour, y] of discs) { draw.fillStyle = colour; draw.beginPath(); draw.arc(x(), y, 25, 0, 7); draw.fill(); const box = sea.getBoundingClientRect(); by(id).style.left = box.left + scrollX + x() - 25 + 'px'; by(id).style.top = box.top + scrollY + y - 25 + 'px' } };
      paint(); let drift; var hit = [];
      sea.onclick = ({ offsetX, offsetY }) => { drift ??= setInterval(() => { at = (at + 1) % 10; paint() }, 1900); for (const [id, , y] of discs) if (Math.hypot(offsetX - x(), offsetY - y) < 25) { hit.push(id); say('disc', id) } }</script>`,
    // They move on between two of its clicks.
    async *solve(eye) {
      for (;;) {
        const hit = (await eye.read('hit.join()')).split(',');
        const [first, ...others] = ['red', 'blue', 'green']
          .filter((id) => !hit.includes(id))
          .map((id) => click(pixel(`#${id}`)));
        if (first === undefined) return;
        yield [first, ...others];
      }
    },
    isDone: ({ all }) => all('disc').join() === 'red,blue,green',
  },
  {
    name: 'text that rolls by',
    goal: 'Open the news about the bridge',
    html: `<div class="box" style="overflow:hidden;width:860px;height:40px;position:relative"><div id="roll" style="position:absolute;white-space:nowrap">${['Harvest', 'Bridge', 'Museum', 'Storm'].map((name) => `<a href="#${name}" id="${name}" style="margin:40px" onclick="say('news', '${name}')">${name}</a>`).join('')}</div></div><script>
      let x = 0; setInterval(() => { x = (x + 1) % 300; by('roll').style.left = x + 'px' }, 60)</script>`,
    solve: oneByOne(click(named('#Bridge', 'link', 'Bridge'))),
    isDone: ({ all }) => all('news').join() === 'Bridge',
  },
  {
    name: 'film beside the form',
    goal: 'Write Verdi into the field beside the film',
    html: `<canvas id="film" width="480" height="270"></canvas><label>Composer <input id="it" oninput="say('value', value)"></label><script>
      const draw = by('film').getContext('2d'); let turn = 0; setInterval(() => { turn += 1; for (let x = 0; x < 24; x += 1) for (let y = 0; y < 14; y += 1) { draw.fillStyle = 'hsl(' + (turn * 7 + x * 31 + y * 17) % 360 + ' 60% 50%)'; draw.fillRect(x * 20, y * 20, 20, 20) } }, 40)</script>`,
    solve: [[click(named('#it', 'field', 'Composer')), type('Verdi')]],
    isDone: ({ last }) => last('value') === 'Verdi',
  },
  {
    name: 'price that ticks',
    goal: 'Note the word silver and go on',
    html: `<p id="price">Gold 2000</p><label>Metal <input id="it"></label><button id="on" onclick="say('metal', by('it').value)">Next page</button><script>
      let price = 2000; setInterval(() => { price += 3; by('price').textContent = 'Gold ' + price }, 700)</script>`,
    solve: [[click(named('#it', 'field', 'Metal')), type('silver')], [click(named('#on', 'button', 'Next page'))]],
    isDone: ({ last }) => last('metal') === 'silver',
  },
  {
    name: 'double click',
    goal: 'Change the amount in the table to 17',
    html: `<table class="box"><tr><td>Pears<td id="cell" style="width:120px;border:1px solid #999;height:30px">12</table><script>
      by('cell').ondblclick = () => { by('cell').innerHTML = '<input id="edit" size="4" value="12">'; by('edit').select(); by('edit').focus(); by('edit').onblur = () => { say('amount', by('edit').value); by('cell').textContent = by('edit').value } }</script>`,
    solve: [[click(pixel('#cell'), { count: 2 })], [type('17'), click(pixel('main', 0.8, 0.95))]],
    isDone: ({ last }) => last('amount') === '17',
  },
  {
    name: 'middle click',
    goal: 'Close the second tab of the page with the middle button',
    html: ['Red', 'Green', 'Blue']
      .map(
        (name) =>
          `<span class="box" id="${name}" style="display:inline-block" onauxclick="if (event.button === 1) { say('closed', id); remove() }">${name}</span>`,
      )
      .join(''),
    solve: oneByOne(click('#Green', { button: 'middle' })),
    isDone: ({ all }) => all('closed').join() === 'Green',
  },
  {
    name: 'counts down before it starts',
    goal: 'Wait until the start and press',
    html: `<p id="left">3</p><button id="it" disabled onclick="say('pressed')">Launch test</button><script>
      let left = 3; const timer = setInterval(() => { left -= 1; by('left').textContent = left; if (left === 0) { clearInterval(timer); by('it').disabled = false; by('left').textContent = 'Now' } }, 1000)</script>`,
    solve: [[wait(4)], [click(named('#it', 'button', 'Launch test'))]],
    isDone: ({ last }) => last('pressed') !== undefined,
  },
];
