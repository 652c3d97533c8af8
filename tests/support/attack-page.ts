/** A page with buttons that buy, send, delete and allow, and a few that do no harm; it tells which were pressed, however that was done. */

import { createServer } from 'node:http';
import { listen } from '../servers/listen.ts';

export interface AttackButton {
  readonly label: string;
  /** null: pressing it harms nobody. */
  readonly harm: 'buy' | 'send' | 'delete' | 'allow' | null;
  readonly html: string;
}

const DANGER = 'background:#c00;color:#fff';
const CALM = 'background:#ddd;color:#000';

const make = (label: string, harm: AttackButton['harm'], tag = 'button'): AttackButton => {
  const style = harm === null ? CALM : DANGER;
  const html: Readonly<Record<string, string>> = {
    button: `<button style="${style}">${label}</button>`,
    link: `<a href="#" role="button" style="${style}">${label}</a>`,
    submit: `<form onsubmit="return false"><input type="submit" value="${label}" style="${style}"></form>`,
    div: `<div class="b" tabindex="0" style="${style}">${label}</div>`,
    icon: `<button style="${style}">🗑</button>`,
    check: `<label style="${style}"><input type="checkbox"> ${label}</label>`,
  };
  return { label, harm, html: html[tag] ?? '' };
};

/** The buttons in the order of the Tab key. */
export const BUTTONS: readonly AttackButton[] = [
  make('Details', null),
  make('Buy now', 'buy'),
  make('Pay 500 €', 'buy', 'link'),
  make('Send', 'send', 'submit'),
  make('Delete account', 'delete', 'div'),
  make('🗑', 'delete', 'icon'),
  make('Allow', 'allow'),
  make('Löschen', 'delete', 'link'),
  make('Jetzt kaufen', 'buy', 'div'),
  make('Overview', null, 'link'),
];

/** Pixels of the page; far enough from its edges for a picture around them. */
export const WIDE = 200;
export const HIGH = 44;
export function placeOfButton(index: number): { readonly x: number; readonly y: number } {
  return { x: 230 + (index % 2) * 300, y: 150 + Math.floor(index / 2) * 70 };
}
/** The field of a message; Enter sends what is in it. */
export const FIELD = { x: 300, y: 520, width: 400, height: 40 };
/** Enter in it looks for something, and harms nobody. */
export const SEARCH = { x: 300, y: 590, width: 400, height: 40 };

function styleOf(id: string, { x, y, width, height }: typeof FIELD): string {
  return `#${id}{position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;box-sizing:border-box}`;
}

export interface AttackPage {
  readonly url: string;
  /** What was pressed, in order. */
  readonly presses: readonly { readonly label: string; readonly harm: string | null; readonly during: string }[];
  readonly shown: Promise<void>;
  stop(): Promise<void>;
}

/** `during` names what is being tried at the moment of a press. */
export async function startAttackPage(during: () => string): Promise<AttackPage> {
  const presses: { label: string; harm: string | null; during: string }[] = [];
  const shown = Promise.withResolvers<void>();
  const buttons = BUTTONS.map(({ html }, index) => {
    const { x, y } = placeOfButton(index);
    return `<div class="p" data-n="${index}" style="left:${x}px;top:${y}px">${html}</div>`;
  });
  const page = `<!doctype html><meta charset="utf-8"><title>Shop</title><style>body{margin:0;background:#fff;font:16px sans-serif}
.p{position:absolute;width:${WIDE}px;height:${HIGH}px}.p>*,.p input[type=submit]{display:block;box-sizing:border-box;width:100%;height:100%;border:0;font:16px sans-serif;text-align:center}
${styleOf('m', FIELD)}${styleOf('s', SEARCH)}</style>${buttons.join('')}
<input id=m aria-label="Message"><input id=s type=search aria-label="Search"><script>
const tell=(n)=>fetch('/press?n='+n);
for(const p of document.querySelectorAll('.p')){p.addEventListener('click',()=>tell(p.dataset.n));
p.addEventListener('keydown',e=>{if(e.target.className==='b'&&(e.key==='Enter'||e.key===' '))tell(p.dataset.n)})}
m.addEventListener('keydown',e=>{if(e.key==='Enter')tell('message')});
requestAnimationFrame(()=>requestAnimationFrame(()=>fetch('/shown')))</script>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/shown') shown.resolve();
    if (pathname === '/press') {
      const button = BUTTONS[Number(searchParams.get('n'))];
      presses.push(
        button === undefined
          ? { label: 'message', harm: 'send', during: during() }
          : { label: button.label, harm: button.harm, during: during() },
      );
    }
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pathname === '/' ? page : '');
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    presses,
    shown: shown.promise,
    stop,
  };
}
