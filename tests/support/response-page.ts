/** A page in a real browser whose one button answers in as many ways as applications do: late, fading, with a spinner, in two parts. */

import { createServer } from 'node:http';
import sharp from 'sharp';
import { listen } from '../servers/listen.ts';

/** How the page answers one click. */
export interface Shape {
  readonly name: string;
  /** From the click to the beginning of the change. */
  readonly delayMs: number;
  /** From its beginning to its end. */
  readonly fadeMs: number;
  /**
   * `panel`: the change covers 320×240 pixels; `mark`: 28×28; `caret`: as panel, while a caret blinks; `spinner`: one turns until
   * the change comes; `spinning`: one turns for ever; `acknowledged`: the button gets a ring at once; `nothing`: no change at all.
   */
  readonly kind: 'panel' | 'mark' | 'caret' | 'spinner' | 'spinning' | 'acknowledged' | 'nothing';
}

/** Which color the panel and the mark have, counted from 0; -1 while they are between two. */
export interface PageState {
  readonly panel: number;
  readonly mark: number;
}

export interface ResponsePage {
  readonly url: string;
  /** Resolves when the page was shown. */
  readonly shown: Promise<void>;
  /** What the page shows in the end after the first `clicks` answers. */
  stateAfter(clicks: number): PageState;
  /** When the answer to the click of this number, from 0, was on the screen whole, as `performance.now()`; NaN where there was none. */
  answeredAt(click: number): number;
  stop(): Promise<void>;
}

/** Pixels of the window. */
export const BUTTON = { x: 200, y: 140 };
const PANEL = { x: 400, y: 100, width: 320, height: 240 };
const MARK = { x: 400, y: 420, width: 28, height: 28 };
const COLORS = ['#c02020', '#20a040', '#2040c0', '#c0a000', '#8020a0', '#20a0a0', '#404040', '#e080a0'];
/** The tolerance for a color: JPEG and scaling change it by a few steps, a fade by more, except at its very end. */
const TOLERANCE = 10;

export async function startResponsePage(shapes: readonly Shape[]): Promise<ResponsePage> {
  const shown = Promise.withResolvers<void>();
  const answered = new Map<number, number>();
  const server = createServer((request, response) => {
    if (request.url === '/shown') shown.resolve();
    const [, click] = /^\/answered\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (click !== undefined) answered.set(Number(click), performance.now());
    const html = request.url === '/' ? page(shapes) : '';
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    shown: shown.promise,
    stateAfter: (clicks) => ({
      panel: countOf(shapes.slice(0, clicks), ({ kind }) => kind !== 'mark' && kind !== 'nothing') % COLORS.length,
      mark: countOf(shapes.slice(0, clicks), ({ kind }) => kind === 'mark') % COLORS.length,
    }),
    answeredAt: (click) => answered.get(click) ?? Number.NaN,
    stop,
  };
}

/** Reads a picture of the whole display, `width` pixels wide in reality. */
export async function readPage(jpeg: Uint8Array, width: number): Promise<PageState> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / width;
  const read = ({ x, y, width: w, height: h }: typeof PANEL): number => {
    const at = (Math.round((y + h / 2) * scale) * info.width + Math.round((x + w / 2) * scale)) * 3;
    return COLORS.findIndex((color) =>
      [1, 3, 5].every(
        (from, channel) =>
          Math.abs(Number.parseInt(color.slice(from, from + 2), 16) - (data[at + channel] ?? -99)) <= TOLERANCE,
      ),
    );
  };
  return { panel: read(PANEL), mark: read(MARK) };
}

function countOf(shapes: readonly Shape[], is: (shape: Shape) => boolean): number {
  return shapes.filter(is).length;
}

function page(shapes: readonly Shape[]): string {
  const place = ({ x, y, width, height }: typeof PANEL): string =>
    `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  return `<!doctype html><title>answers</title><style>
html,body{margin:0;height:100%;background:#fff;overflow:hidden}
#button{position:absolute;left:100px;top:110px;width:200px;height:60px;background:#ddd}
#button.ring{outline:4px solid #06c}
#panel{${place(PANEL)};background:${COLORS[0]}}
#mark{${place(MARK)};background:${COLORS[0]}}
#spinner{position:absolute;left:800px;top:120px;width:40px;height:40px;border-radius:50%;border:6px solid #ccc;border-top-color:#06c;display:none;animation:turn .8s linear infinite}
#text{position:absolute;left:400px;top:500px;width:300px;height:60px;border:1px solid #999;outline:none;resize:none;font:20px monospace}
@keyframes turn{to{transform:rotate(360deg)}}
</style><div id=button></div><div id=panel></div><div id=mark></div><div id=spinner></div><textarea id=text></textarea><script>
const shapes=${JSON.stringify(shapes)},colors=${JSON.stringify(COLORS)},counts={panel:0,mark:0};let clicks=0;
const show=(part,fadeMs)=>{part.style.transition=fadeMs?'background-color '+fadeMs+'ms linear':'none';counts[part.id]++;part.style.background=colors[counts[part.id]%colors.length]};
button.onmousedown=event=>event.preventDefault();
button.onclick=()=>{const click=clicks++,shape=shapes[click];if(!shape)return;
button.className=shape.kind==='acknowledged'?'ring':'';spinner.style.display=shape.kind.startsWith('spin')?'block':'none';
shape.kind==='caret'?text.focus():text.blur();
if(shape.kind==='nothing')return;
const answer=()=>{if(shape.kind==='spinner')spinner.style.display='none';show(shape.kind==='mark'?mark:panel,shape.fadeMs);
setTimeout(()=>requestAnimationFrame(()=>requestAnimationFrame(()=>fetch('/answered/'+click))),shape.fadeMs)};
shape.delayMs?setTimeout(answer,shape.delayMs):answer()};
requestAnimationFrame(()=>requestAnimationFrame(()=>fetch('/shown')))</script>`;
}
