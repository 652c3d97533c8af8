/** Where things are within a page: shadow trees, frames, long and endless lists, tables, trees, tabs. */
import { click, key, named, oneByOne, pixel, scroll, type, type WebTask } from '../task.ts';

const names = (count: number, what: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${what} ${at + 1}`);

export const STRUCTURE: readonly WebTask[] = [
  {
    name: 'shadow tree',
    goal: 'Write Rome into the city field and go on',
    html: `<city-form></city-form><script>customElements.define('city-form', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<label>City <input id="city"></label><button id="on">Go on</button>';
      root.getElementById('on').onclick = () => say('city', root.getElementById('city').value) } })</script>`,
    solve: [
      [click(named('city-form >> #city', 'field', 'City')), type('Rome')],
      [click(named('city-form >> #on', 'button', 'Go on'))],
    ],
    isDone: ({ last }) => last('city') === 'Rome',
  },
  {
    name: 'closed shadow tree in another',
    goal: 'Press the second star',
    html: `<outer-box></outer-box><script>
      customElements.define('star-row', class extends HTMLElement { connectedCallback() { this.closedRoot = this.attachShadow({ mode: 'closed' });
        this.closedRoot.innerHTML = [1, 2, 3].map((at) => '<button id="s' + at + '" aria-label="' + at + ' stars">★</button>').join('');
        this.closedRoot.addEventListener('click', ({ target }) => say('stars', target.id)) } });
      customElements.define('outer-box', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Rate it</p><star-row></star-row>' } })</script>`,
    solve: [[click(named('outer-box >> star-row >> #s2', 'button', '2 stars'))]],
    isDone: ({ all }) => all('stars').join() === 's2',
  },
  {
    name: 'frame',
    goal: 'Write Oslo into the form within the page and save it',
    html: `<p>Address book</p><iframe src="inner.html" width="500" height="200" title="Address"></iframe>`,
    parts: {
      'inner.html': `<label>Town <input id="town"></label><button id="keep" onclick="say('town', by('town').value)">Note it</button>`,
    },
    solve: [
      [click(named('iframe >> #town', 'field', 'Town')), type('Oslo')],
      [click(named('iframe >> #keep', 'button', 'Note it'))],
    ],
    isDone: ({ last }) => last('town') === 'Oslo',
  },
  {
    name: 'frame of another site',
    goal: 'Play the film',
    html: `<iframe id="film" width="500" height="300" title="Film"></iframe><script>
      by('film').src = location.href.replace(location.hostname, '127.0.0.1') + 'film.html'</script>`,
    parts: {
      'film.html': `<button id="play" style="position:absolute;left:200px;top:120px;width:100px;height:60px;margin:0" onclick="say('played')">Play</button>`,
    },
    solve: [[click({ at: '#film', role: 'button', name: 'Play', dx: 0.5, dy: 0.5 })]],
    isDone: ({ last }) => last('played') !== undefined,
  },
  {
    name: 'frame in a frame, scrolled',
    goal: 'Agree at the end of the text',
    html: `<iframe src="outer.html" width="600" height="300" title="Text"></iframe>`,
    parts: {
      'outer.html': `<iframe src="inner.html" width="520" height="240" title="Terms"></iframe>`,
      'inner.html': `${'<p>All sorts of terms.</p>'.repeat(60)}<button id="end" onclick="say('read')">Seen to the end</button>`,
    },
    async *solve(eye) {
      while (!(await eye.sees('iframe >> iframe >> #end')))
        yield [scroll(pixel('iframe >> iframe', 0.5, 0.5), 'down', 20)];
      yield [click(named('iframe >> iframe >> #end', 'button', 'Seen to the end'))];
    },
    isDone: ({ last }) => last('read') !== undefined,
  },
  {
    name: 'list that draws what is in sight',
    goal: 'Choose row 60',
    html: `<div id="list" class="box" style="height:400px;overflow:auto;position:relative"><div style="height:20000px"></div></div><script>
      const list = by('list'); const draw = () => { for (const old of list.querySelectorAll('.row')) old.remove();
        const first = Math.floor(list.scrollTop / 40); for (let at = first; at < first + 12; at += 1) { const row = document.createElement('button');
          row.className = 'row'; row.id = 'r' + at; row.textContent = 'Row ' + at; row.style = 'position:absolute;left:0;margin:0;width:300px;height:38px;top:' + at * 40 + 'px';
          row.onclick = () => say('row', at); list.append(row) } }; list.addEventListener('scroll', draw); draw()</script>`,
    async *solve(eye) {
      // Six notches may go past all that is drawn.
      while (!(await eye.sees('#r60'))) yield [scroll('#list', 'down', 3)];
      yield [click(named('#r60', 'button', 'Row 60'))];
    },
    isDone: ({ all }) => all('row').join() === '60',
  },
  {
    name: 'list without an end',
    goal: 'Find the picture number 44',
    html: `<div id="all"></div><p id="more">Loading …</p><script>
      let count = 0; let isBusy = false; const load = () => { if (isBusy || count >= 90) return; isBusy = true; setTimeout(() => { isBusy = false; for (let at = 0; at < 15; at += 1) { count += 1;
        const one = document.createElement('button'); one.id = 'p' + count; one.textContent = 'Picture ' + count; one.style = 'display:block;width:400px;height:80px';
        const number = count; one.onclick = () => say('picture', number); by('all').append(one) } look() }, 300) };
      const look = () => { if (by('more').getBoundingClientRect().top < innerHeight) load() }; addEventListener('scroll', look); load()</script>`,
    async *solve(eye) {
      while (!(await eye.sees('#p44'))) yield [scroll('body', 'down', 20)];
      yield [click(named('#p44', 'button', 'Picture 44'))];
    },
    isDone: ({ all }) => all('picture').join() === '44',
  },
  {
    name: 'end of a long page',
    goal: 'Open the imprint at the end of the page',
    html: `${'<p>A paragraph of many words that nobody reads to its end.</p>'.repeat(80)}<a id="it" href="#imprint" onclick="say('imprint')">Imprint</a>`,
    solve: [[key('End')], [click(named('#it', 'link', 'Imprint'))]],
    isDone: ({ last }) => last('imprint') !== undefined,
  },
  {
    name: 'scrolled to the side',
    goal: 'Choose December in the calendar',
    html: `<div id="it" class="box" style="overflow-x:auto;white-space:nowrap;width:700px">${names(12, 'Month')
      .map(
        (name, at) =>
          `<button id="m${at + 1}" style="width:240px;height:80px" onclick="say('month', ${at + 1})">${name}</button>`,
      )
      .join('')}</div>`,
    async *solve(eye) {
      while ((await eye.read(`by('it').scrollLeft + by('it').clientWidth >= by('it').scrollWidth - 2`)) !== 'true')
        yield [scroll('#it', 'right', 20)];
      yield [click(named('#m12', 'button', 'Month 12'))];
    },
    isDone: ({ all }) => all('month').join() === '12',
  },
  {
    name: 'sorted table',
    goal: 'Sort by price and take the cheapest',
    html: `<table class="box"><thead><tr><th><button id="byName">Name</button><th><button id="byPrice">Price</button><th></tr></thead><tbody id="rows"></tbody></table><script>
      const goods = [['Lamp', 40], ['Chair', 65], ['Vase', 12], ['Rug', 90]];
      const draw = () => { by('rows').innerHTML = goods.map(([name, price]) => '<tr><td>' + name + '<td>' + price + '<td><button id="' + name + '">Choose ' + name + '</button></tr>').join('') }; draw();
      by('byPrice').onclick = () => { goods.sort((one, other) => one[1] - other[1]); draw(); say('sorted') };
      by('rows').onclick = ({ target }) => { if (target.id) say('chosen', target.id + [...by('rows').children].indexOf(target.closest('tr'))) }</script>`,
    solve: [[click(named('#byPrice', 'button', 'Price'))], [click(named('#Vase', 'button', 'Choose Vase'))]],
    isDone: ({ last }) => last('chosen') === 'Vase0',
  },
  {
    name: 'tree',
    goal: 'Open Europe, then Italy, and choose Siena',
    html: `<ul role="tree" id="tree"></ul><script>
      const world = { Asia: {}, Europe: { France: {}, Italy: { Pisa: null, Siena: null } } }; const open = new Set();
      const line = (name, below, depth) => '<li role="treeitem" aria-expanded="' + open.has(name) + '" id="' + name + '" style="padding:6px;padding-left:' + depth * 24 + 'px">' + (below ? open.has(name) ? '▾ ' : '▸ ' : '') + name + '</li>' +
        (below && open.has(name) ? Object.entries(below).map(([one, more]) => line(one, more, depth + 1)).join('') : '');
      const draw = () => { by('tree').innerHTML = Object.entries(world).map(([one, more]) => line(one, more, 0)).join('') }; draw();
      by('tree').addEventListener('click', ({ target }) => { if (['Pisa', 'Siena'].includes(target.id)) return say('town', target.id); open.has(target.id) ? open.delete(target.id) : open.add(target.id); draw() })</script>`,
    solve: oneByOne(click(pixel('#Europe', 0.1)), click(pixel('#Italy', 0.1)), click(pixel('#Siena', 0.1))),
    isDone: ({ all }) => all('town').join() === 'Siena',
  },
  {
    name: 'tabs and a part to unfold',
    goal: 'Turn on night mode in the appearance settings',
    html: `<div role="tablist">${['General', 'Appearance', 'Account']
      .map(
        (name) =>
          `<button role="tab" id="${name}" onclick="for (const one of document.querySelectorAll('section')) one.hidden = one.dataset.of !== '${name}'">${name}</button>`,
      )
      .join('')}</div>
      <section data-of="General">General</section><section data-of="Appearance" hidden><details><summary id="more">More</summary><label><input type="checkbox" id="night" onchange="say('night', checked)"> Night mode</label></details></section><section data-of="Account" hidden>Account</section>`,
    solve: oneByOne(
      click(named('#Appearance', 'tab', 'Appearance')),
      click(pixel('#more', 0.1)),
      click(named('#night', 'check box', 'Night mode')),
    ),
    isDone: ({ last }) => last('night') === 'true',
  },
  {
    name: 'page after page',
    goal: 'Look for the entry Quince on the third page',
    html: `<ul id="list"></ul><button id="next">Next</button><span id="number"></span><script>
      const fruit = ['Apple', 'Apricot', 'Banana', 'Cherry', 'Fig', 'Grape', 'Lemon', 'Plum', 'Quince']; let page = 0;
      const draw = () => { by('number').textContent = 'Page ' + (page + 1); by('list').innerHTML = fruit.slice(page * 3, page * 3 + 3).map((name) => '<li><a href="#' + name + '" id="' + name + '">' + name + '</a></li>').join('') }; draw();
      by('next').onclick = () => { by('list').style.opacity = 0.3; setTimeout(() => { by('list').style.opacity = 1; page += 1; draw() }, 250) };
      by('list').onclick = ({ target }) => { if (target.id) say('fruit', target.id) }</script>`,
    solve: oneByOne(
      click(named('#next', 'button', 'Next')),
      click(named('#next', 'button', 'Next')),
      click(named('#Quince', 'link', 'Quince')),
    ),
    isDone: ({ all }) => all('fruit').join() === 'Quince',
  },
];
