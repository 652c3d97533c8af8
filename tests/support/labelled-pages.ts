/**
 * Pages as people build them, each thing that can be worked labelled for the test alone: `data-works`. With a reason in `data-dark` the
 * browser's tree cannot carry it: nothing there says that it can be clicked.
 */
export interface LabelledPage {
  readonly name: string;
  readonly html: string;
}

const STYLE = `<style>body{margin:12px;font:15px sans-serif} .box{display:inline-block;padding:6px 10px;border:1px solid #888;margin:3px}
  .card{border:1px solid #aaa;width:190px;padding:8px;margin:4px;display:inline-block;vertical-align:top} td,th{border:1px solid #ccc;padding:4px 8px}
  .tool{display:inline-block;width:26px;height:26px;border:1px solid #999} svg{vertical-align:top}</style>
  <script>const on = (id, type = 'click') => document.getElementById(id).addEventListener(type, () => {});</script>`;

const page = (name: string, body: string): LabelledPage => ({
  name,
  html: `<!doctype html><html lang="en"><title>${name}</title>${STYLE}<body>${body}`,
});
const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index + 1)).join('');

/** By what makes it work: a handler on itself, or one far above that looks at what was hit. */
const DELEGATED = 'data-dark="delegated"';

export const LABELLED_PAGES: readonly LabelledPage[] = [
  page(
    'Form',
    `<h1>Order</h1><form aria-label="Order">
    <p><label>Name <input data-works></label> <label>Mail <input type=email data-works></label> <label>PIN <input type=password data-works></label></p>
    <p><label>Count <input type=number value=3 data-works></label> <label>Day <input type=date data-works></label> <label>Time <input type=time data-works></label>
    <label>Size <input type=range data-works></label> <label>Tint <input type=color data-works></label> <input type=file aria-label="Letter" data-works></p>
    <p><label><input type=checkbox data-works>Gift</label> <label><input type=radio name=r data-works>Post</label> <label><input type=radio name=r data-works>Shop</label>
    <select aria-label="Color" data-works><option>red<option>blue</select> <input list=l aria-label="City" data-works><datalist id=l><option>Ulm</datalist></p>
    <p><textarea aria-label="Remarks" data-works></textarea> <span contenteditable role=textbox aria-label="Note" class=box data-works>text</span></p>
    <details><summary data-works>More</summary>x</details>
    <p><button type=button data-works>Order now</button> <input type=submit value="Send" data-works> <input type=reset data-works> <a href="#x" data-works>Terms</a></p></form>`,
  ),
  page(
    'Cards',
    `<h1>Ideas</h1>
    ${repeat(4, (n) => `<div class=card onclick="x()" data-works><b>Idea ${n}</b><p>Some words</p></div>`)}
    ${repeat(4, (n) => `<div class=card id=c${n} data-works>Plan ${n}</div><script>on('c${n}', '${n % 2 ? 'click' : 'mousedown'}')</script>`)}
    ${repeat(3, (n) => `<div class=card tabindex=0 onclick="x()" data-works>Task ${n}</div>`)}
    <p>${repeat(6, (n) => `<span class=box onclick="x()" data-works>tag ${n}</span>`)}</p>
    <p>${repeat(3, (n) => `<span class=box role=button data-works>role ${n}</span>`)}</p>
    <div id=far>${repeat(4, (n) => `<span class=box data-works ${DELEGATED}>far ${n}</span>`)}</div><script>document.addEventListener('click', () => {})</script>`,
  ),
  page(
    'Tool bar',
    `<div role=toolbar aria-label="Edit">
    <button class=tool title="Bold" data-works><b>B</b></button> <button class=tool aria-label="Italic" data-works><i>I</i></button>
    <button data-works><img src="/img/underline.png" width=16 height=16></button> <button data-works><svg width=16 height=16><title>Link</title><path d="M2 2h12v12z"/></svg></button>
    <button title="Image" data-works><svg width=16 height=16><circle cx=8 cy=8 r=6 /></svg></button>
    <button data-works><svg width=16 height=16><use href="#cart"/></svg></button> <a href="/home" data-works><img src="/img/house.png" width=16 height=16 alt="Home"></a></div>
    <p>${repeat(5, (n) => `<img src="/img/icon-${'abcde'[n - 1]}bc.png" width=24 height=24 onclick="x()" data-works>`)}</p>
    <p>${['star', 'trash', 'gear', 'print', 'cart'].map((n) => `<i class="tool fa fa-${n}" onclick="x()" data-works></i>`).join(' ')}</p>
    <p>${repeat(4, (n) => `<div class=tool title="Tool ${n}" onclick="x()" data-works><svg width=20 height=20><rect width=18 height=18 fill=teal /></svg></div>`)}</p>
    <p><span class=box aria-hidden=true onclick="x()" data-works data-dark="aria-hidden">hidden from readers</span></p>`,
  ),
  page(
    'Drawing',
    `<svg width=600 height=220>
    ${repeat(5, (n) => `<rect x=${n * 60} y=10 width=40 height=40 fill="hsl(${n * 60} 60% 50%)" onclick="x()" data-works />`)}
    ${repeat(5, (n) => `<circle id=k${n} cx=${n * 60 + 20} cy=90 r=18 data-works />`)}
    ${repeat(3, (n) => `<path id=p${n} d="M${n * 60} 130h40l-20 34z" data-works />`)}
    <g onclick="x()" data-works><rect x=300 y=130 width=50 height=30 fill=gray /><text x=305 y=150>Go</text></g>
    <text x=20 y=200 onclick="x()" data-works>A word in it</text>
    ${repeat(3, (n) => `<rect x=${380 + n * 50} y=130 width=30 height=30 fill=gold data-works ${DELEGATED} />`)}</svg>
    <script>${repeat(5, (n) => `on('k${n}');`)}${repeat(3, (n) => `on('p${n}');`)}document.addEventListener('click', () => {})</script>
    <p><canvas width=120 height=60 style="border:1px solid" onclick="x()" data-works></canvas></p>`,
  ),
  page(
    'Table',
    `<table><tr>${repeat(4, (n) => `<th onclick="x()" data-works>Column ${n}</th>`)}</tr>
    ${repeat(5, (row) => `<tr>${repeat(3, (n) => `<td onclick="x()" data-works>cell ${row}.${n}</td>`)}<td><a href="#${row}" data-works>open ${row}</a></td></tr>`)}</table>
    <table>${repeat(4, (n) => `<tr onclick="x()" data-works><td>row ${n}</td><td>value ${n}</td></tr>`)}</table>
    <ul>${repeat(4, (n) => `<li onclick="x()" data-works>entry ${n}</li>`)}</ul>`,
  ),
  page(
    'Parts made by hand',
    `<div role=tablist>${repeat(3, (n) => `<div role=tab class=box data-works>Tab ${n}</div>`)}</div>
    <div role=menu>${repeat(3, (n) => `<div role=menuitem class=box data-works>Menu ${n}</div>`)}</div>
    <div role=listbox aria-label="Choice">${repeat(3, (n) => `<div role=option class=box data-works>Option ${n}</div>`)}</div>
    <div role=tree>${repeat(2, (n) => `<div role=treeitem class=box data-works>Branch ${n}</div>`)}</div>
    <span role=switch aria-checked=true class=box data-works>Switch</span> <span role=checkbox aria-checked=false class=box data-works>Check</span>
    <span role=slider aria-label="Volume" aria-valuenow=3 class=box data-works>3</span> <span role=combobox class=box aria-label="Find" data-works>x</span>
    <span class=box>5 <a tabindex=-1 onclick="x()" data-works>▲</a> <a tabindex=-1 onclick="x()" data-works>▼</a></span>
    <span class=box>6 <span onmousedown="x()" data-works>▴</span> <span onmousedown="x()" data-works>▾</span></span>
    <div>${repeat(3, (n) => `<h3 onclick="x()" style="display:inline-block" data-works>Section ${n}</h3> `)}</div>
    <p>Text with a <b onclick="x()" data-works>bold word</b> in it and a <a href="#y" data-works>link</a>.</p>
    <label class=box data-works>Press me <input type=checkbox style="position:absolute;opacity:0"></label>`,
  ),
  page(
    'Shadows and frames',
    `<div id=host></div><script>const host = document.getElementById('host').attachShadow({ mode: 'open' });
    host.innerHTML = '<button data-works>In a shadow</button> <span data-works id=s style="border:1px solid">Pressed shadow</span> <input aria-label="Shadow field" data-works>';
    host.getElementById('s').onclick = () => {}</script>
    <iframe srcdoc="<button data-works>In a frame</button> <span onclick='x()' data-works>Span in a frame</span>" width=300 height=60></iframe>
    <div style="position:fixed;right:20px;bottom:20px" class=box onclick="x()" data-works>Chat</div>
    <div style="height:60px;overflow:auto;width:200px">${repeat(6, (n) => `<button style="display:block" ${n < 3 ? 'data-works' : ''}>Scrolled ${n}</button>`)}</div>
    <div role=dialog aria-label="Cookies" class=box>We like cookies. <button data-works>Accept</button> <span class=box onclick="x()" data-works>Only some</span></div>
    <video controls width=220 height=80></video>`,
  ),
];
