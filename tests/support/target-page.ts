/** A page in a real browser window with one colored target on it; it tells which clicks arrived and where. */

import { createServer } from 'node:http';
import { listen } from '../servers/listen.ts';

export interface TargetPage {
  readonly url: string;
  /** Clicks so far, in the page's pixels; `hit` when they met the target. */
  readonly clicks: readonly { readonly hit: boolean; readonly x: number; readonly y: number }[];
  /** Resolves when the page was shown. */
  readonly shown: Promise<void>;
  stop(): Promise<void>;
}

export interface TargetPageOptions {
  readonly color: string;
  /** Share of the window, 0–1, of the target's middle. */
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}

export async function startTargetPage({ color, x, y, sizePx }: TargetPageOptions): Promise<TargetPage> {
  const clicks: { hit: boolean; x: number; y: number }[] = [];
  const shown = Promise.withResolvers<void>();
  const html = `<!doctype html><title>target</title><style>html,body{margin:0;height:100%;background:#fff;overflow:hidden}
#t{position:absolute;width:${sizePx}px;height:${sizePx}px;left:calc(${x * 100}% - ${sizePx / 2}px);top:calc(${y * 100}% - ${sizePx / 2}px);background:${color}}</style>
<div id=t></div><script>addEventListener('click',e=>{fetch('/click?hit='+(e.target.id==='t')+'&x='+e.clientX+'&y='+e.clientY);document.title='clicked';t.style.background='#444'});
requestAnimationFrame(()=>requestAnimationFrame(()=>fetch('/shown')))</script>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/shown') shown.resolve();
    if (pathname === '/click')
      clicks.push({
        hit: searchParams.get('hit') === 'true',
        x: Number(searchParams.get('x')),
        y: Number(searchParams.get('y')),
      });
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pathname === '/' ? html : '');
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    clicks,
    shown: shown.promise,
    stop,
  };
}
