/** Drag and drop: by HTML5's own events, and by the pointer. */
import { click, drag, hover, oneByOne, pixel, press, release, type WebTask, wait } from '../task.ts';

const rows = (names: readonly string[], more: string): string =>
  names.map((name) => `<li id="${name}" class="box" style="width:300px" ${more}>${name}</li>`).join('');

export const DRAGGING: readonly WebTask[] = [
  {
    name: 'list sorted by dragging',
    goal: 'Put Bread first',
    html: `<ul id="list">${rows(['Milk', 'Eggs', 'Bread'], 'draggable="true"')}</ul><script>
      let moved = null; const list = by('list');
      list.addEventListener('dragstart', (event) => { moved = event.target; event.dataTransfer.effectAllowed = 'move'; event.dataTransfer.setData('text/plain', moved.id) });
      list.addEventListener('dragover', (event) => { event.preventDefault(); const over = event.target.closest('li');
        if (over && over !== moved) { const { top, height } = over.getBoundingClientRect(); list.insertBefore(moved, event.clientY < top + height / 2 ? over : over.nextSibling) } });
      list.addEventListener('drop', (event) => { event.preventDefault(); say('order', [...list.children].map(({ id }) => id).join()) })</script>`,
    solve: [[drag('#Bread', pixel('#Milk', 0.5, 0.2))]],
    isDone: ({ last }) => last('order') === 'Bread,Milk,Eggs',
  },
  {
    name: 'card to another column',
    goal: 'Move the card Paint the fence to Doing',
    html: `<div style="display:flex;gap:16px">${['Todo', 'Doing', 'Finished']
      .map(
        (name) => `<section id="${name}" class="box column" style="width:240px;height:360px"><b>${name}</b></section>`,
      )
      .join('')}</div><script>
      for (const name of ['Paint the fence', 'Mow the lawn', 'Wash the car']) { const card = document.createElement('div'); card.className = 'box card';
        card.draggable = true; card.textContent = name; card.id = name.split(' ')[0]; by('Todo').append(card) }
      for (const column of document.querySelectorAll('.column')) {
        column.addEventListener('dragover', (event) => { event.preventDefault(); column.style.background = '#eef' });
        column.addEventListener('dragleave', () => { column.style.background = '' });
        column.addEventListener('drop', (event) => { event.preventDefault(); column.style.background = '';
          const card = by(event.dataTransfer.getData('text/plain')); column.append(card); say('moved', card.id + '>' + column.id) }) }
      addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', event.target.id))</script>`,
    solve: [[drag('#Paint', '#Doing')]],
    isDone: ({ all }) => all('moved').join() === 'Paint>Doing',
  },
  {
    name: 'card dragged step by step',
    goal: 'Put the letter into the green tray',
    html: `<div style="display:flex;gap:80px"><div id="letter" class="box" draggable="true" style="width:160px" ondragstart="event.dataTransfer.setData('text/plain', id)">Letter</div>
      ${['red', 'green'].map((name) => `<div id="${name}" class="box" style="width:200px;height:200px;background:${name === 'red' ? '#fcc' : '#cfc'}" ondragover="event.preventDefault()" ondrop="event.preventDefault(); say('tray', id)"></div>`).join('')}</div>`,
    solve: [[press('#letter'), hover('#red'), hover('#green'), release('#green')]],
    isDone: ({ all }) => all('tray').join() === 'green',
  },
  {
    name: 'several dropped one after the other',
    goal: 'Put the even numbers into the basket',
    html: `<div style="display:flex;gap:24px"><ul>${rows(['n1', 'n2', 'n3', 'n4'], 'draggable="true" ondragstart="event.dataTransfer.setData(\'text/plain\', id)"')}</ul>
      <div id="basket" class="box" style="width:300px;height:240px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); say('in', event.dataTransfer.getData('text/plain')); by(event.dataTransfer.getData('text/plain')).style.visibility = 'hidden'">Basket</div></div>`,
    solve: [[drag('#n2', '#basket')], [drag('#n4', '#basket')]],
    isDone: ({ all }) => all('in').join() === 'n2,n4',
  },
  {
    name: 'box moved by the pointer',
    goal: 'Move the blue box onto the target',
    html: `<div class="box" style="height:420px;position:relative"><div id="goal" style="position:absolute;left:560px;top:260px;width:120px;height:120px;border:3px dashed #333"></div>
      <div id="it" style="position:absolute;left:40px;top:40px;width:90px;height:90px;background:#36c;touch-action:none"></div></div><script>
      const it = by('it'); let grip = null;
      it.addEventListener('pointerdown', (event) => { it.setPointerCapture(event.pointerId); grip = [event.clientX - it.offsetLeft, event.clientY - it.offsetTop] });
      it.addEventListener('pointermove', (event) => { if (!grip) return; it.style.left = event.clientX - grip[0] + 'px'; it.style.top = event.clientY - grip[1] + 'px' });
      it.addEventListener('pointerup', () => { grip = null; say('at', it.offsetLeft + ',' + it.offsetTop) })</script>`,
    solve: [[drag('#it', '#goal')]],
    isDone: ({ last }) => {
      const [x = 0, y = 0] = (last('at') ?? '').split(',').map(Number);
      return x >= 560 && x <= 595 && y >= 260 && y <= 295;
    },
  },
  {
    name: 'slider of the page',
    goal: 'Set the price to 300 to 700',
    html: `<div id="track" style="position:relative;width:700px;height:12px;background:#ccc;margin:60px 20px"></div><p id="price"></p><script>
      const values = [0, 1000]; const thumbs = values.map((value, at) => { const thumb = document.createElement('div'); thumb.id = 'thumb' + at;
        thumb.style = 'position:absolute;top:-10px;width:32px;height:32px;border-radius:50%;background:#36c;touch-action:none'; by('track').append(thumb);
        thumb.addEventListener('pointerdown', (event) => thumb.setPointerCapture(event.pointerId));
        thumb.addEventListener('pointermove', (event) => { if (event.buttons !== 1) return; const { left, width } = by('track').getBoundingClientRect();
          values[at] = Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * 100) * 10; paint(); say('price', values.join('-')) }); return thumb });
      const paint = () => { for (const [at, thumb] of thumbs.entries()) thumb.style.left = values[at] * 0.7 - 16 + 'px'; by('price').textContent = values.join(' – ') }; paint()</script>`,
    solve: [[drag('#thumb0', pixel('#track', 0.3))], [drag('#thumb1', pixel('#track', 0.7))]],
    isDone: ({ last }) => last('price') === '300-700',
  },
  {
    name: 'panel made wider',
    goal: 'Make the left panel about twice as wide',
    html: `<div style="display:flex;height:300px"><div id="left" class="box" style="width:200px">Left</div><div id="grip" style="width:6px;background:#888;cursor:col-resize"></div><div class="box" style="flex:1">Right</div></div><script>
      let isOn = false; by('grip').addEventListener('mousedown', (event) => { isOn = true; event.preventDefault() });
      addEventListener('mousemove', ({ clientX }) => { if (isOn) by('left').style.width = clientX - 24 - 26 + 'px' });
      addEventListener('mouseup', () => { if (isOn) say('width', by('left').offsetWidth); isOn = false })</script>`,
    solve: [[drag('#grip', pixel('#left', 2))]],
    isDone: ({ last }) => Math.abs(Number(last('width')) - 440) < 60,
  },
  {
    name: 'pressed for long',
    goal: 'Press and hold the button until it opens',
    html: `<button id="it" style="width:200px;height:80px">Hold</button><script>
      let timer = 0; by('it').addEventListener('pointerdown', () => { say('pressed'); timer = setTimeout(() => { by('it').textContent = 'Opened'; say('opened') }, 1500) });
      by('it').addEventListener('pointerup', () => clearTimeout(timer))</script>`,
    solve: [[press('#it')], [wait(2)], [release('#it')]],
    isDone: ({ last, all }) => last('opened') !== undefined && all('pressed').length === 1,
  },
  {
    name: 'dragged step by step',
    goal: 'Drag the key through the gate to the lock',
    html: `<div class="box" style="height:320px;position:relative"><div id="gate" style="position:absolute;left:330px;top:20px;width:60px;height:60px;background:#fd8"></div>
      <div id="lock" style="position:absolute;left:640px;top:220px;width:80px;height:80px;background:#ccc"></div>
      <div id="it" style="position:absolute;left:40px;top:220px;width:50px;height:50px;background:#c63"></div></div><script>
      let isOn = false, wasThrough = false; by('it').addEventListener('mousedown', (event) => { isOn = true; event.preventDefault() });
      addEventListener('mousemove', ({ clientX, clientY }) => { if (!isOn) return; const it = by('it'); const frame = it.parentNode.getBoundingClientRect();
        it.style.left = clientX - frame.x - 25 + 'px'; it.style.top = clientY - frame.y - 25 + 'px';
        const gate = by('gate').getBoundingClientRect(); if (clientX > gate.left && clientX < gate.right && clientY > gate.top && clientY < gate.bottom) wasThrough = true });
      addEventListener('mouseup', ({ clientX, clientY }) => { if (!isOn) return; isOn = false; const lock = by('lock').getBoundingClientRect();
        say('dropped', wasThrough + ',' + (clientX > lock.left && clientX < lock.right && clientY > lock.top && clientY < lock.bottom)) })</script>`,
    solve: [[press('#it')], [hover('#gate')], [hover('#lock')], [release('#lock')]],
    isDone: ({ all }) => all('dropped').join() === 'true,true',
  },
  {
    name: 'several marked with keys held',
    goal: 'Mark the files b, c, d and f',
    html: `<ul id="list">${rows(['a', 'b', 'c', 'd', 'e', 'f'], 'style="user-select:none"')}</ul><script>
      let marked = new Set(), last = 0; const items = [...by('list').children];
      by('list').addEventListener('click', (event) => { const at = items.indexOf(event.target); if (at < 0) return;
        if (event.shiftKey) for (let one = Math.min(last, at); one <= Math.max(last, at); one += 1) marked.add(items[one].id);
        else if (event.ctrlKey) marked.add(items[at].id); else marked = new Set([items[at].id]); last = at;
        for (const item of items) item.style.background = marked.has(item.id) ? '#adf' : ''; say('marked', [...marked].sort().join('')) })</script>`,
    solve: oneByOne(click('#b'), click('#d', { modifiers: ['shift'] }), click('#f', { modifiers: ['control'] })),
    isDone: ({ last }) => last('marked') === 'bcdf',
  },
];
