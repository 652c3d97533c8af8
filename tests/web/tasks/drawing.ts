/** Canvas and SVG: nothing but pixels says what is where. */
import { click, drag, hover, named, oneByOne, pixel, press, release, type WebTask } from '../task.ts';

const CANVAS = `<canvas id="it" width="600" height="400" style="border:1px solid #888"></canvas>`;

/** Points of a circle around the middle of the canvas, shares of it. */
const circle = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count + 1 }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    return [0.5 + 0.2 * Math.cos(angle), 0.5 + 0.3 * Math.sin(angle)] as const;
  });

export const DRAWING: readonly WebTask[] = [
  {
    name: 'circles on a canvas',
    goal: 'Pop the balloons from left to right',
    html: `${CANVAS}<script>
      const places = [[90, 300], [230, 120], [400, 250], [540, 60]]; const draw = by('it').getContext('2d'); let next = 0;
      const paint = () => { draw.clearRect(0, 0, 600, 400); for (const [x, y] of places.slice(next)) { draw.fillStyle = '#c33';
        draw.beginPath(); draw.arc(x, y, 18, 0, 7); draw.fill() } }; paint();
      by('it').addEventListener('click', ({ offsetX, offsetY }) => { const [x, y] = places[next] ?? [0, 0];
        if (Math.hypot(offsetX - x, offsetY - y) > 18) return say('missed'); next += 1; say('popped', next); paint() })</script>`,
    solve: oneByOne(
      ...[
        [90, 300],
        [230, 120],
        [400, 250],
        [540, 60],
      ].map(([x = 0, y = 0]) => click(pixel('#it', (x + 1) / 602, (y + 1) / 402))),
    ),
    isDone: ({ last, all }) => last('popped') === '4' && all('missed').length === 0,
  },
  {
    name: 'circle drawn by hand',
    goal: 'Draw a circle with the mouse',
    html: `${CANVAS}<script>
      const draw = by('it').getContext('2d'); let points = null;
      by('it').addEventListener('pointerdown', ({ offsetX, offsetY }) => { points = [[offsetX, offsetY]]; draw.moveTo(offsetX, offsetY) });
      by('it').addEventListener('pointermove', ({ offsetX, offsetY }) => { if (!points) return; points.push([offsetX, offsetY]);
        draw.lineTo(offsetX, offsetY); draw.stroke() });
      by('it').addEventListener('pointerup', () => { const far = points.map(([x, y]) => Math.hypot((x - 300) / 120, (y - 200) / 120));
        const sides = new Set(points.map(([x, y]) => (x > 300) + 2 * (y > 200)));
        say('drawn', [points.length, Math.min(...far).toFixed(2), Math.max(...far).toFixed(2), sides.size].join()); points = null })</script>`,
    solve: oneByOne(
      ...circle(8).flatMap(([x, y], at) => (at === 0 ? [press(pixel('#it', x, y))] : [hover(pixel('#it', x, y))])),
      release(pixel('#it', 0.7, 0.5)),
    ),
    isDone: ({ last }) => {
      const [count = 0, nearest = 0, farthest = 0, sides = 0] = (last('drawn') ?? '').split(',').map(Number);
      return count >= 9 && nearest > 0.9 && farthest < 1.1 && sides === 4;
    },
  },
  {
    name: 'shape moved on a canvas',
    goal: 'Put the red square into the frame',
    html: `${CANVAS}<script>
      const draw = by('it').getContext('2d'); let at = [60, 60]; let grip = null;
      const paint = () => { draw.clearRect(0, 0, 600, 400); draw.strokeRect(430, 250, 100, 100); draw.fillStyle = '#c33'; draw.fillRect(at[0], at[1], 60, 60) }; paint();
      by('it').addEventListener('mousedown', ({ offsetX: x, offsetY: y }) => { if (x > at[0] && x < at[0] + 60 && y > at[1] && y < at[1] + 60) grip = [x - at[0], y - at[1]] });
      by('it').addEventListener('mousemove', ({ offsetX: x, offsetY: y }) => { if (grip) { at = [x - grip[0], y - grip[1]]; paint() } });
      addEventListener('mouseup', () => { if (grip) say('put', at.join()); grip = null })</script>`,
    solve: [[drag(pixel('#it', 90 / 600, 90 / 400), pixel('#it', 480 / 600, 300 / 400))]],
    isDone: ({ last }) => {
      const [x = 0, y = 0] = (last('put') ?? '').split(',').map(Number);
      return x > 430 && x < 470 && y > 250 && y < 290;
    },
  },
  {
    name: 'tiny target',
    goal: 'Click the red dot',
    html: `<div class="box" style="height:300px;position:relative" onclick="say('missed')"><div id="it" style="position:absolute;left:487px;top:171px;width:4px;height:4px;background:red" onclick="event.stopPropagation(); say('hit')"></div></div>`,
    solve: [[click(pixel('#it'))]],
    isDone: ({ last, all }) => last('hit') !== undefined && all('missed').length === 0,
  },
  {
    name: 'shape of a drawing',
    goal: 'Click the star',
    html: `<svg width="600" height="300" role="group">
      <circle id="sun" cx="100" cy="150" r="50" fill="#fc3" onclick="say('shape', 'sun')"><title>Sun</title></circle>
      <path id="star" d="M300 80 L320 140 L385 140 L332 178 L352 240 L300 202 L248 240 L268 178 L215 140 L280 140 Z" fill="#36c" onclick="say('shape', 'star')"><title>Star</title></path>
      <rect id="box" x="440" y="100" width="100" height="100" fill="#3a3" onclick="say('shape', 'box')"><title>Box</title></rect></svg>`,
    solve: [[click(pixel('#star'))]],
    isDone: ({ all }) => all('shape').join() === 'star',
  },
  {
    name: 'map with a tooltip',
    goal: 'Find the village Ems on the map and click it',
    html: `<svg id="map" width="600" height="300" style="background:#dfd">${['Aach', 'Bonn', 'Calw', 'Ems', 'Furth']
      .map(
        (name, at) =>
          `<circle id="${name}" cx="${80 + at * 110}" cy="${60 + ((at * 83) % 190)}" r="9" fill="#a52" onmouseenter="show('${name}')" onclick="say('village', '${name}')"></circle>`,
      )
      .join('')}</svg><p id="tip" class="box" style="visibility:hidden">.</p><script>
      const show = (name) => { by('tip').style.visibility = 'visible'; by('tip').textContent = name; say('shown', name) }</script>`,
    solve: oneByOne(hover('#Calw'), hover('#Ems'), click('#Ems')),
    isDone: ({ last, all }) => last('village') === 'Ems' && all('shown').includes('Calw'),
  },
  {
    name: 'part of a chart',
    goal: 'Choose April to September in the chart',
    html: `<svg id="it" width="600" height="200" style="background:#eef">${Array.from({ length: 12 }, (_, month) => `<rect x="${month * 50 + 5}" y="${150 - ((month * 37) % 120)}" width="40" height="${50 + ((month * 37) % 120)}" fill="#69c" pointer-events="none"/>`).join('')}
      <rect id="brush" y="0" height="200" width="0" fill="#f808" pointer-events="none"/></svg><script>
      let from = null; const svg = by('it');
      svg.addEventListener('pointerdown', (event) => { svg.setPointerCapture(event.pointerId); from = event.offsetX });
      svg.addEventListener('pointermove', ({ offsetX }) => { if (from === null) return; by('brush').setAttribute('x', Math.min(from, offsetX)); by('brush').setAttribute('width', Math.abs(offsetX - from)) });
      svg.addEventListener('pointerup', ({ offsetX }) => { say('months', Math.floor(from / 50) + 1 + '-' + (Math.floor(offsetX / 50) + 1)); from = null })</script>`,
    solve: [[drag(pixel('#it', 3.2 / 12), pixel('#it', 8.8 / 12))]],
    isDone: ({ last }) => last('months') === '4-9',
  },
  {
    name: 'icons with names in the list',
    goal: 'Turn the picture to the left',
    html: `${['Turn left', 'Turn right', 'Mirror']
      .map(
        (name) =>
          `<button id="${name.replaceAll(' ', '')}" onclick="say('icon', '${name}')"><svg width="24" height="24" aria-label="${name}" role="img"><circle cx="12" cy="12" r="9" fill="none" stroke="#333" stroke-width="3"/></svg></button>`,
      )
      .join('')}`,
    solve: [[click(named('#Turnleft', 'button', 'Turn left'))]],
    isDone: ({ all }) => all('icon').join() === 'Turn left',
  },
];
