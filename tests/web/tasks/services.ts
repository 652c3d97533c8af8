/** Small services: mail, messages, flights, shares, an editor, a shell in a page; much of them made of what is no button. */
import { small, smallWithWidgets } from '../small-page.ts';
import { click, drag, key, named, oneByOne, pixel, scroll, type, type WebTask } from '../task.ts';

const submit = (value: string): string =>
  `<button id="go" onclick="say('sent', ${value.replaceAll('"', '&quot;')})">Check it</button>`;
const GO = named('#go', 'button', 'Check it');

/** Mails as rows that are no buttons, icons that are pictures by their class alone. */
const MAILBOX = `<style>.mail { border-bottom: 1px solid #ccc; padding: 4px; cursor: pointer } .icon { display: inline-block; width: 16px; height: 16px; cursor: pointer; background: #999; margin: 2px }
  .icon.trash { background: #c33 } .icon.star { background: #fc0 } .icon.reply { background: #36c } .icon.forward { background: #3a3 } .icon.send { background: #093 }</style><div id="main"></div>`;
const MAILS = `const mails = [['Ada', 'Engine', 'It computes.'], ['Grace', 'A moth', 'In the relay.'], ['Alan', 'Machines', 'Can they think?'], ['Edsger', 'Go to', 'Harmful.']];
  const list = () => { by('main').innerHTML = '<b>Primary</b>' + mails.map(([who, what], at) => '<div class="mail" id="m' + at + '"><b>' + who + '</b><br>' + what + '<span class="icon trash" id="trash' + at + '" title="Delete ' + who + '"></span><span class="icon star" id="star' + at + '"></span></div>').join('');
    mails.forEach((_, at) => { by('m' + at).onclick = () => open(at); by('trash' + at).onclick = (event) => { event.stopPropagation(); say('deleted', mails[at][0]) }; by('star' + at).onclick = (event) => { event.stopPropagation(); say('starred', mails[at][0]) } }) };
  const open = (at) => { const [who, what, text] = mails[at]; by('main').innerHTML = '<b>' + who + '</b>: ' + what + '<p>' + text + '</p><span class="icon reply" id="reply" aria-label="Reply" role="img"></span><span class="link" id="onward">Forward</span>';
    by('reply').onclick = () => { by('main').innerHTML = '<div>to: ' + who + '</div><textarea id="text" aria-label="Answer" rows="4"></textarea><span class="icon send" id="send" title="Post"></span>'; by('send').onclick = () => say('replied', who + ': ' + by('text').value) };
    by('onward').onclick = () => { by('main').innerHTML = '<label>to: <input id="to"></label><p>' + text + '</p><span class="icon send" id="send" title="Post"></span>'; by('send').onclick = () => say('forwarded', who + ' > ' + by('to').value) } };
  list();`;

const FRIENDS = ['@lin', '@sam', '@vio'];
const FEED = `<style>.post { border: 1px solid #ccc; padding: 4px; margin: 2px } .post span.act { display: inline-block; width: 26px; cursor: pointer; color: #678 } .more { position: relative } .more ul { display: none; position: absolute; top: 14px; left: 0; background: #fff; border: 1px solid #333; z-index: 3; width: 90px } .more.open ul { display: block } .more li { padding: 3px; cursor: pointer }</style><div id="feed"></div>`;
const FEEDS = `${JSON.stringify(FRIENDS)}.concat(['@lin']).forEach((who, at) => { const post = document.createElement('div'); post.className = 'post'; post.innerHTML = '<b>' + who + '</b> says number ' + at + '<br>' +
  ['reply', 'retweet', 'like'].map((act, place) => '<span class="act" id="' + act + at + '">' + '↩⟳♥'[place] + '</span>').join('') + '<span class="act more" id="more' + at + '">…<ul>' + ['Share', 'Mute', 'Block user', 'Copy link'].map((name) => '<li id="' + name.split(' ')[0] + at + '">' + name + '</li>').join('') + '</ul></span>';
  by('feed').append(post); for (const act of ['reply', 'retweet', 'like']) by(act + at).onclick = () => { by(act + at).style.color = '#c00'; say(act, who + at) };
  by('more' + at).onclick = ({ target }) => { if (target.tagName === 'LI') say('more', target.textContent + ' ' + who); by('more' + at).classList.toggle('open') } })`;

export const SERVICES: readonly WebTask[] = [
  {
    name: 'mail starred by its icon',
    goal: 'Star the mail of Alan',
    html: small('Find the email by Alan and mark it as important', MAILBOX, MAILS),
    solve: oneByOne(click(pixel('#star2'))),
    isDone: ({ all }) => all('starred').join() === 'Alan',
  },
  {
    name: 'mail opened and answered',
    goal: 'Answer the mail of Grace with "Found it"',
    html: small('Find the email by Grace and reply to them with the text "Found it"', MAILBOX, MAILS),
    solve: [
      [click(named('#m1', 'item', 'Grace A moth'))],
      [click(named('#reply', 'item', 'Reply'))],
      [click(named('#text', 'text area', 'Answer')), type('Found it')],
      [click(named('#send', 'item', 'Post'))],
    ],
    isDone: ({ last }) => last('replied') === 'Grace: Found it',
    // Sending asks.
    cards: 1,
  },
  {
    name: 'like of the third message',
    goal: 'Like the post of @vio',
    html: small('For the user @vio, click on the "like" button', FEED, FEEDS),
    solve: oneByOne(click(named('#like2', 'item', '♥'))),
    isDone: ({ all }) => all('like').join() === '@vio2',
  },
  {
    name: 'menu of a message',
    goal: 'Copy the link to the post of @sam',
    html: small('For the user @sam, click on the "Copy link" button', FEED, FEEDS),
    solve: oneByOne(click(pixel('#more1', 0.2)), click(named('#Copy1', 'item', 'Copy link'))),
    isDone: ({ all }) => all('more').join() === 'Copy link @sam',
  },
  {
    name: 'all messages of one',
    goal: 'Like both posts of @lin',
    html: small('Click the "like" button on all posts by @lin', `${FEED}${submit("'sent'")}`, FEEDS),
    solve: [[click(pixel('#like0')), click(pixel('#like3'))], [click(GO)]],
    isDone: ({ all }) => all('like').join() === '@lin0,@lin3' && all('sent').length === 1,
  },
  {
    name: 'flight looked for and chosen',
    goal: 'Find the shortest one-way flight from Nome to Ely on 12/03/2016',
    html: smallWithWidgets(
      'Book the <b>shortest</b> one-way flight from: <b>Nome, AK</b> to: <b>Ely, NV</b> on <b>12/03/2016</b>.',
      `<div id="form"><input id="from" placeholder="From:"><input id="to" placeholder="To:"><div>Departure Date</div><input id="day" readonly aria-label="Departure Date"><button id="search">Search</button></div><div id="found"></div>`,
      `const places = ['Nome, AK (OME)', 'Norfolk, VA (ORF)', 'North Bend, OR', 'Ely, NV (ELY)', 'El Paso, TX (ELP)']; $('#from, #to').autocomplete({ source: places, minLength: 2 }); $('#day').datepicker({ defaultDate: new Date(2016, 11, 20) });
       by('search').onclick = () => { by('form').hidden = true; by('found').innerHTML = [[4, 120], [2, 380], [7, 90]].map(([hours, price]) => '<div class="flight" style="border:1px solid #999;margin:3px;padding:3px">' + hours + 'h, $' + price + '<button id="f' + hours + '">Take ' + hours + ' h</button></div>').join('');
         by('found').onclick = ({ target }) => say('flight', [by('from').value, by('to').value, by('day').value, target.id].join('|')) }`,
    ),
    solve: [
      [click(named('#from', 'field', 'From:')), type('Nome')],
      [click(named('.ui-menu:not([style*="display: none"]) .ui-menu-item', 'menu item', 'Nome, AK (OME)'))],
      [click(named('#to', 'field', 'To:')), type('Ely')],
      [click(named('#ui-id-2 .ui-menu-item', 'menu item', 'Ely, NV (ELY)'))],
      [click(named('#day', 'field', 'Departure Date'))],
      [click(named('.ui-datepicker-calendar tbody tr:nth-child(1) td:nth-child(7) a', 'link', '3'))],
      [click(named('#search', 'button', 'Search'))],
      [click(named('#f2', 'button', 'Take 2 h'))],
    ],
    isDone: ({ last }) => last('flight') === 'Nome, AK (OME)|Ely, NV (ELY)|12/03/2016|f2',
  },
  {
    name: 'search with pages of results',
    goal: 'Search for Kaya and open the fifth result',
    html: small(
      'Use the textbox to enter "Kaya" and press Search, then find and click the 5th result',
      `<input id="text" aria-label="Words"><button id="search">Search</button><div id="found"></div>`,
      `let page = 0; const draw = () => { by('found').innerHTML = [0, 1, 2].map((at) => page * 3 + at + 1).map((at) => '<div><a href="#" id="r' + at + '">Result ' + at + '</a><br>example.org/' + at + '</div>').join('') + [1, 2, 3].map((at) => '<a href="#" class="page" id="p' + at + '">' + at + '</a> ').join('') + '<a href="#" id="next">&gt;</a>' };
       by('search').onclick = () => { if (by('text').value === 'Kaya') draw() }; by('found').onclick = (event) => { event.preventDefault(); const { id } = event.target; if (id[0] === 'r') say('result', id); else if (id === 'next') { page += 1; draw() } else if (id[0] === 'p') { page = Number(id.slice(1)) - 1; draw() } }`,
    ),
    solve: [
      [click(named('#text', 'field', 'Words')), type('Kaya'), click(named('#search', 'button', 'Search'))],
      [click(named('#p2', 'link', '2'))],
      [click(named('#r5', 'link', 'Result 5'))],
    ],
    isDone: ({ all }) => all('result').join() === 'r5',
  },
  {
    name: 'share bought when it is cheap',
    goal: 'Choose the share once its price is below 50',
    html: small(
      'Buy XVS stock when the price is less than $50',
      `<b>XVS</b> <span id="price">$58.10</span><button id="it" onclick="say('taken', by('price').textContent)">Take it</button>`,
      `let price = 58; setInterval(() => { price = price < 50 ? 46 + (price * 7 % 3) : price - 1.5; by('price').textContent = '$' + price.toFixed(2) }, 700)`,
    ),
    async *solve(eye) {
      while (Number((await eye.read(`by('price').textContent.slice(1)`)) || 99) >= 50)
        yield [{ action: 'wait', seconds: 1 }];
      yield [click(named('#it', 'button', 'Take it'))];
    },
    isDone: ({ last }) => Number((last('taken') ?? '$99').slice(1)) < 50,
  },
  {
    name: 'tree of folders',
    goal: 'Open Truda, then Lelia, and click Kris',
    html: small(
      'Navigate through the file tree. Find and click on the folder or file named "Kris"',
      `<ul id="tree"></ul>`,
      `const folders = { Anna: { Bo: null }, Truda: { Ed: null, Lelia: { Kris: null, Mo: null } } };
       const draw = (of, into) => { for (const [name, inner] of Object.entries(of)) { const li = document.createElement('li'); li.style.paddingLeft = '12px'; li.innerHTML = '<span class="' + (inner ? 'folder' : 'file') + '" id="' + name + '">' + (inner ? '▸ ' : '') + name + '</span><ul hidden></ul>'; into.append(li);
         if (inner) draw(inner, li.lastChild); li.firstChild.onclick = () => { say('clicked', name); li.lastChild.hidden = !li.lastChild.hidden } } }; draw(folders, by('tree'))`,
    ),
    solve: oneByOne(
      click(named('#Truda', 'item', '▸ Truda')),
      click(named('#Lelia', 'item', '▸ Lelia')),
      click(named('#Kris', 'item', 'Kris')),
    ),
    isDone: ({ all }) => all('clicked').join() === 'Truda,Lelia,Kris',
  },
  {
    name: 'signed in',
    goal: 'Enter the user name kanesha and the password 0RT and log in',
    html: small(
      'Enter the username "kanesha" and the password "0RT" into the text fields and press login.',
      `<form onsubmit="event.preventDefault(); say('login', by('user').value + ':' + by('word').value)"><p>Username<input id="user"></p><p>Password<input type="password" id="word"></p><button id="go">Login</button></form>`,
    ),
    solve: [
      [click(pixel('#user')), type('kanesha')],
      [click(pixel('#word')), type('0RT')],
      [click(named('#go', 'button', 'Login'))],
    ],
    isDone: ({ last }) => last('login') === 'kanesha:0RT',
    // A password is asked about wherever it goes, and so is signing in with it.
    cards: 2,
  },
  {
    name: 'shell in a page',
    goal: 'List the files in the page, then show the one that ends with .gpg',
    html: small(
      'Use the terminal below to show a file ending with the extension .gpg',
      `<div id="shell" tabindex="0" style="background:#000;color:#0f0;font:11px monospace;height:200px;padding:4px;white-space:pre-wrap"></div>`,
      `let line = ''; let shown = ''; const draw = () => { by('shell').textContent = shown + 'user$ ' + line + '█' }; draw();
       addEventListener('keydown', (event) => { if (event.key === 'Enter') { say('ran', line); shown += 'user$ ' + line + '\\n' + (line === 'ls' ? 'cat.gif key.gpg notes.txt\\n' : line.startsWith('cat ') ? 'hello\\n' : 'not found\\n'); line = '' } else if (event.key === 'Backspace') line = line.slice(0, -1); else if (event.key.length === 1 && !event.ctrlKey) line += event.key; draw() })`,
    ),
    solve: [
      [click(pixel('#shell')), type('ls'), key('Return')],
      [type('cat key.gpg'), key('Return')],
    ],
    isDone: ({ all }) => all('ran').join() === 'ls,cat key.gpg',
  },
  {
    name: 'shell in a page, with its line in a field out of sight',
    goal: 'Write hello into the page',
    html: small(
      'Use the terminal below to write "echo hello"',
      `<div id="shell" style="background:#000;color:#0f0;font:11px monospace;height:120px;padding:4px"></div><textarea id="hidden" style="position:absolute;left:10px;top:60px;width:1px;height:1px;opacity:0" autocapitalize="off"></textarea>`,
      `const draw = () => { by('shell').textContent = 'user$ ' + by('hidden').value + '█' }; draw(); by('shell').onclick = () => by('hidden').focus();
       by('hidden').oninput = draw; by('hidden').onkeydown = (event) => { if (event.key === 'Enter') { event.preventDefault(); say('ran', by('hidden').value); by('hidden').value = ''; draw() } }`,
    ),
    solve: [[click(pixel('#shell')), type('echo hello')], [key('Return')]],
    isDone: ({ all }) => all('ran').join() === 'echo hello',
  },
  {
    name: 'word made bold in an editor',
    goal: 'Make the word ipsum bold and submit',
    html: small(
      'Using the text editor, give the text "ipsum" the style bold and press Submit.',
      `<div><button id="bold" title="Bold" onmousedown="event.preventDefault(); document.execCommand('bold')"><b>B</b></button><button id="red" onmousedown="event.preventDefault(); document.execCommand('foreColor', false, '#ff0000')">A</button></div><div id="it" contenteditable="true" style="border:1px solid #999;padding:4px;font:14px monospace;width:240px">lorem ipsum dolor</div>${submit("by('it').innerHTML")}`,
    ),
    solve: [[click(pixel('#it', 0.36, 0.5), { count: 2 })], [click(named('#bold', 'button', 'B'))], [click(GO)]],
    isDone: ({ last }) => /lorem <b>ipsum ?<\/b> ?dolor/.test(last('sent') ?? ''),
  },
  {
    name: 'all of a text made red in an editor',
    goal: 'Make everything red and submit',
    html: small(
      'Using the text editor, give everything the color red and press Submit.',
      `<div><button id="red" aria-label="Red" onmousedown="event.preventDefault(); document.execCommand('foreColor', false, '#ff0000')"><span style="display:inline-block;width:10px;height:10px;background:red"></span></button></div><div id="it" contenteditable="true" style="border:1px solid #999;padding:4px;width:240px">lorem ipsum dolor</div>${submit("by('it').innerHTML")}`,
    ),
    solve: [[click(pixel('#it')), key('ctrl+a')], [click(named('#red', 'button', 'Red'))], [click(GO)]],
    isDone: ({ last }) => /color="#ff0000">lorem ipsum dolor</.test(last('sent') ?? ''),
  },
  {
    name: 'text copied into the field below',
    goal: 'Copy the text of the second area into the field and submit',
    html: small(
      'Copy the text in the 2nd text area below and paste it into the text input, then press Submit.',
      `${['Velit a.', 'Sit, non; "eget" ut'].map((text, at) => `<textarea id="t${at}" aria-label="Area ${at + 1}" rows="3">${text}</textarea>`).join('')}<input id="to" aria-label="Copy">${submit("by('to').value")}`,
    ),
    solve: [
      [click(named('#t1', 'text area', 'Area 2')), key('ctrl+a'), key('ctrl+c')],
      [click(named('#to', 'field', 'Copy')), key('ctrl+v')],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === 'Sit, non; "eget" ut',
  },
  {
    name: 'agreement read to its end',
    goal: 'Scroll the agreement to its end, sign as Doris and agree',
    html: small(
      'Scroll to the bottom of the agreement, enter the name "Doris", and press "Agree".',
      `<textarea id="text" readonly rows="6" cols="28" aria-label="Agreement">${'Lorem ipsum dolor sit amet, consectetur. '.repeat(40)}</textarea><input id="name" disabled aria-label="Name"><button id="yes" disabled onclick="say('agreed', by('name').value)">Agree</button><button id="no" onclick="say('left')">Cancel</button>`,
      `by('text').addEventListener('scroll', () => { if (by('text').scrollTop + by('text').clientHeight >= by('text').scrollHeight - 2) by('name').disabled = by('yes').disabled = false })`,
    ),
    async *solve(eye) {
      while ((await eye.read(`by('name').disabled`)) === 'true') yield [scroll('#text', 'down', 20)];
      yield [click(named('#name', 'field', 'Name')), type('Doris')];
      yield [click(named('#yes', 'button', 'Agree'))];
    },
    isDone: ({ all }) => all('agreed').join() === 'Doris',
    // To agree asks.
    cards: 1,
  },
  {
    name: 'event drawn into a day',
    goal: 'Make an event of one and a half hours at nine, called Lunch',
    html: small(
      'Create a 1.5 hour event named "Lunch", between 9AM and 2PM.',
      `<style>.hour { height: 20px; border-bottom: 1px dotted #999; user-select: none }</style><div id="day">${Array.from({ length: 10 }, (_, at) => `<div class="hour" id="h${at}">${9 + Math.floor(at / 2)}:${at % 2 ? '30' : '00'}</div>`).join('')}</div><div id="form" hidden><input id="name" aria-label="Event"><button id="make">Create</button></div>`,
      `let from = null; let to = null; for (let at = 0; at < 10; at += 1) { by('h' + at).onmousedown = () => { from = to = at }; by('h' + at).onmouseenter = () => { if (from !== null && by('form').hidden) { to = at; for (let one = from; one <= to; one += 1) by('h' + one).style.background = '#cdf' } } }
       addEventListener('mouseup', () => { if (from !== null) by('form').hidden = false }); by('make').onclick = () => say('event', [from, to, by('name').value].join())`,
    ),
    solve: [
      [drag('#h0', '#h2')],
      [click(named('#name', 'field', 'Event')), type('Lunch')],
      [click(named('#make', 'button', 'Create'))],
    ],
    isDone: ({ last }) => last('event') === '0,2,Lunch',
  },
  {
    name: 'number that changes all the time',
    goal: 'Generate a number below 40 and submit',
    html: small(
      'Press Generate until the number is less than 40, then press Submit',
      `<b id="number">87</b><button id="make">Generate</button>${submit("by('number').textContent")}`,
      `const numbers = [71, 55, 23, 90]; let at = 0; by('make').onclick = () => { by('number').textContent = numbers[at % 4]; at += 1 }`,
    ),
    async *solve(eye) {
      while (Number(await eye.read(`by('number').textContent`)) >= 40)
        yield [click(named('#make', 'button', 'Generate'))];
      yield [click(GO)];
    },
    isDone: ({ last }) => last('sent') === '23',
  },
  {
    name: 'start cover over the page',
    goal: 'Start, then choose No',
    html: small(
      'Click on the "No" button.',
      `<div style="position:relative;height:200px"><button id="yes" onclick="say('chosen', 'Yes')">Yes</button><button id="no" onclick="say('chosen', 'No')">No</button><div id="cover" style="position:absolute;inset:0;background:#eeee;font-size:24px;padding:60px;cursor:pointer" onclick="remove()">START</div></div>`,
    ),
    solve: oneByOne(click(named('#cover', 'item', 'START')), click(named('#no', 'button', 'No'))),
    isDone: ({ all }) => all('chosen').join() === 'No',
  },
];
