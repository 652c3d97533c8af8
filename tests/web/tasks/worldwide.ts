/** Pages from right to left, and pages larger and smaller than usual. */
import { click, drag, named, oneByOne, pixel, scroll, type, type WebTask, type Zoom } from '../task.ts';
import { DATES } from './dates.ts';
import { DRAGGING } from './dragging.ts';
import { DRAWING } from './drawing.ts';
import { LAYERS } from './layers.ts';

/** One of these tasks on a page of another size. */
function zoomed(tasks: readonly WebTask[], name: string, zoom: Zoom): WebTask {
  const task = tasks.find((one) => one.name === name);
  if (task === undefined) throw new Error(`there is no task called ${name}`);
  return { ...task, name: `${name}, at ${zoom} %`, zoom };
}

export const WORLDWIDE: readonly WebTask[] = [
  {
    name: 'form from right to left',
    goal: 'Write the name שרה into the field and go on',
    direction: 'rtl',
    html: `<label>שם <input id="it"></label><button id="on" onclick="say('name', by('it').value)">הבא</button>`,
    solve: [[click(named('#it', 'field', 'שם')), type('שרה לוי')], [click(named('#on', 'button', 'הבא'))]],
    isDone: ({ last }) => last('name') === 'שרה לוי',
  },
  {
    name: 'slider from right to left',
    goal: 'Set the size to 80',
    direction: 'rtl',
    html: `<label>الحجم <input id="it" type="range" min="0" max="100" value="10" style="width:600px" onchange="say('size', value)"></label>`,
    solve: [[drag(pixel('#it', 0.898), pixel('#it', 0.205))]],
    isDone: ({ last }) => Math.abs(Number(last('size')) - 80) <= 1,
  },
  {
    name: 'menu from right to left',
    goal: 'Choose the third entry',
    direction: 'rtl',
    html: `<button id="menu" onclick="by('list').hidden = false">قائمة</button><ul id="list" hidden>${['واحد', 'اثنان', 'ثلاثة'].map((name, at) => `<li><button id="e${at}" onclick="say('entry', '${at}')">${name}</button></li>`).join('')}</ul>`,
    solve: oneByOne(click(named('#menu', 'button', 'قائمة')), click(named('#e2', 'button', 'ثلاثة'))),
    isDone: ({ all }) => all('entry').join() === '2',
  },
  zoomed(LAYERS, 'dialog of the page', 67),
  zoomed(DATES, 'day in a calendar', 80),
  zoomed(DRAGGING, 'card to another column', 125),
  zoomed(DRAWING, 'circles on a canvas', 150),
  {
    name: 'small print, at 200 %',
    goal: 'Tick that the small print was read',
    zoom: 200,
    html: `${'<p>Small print that goes on for long.</p>'.repeat(20)}<label><input type="checkbox" id="it" onchange="say('read', checked)"> Seen it</label>`,
    async *solve(eye) {
      while (!(await eye.sees('#it'))) yield [scroll('body', 'down', 20)];
      yield [click(named('#it', 'check box', 'Seen it'))];
    },
    isDone: ({ last }) => last('read') === 'true',
  },
  zoomed(DRAGGING, 'list sorted by dragging', 110),
];
