/** What lies above a page or beside it: menus, dialogs, toasts, windows. */
import { click, hover, key, named, oneByOne, pixel, type, type WebTask, wait } from '../task.ts';

const MENU = `<style>.menu { position: relative; display: inline-block } .menu ul { display: none; position: absolute; background: #fff; border: 1px solid #888; min-width: 160px; margin: 0; z-index: 2 }
  .menu:hover > ul, .menu li:hover > ul { display: block } .menu li { position: relative; padding: 8px } .menu li ul { left: 160px; top: 0 }</style>`;

export const LAYERS: readonly WebTask[] = [
  {
    name: 'menu that opens under the pointer',
    goal: 'Choose Export, then As text in the File menu',
    html: `${MENU}<div class="menu"><span id="file">File</span><ul><li id="new">New</li><li id="export">Export<ul><li id="pdf" onclick="say('chosen', 'pdf')">As PDF</li><li id="text" onclick="say('chosen', 'text')">As text</li></ul></li></ul></div>`,
    solve: oneByOne(hover('#file'), hover('#export'), click('#text')),
    isDone: ({ all }) => all('chosen').join() === 'text',
  },
  {
    name: 'dialog of the page',
    goal: 'Rename the album to Summer',
    html: `<button id="open" onclick="by('box').showModal()">Rename</button><p id="album">Album: Untitled</p>
      <dialog id="box" aria-label="Rename"><label>New name <input id="name"></label><button id="keep" onclick="say('album', by('name').value); by('box').close()">Done</button></dialog>`,
    solve: [
      [click(named('#open', 'button', 'Rename'))],
      [click(named('#name', 'field', 'New name')), type('Summer')],
      [click(named('#keep', 'button', 'Done'))],
    ],
    isDone: ({ last }) => last('album') === 'Summer',
  },
  {
    name: 'dialog left by Escape',
    goal: 'Leave the advertisement and read on',
    html: `<button id="on" onclick="say('on')">Read on</button><dialog id="box" aria-label="Offer">Only today!</dialog><script>
      setTimeout(() => by('box').showModal(), 800); by('box').addEventListener('close', () => say('left'))</script>`,
    solve: [[wait(1.5)], [key('Escape')], [click(named('#on', 'button', 'Read on'))]],
    isDone: ({ all, said }) => all('on').length === 1 && said[0]?.what === 'left',
  },
  {
    name: 'toasts all the time',
    goal: 'Count to four with the button',
    html: `<button id="it" onclick="say('count', by('n').textContent = Number(by('n').textContent) + 1)">One more</button><b id="n">0</b><script>
      let at = 0; setInterval(() => { at += 1; const toast = document.createElement('div'); toast.role = 'status'; toast.textContent = 'Message ' + at;
        toast.style = 'position:fixed;right:20px;bottom:' + (20 + (at % 3) * 70) + 'px;width:260px;height:56px;background:#333;color:#fff;padding:8px'; document.body.append(toast); setTimeout(() => toast.remove(), 1700) }, 900)</script>`,
    solve: oneByOne(...Array(4).fill(click(named('#it', 'button', 'One more')))),
    isDone: ({ last }) => last('count') === '4',
  },
  {
    name: 'taken back in a toast',
    goal: 'Archive the message, then take it back',
    html: `<button id="it" onclick="by('toast').style.display = 'block'; by('note').hidden = true; timer = setTimeout(() => { by('toast').style.display = 'none' }, 60000)">Archive</button><p id="note">Message</p>
      <div id="toast" role="status" style="display:none;position:fixed;left:40%;bottom:30px;background:#333;color:#fff;padding:12px">Archived <button id="undo" onclick="say('back'); by('note').hidden = false; by('toast').style.display = 'none'">Undo</button></div><script>let timer = 0</script>`,
    solve: oneByOne(click(named('#it', 'button', 'Archive')), click(named('#undo', 'button', 'Undo'))),
    isDone: ({ last }) => last('back') !== undefined,
  },
  {
    name: 'banner that slides in',
    goal: 'Open the third article',
    html: `${['First', 'Second', 'Third'].map((name) => `<p><a href="#${name}" id="${name}" onclick="say('article', '${name}')">${name} article</a></p>`).join('')}<script>
      setTimeout(() => { const banner = document.createElement('div'); banner.innerHTML = 'We like biscuits. <button id="ok">Fine</button>';
        banner.style = 'position:fixed;left:0;right:0;bottom:-120px;height:100px;background:#ffd;transition:bottom .6s;padding:12px'; document.body.append(banner); requestAnimationFrame(() => requestAnimationFrame(() => { banner.style.bottom = 0 })) }, 1200)</script>`,
    solve: oneByOne(click(named('#Third', 'link', 'Third article'))),
    isDone: ({ all }) => all('article').join() === 'Third',
  },
  {
    name: 'window of its own',
    goal: 'Pick the color green in the window that opens',
    html: `<button id="open" onclick="window.open('colors.html', 'colors', 'width=420,height=320,left=300,top=200')">Pick a color</button><p id="color"></p><script>
      addEventListener('message', ({ data }) => { by('color').textContent = data; say('color', data) })</script>`,
    parts: {
      'colors.html': ['Red', 'Green', 'Blue']
        .map((name) => `<button onclick="opener.postMessage('${name}', '*'); close()">${name}</button>`)
        .join(''),
    },
    solve: [[click(named('#open', 'button', 'Pick a color'))], [click({ at: '#none', role: 'button', name: 'Green' })]],
    isDone: ({ last }) => last('color') === 'Green',
  },
  {
    name: 'question of the browser',
    goal: 'Say yes to leaving early, and give the name Bo',
    html: `<button id="it" onclick="setTimeout(() => { const sure = confirm('Leave early?'); const name = prompt('Your name'); say('answer', sure + ' ' + name) })">Leave</button>`,
    solve: [[click(named('#it', 'button', 'Leave'))], [key('Return')], [type('Bo'), key('Return')]],
    isDone: ({ last }) => last('answer') === 'true Bo',
    cards: 2,
  },
  {
    name: 'menu of the right button',
    goal: 'Duplicate the second file',
    html: `<ul>${['a.txt', 'b.txt', 'c.txt'].map((name) => `<li class="box file" id="${name[0]}" style="width:200px">${name}</li>`).join('')}</ul>
      <ul id="menu" role="menu" class="box" style="position:absolute;display:none;background:#fff;margin:0">${['Open', 'Duplicate', 'Details'].map((name) => `<li role="menuitem" id="${name}" style="padding:6px">${name}</li>`).join('')}</ul><script>
      let file = ''; addEventListener('contextmenu', (event) => { if (!event.target.classList.contains('file')) return; event.preventDefault(); file = event.target.id;
        by('menu').style = 'position:absolute;background:#fff;margin:0;left:' + event.pageX + 'px;top:' + event.pageY + 'px' });
      by('menu').onclick = ({ target }) => { say('done', target.id + ' ' + file); by('menu').style.display = 'none' }</script>`,
    solve: oneByOne(click('#b', { button: 'right' }), click(pixel('#Duplicate'))),
    isDone: ({ all }) => all('done').join() === 'Duplicate b',
  },
  {
    name: 'what pops over',
    goal: 'Choose three lines in the view menu',
    html: `<button id="view" popovertarget="menu">View</button><div id="menu" popover>${[
      'One line',
      'Two lines',
      'Three lines',
    ]
      .map(
        (name) =>
          `<button onclick="say('view', '${name}'); by('menu').hidePopover()" id="${name.split(' ')[0]}">${name}</button>`,
      )
      .join('')}</div>`,
    solve: oneByOne(click(named('#view', 'button', 'View')), click(named('#Three', 'button', 'Three lines'))),
    isDone: ({ last }) => last('view') === 'Three lines',
  },
  {
    name: 'words under the pointer',
    goal: 'What does the question mark say? Write it into the field',
    html: `<span id="mark" style="border:1px solid;border-radius:50%;padding:4px 10px">?</span><span id="tip" style="display:none">heron</span><label>Word <input id="it" oninput="say('word', value)"></label><script>
      by('mark').onmouseenter = () => { by('tip').style.display = 'inline'; say('seen') }; by('mark').onmouseleave = () => { by('tip').style.display = 'none' }</script>`,
    solve: [[hover('#mark')], [click(named('#it', 'field', 'Word')), type('heron')]],
    isDone: ({ last, said }) => last('word') === 'heron' && said[0]?.what === 'seen',
  },
];
