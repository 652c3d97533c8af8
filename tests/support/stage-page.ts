/** A page in a real browser window that asks for one thing after the other: a pink square to press, a blue field to write into, then green. */

import { createServer } from 'node:http';
import { z } from 'zod';
import { listen } from '../servers/listen.ts';

export type Stage =
  /** Asks for a press anywhere on the square. */
  | { readonly kind: 'press'; readonly x: number; readonly y: number }
  /** Asks for this text, sent with Enter; another one is not accepted. */
  | { readonly kind: 'write'; readonly x: number; readonly y: number; readonly text: string };

export const COLORS = { press: [230, 30, 140], write: [40, 90, 230], done: [30, 160, 70] } as const;

export interface StagePage {
  readonly url: string;
  /** Resolves when the page was shown. */
  readonly shown: Promise<void>;
  /** Starts with these stages; places are shares of the window, 0–1. */
  begin(stages: readonly Stage[]): void;
  /** Moves the present target elsewhere. */
  move(x: number, y: number): void;
  /** The number of stages that are done. */
  reached(): number;
  /** Clicks that met nothing, and texts that were not asked for, since `begin`. */
  readonly mistakes: readonly string[];
  stop(): Promise<void>;
}

const clickSchema = z.object({ on: z.string(), stage: z.coerce.number() });

const PAGE = `<!doctype html><title>stages</title><style>html,body{margin:0;height:100%;background:#fff;overflow:hidden}
#t,#f{position:absolute;transform:translate(-50%,-50%)}#t{width:44px;height:44px;background:rgb(${COLORS.press})}
#f{width:150px;height:36px;border:0;outline:0;background:rgb(${COLORS.write})}#d{height:120px;background:rgb(${COLORS.done})}</style><div id=b></div><script>
let shown='',now={};const b=document.getElementById('b');
const draw=s=>{now=s;b.innerHTML=s.kind==='press'?'<div id=t></div>':s.kind==='write'?'<input id=f autocomplete=off>':'<div id=d></div>';
const e=b.firstChild;if(s.x!==undefined){e.style.left=s.x*100+'%';e.style.top=s.y*100+'%'}};
setInterval(async()=>{const t=await(await fetch('/state')).text();if(t!==shown){shown=t;draw(JSON.parse(t))}},80);
addEventListener('click',e=>{fetch('/click?on='+(e.target.id||'nothing')+'&stage='+now.stage);if(e.target.id==='t')e.target.remove()});
addEventListener('keydown',e=>{if(e.key==='Enter'&&e.target.id==='f'){fetch('/enter?stage='+now.stage+'&text='+encodeURIComponent(e.target.value));e.target.remove()}});
requestAnimationFrame(()=>requestAnimationFrame(()=>fetch('/shown')))</script>`;

export async function startStagePage(): Promise<StagePage> {
  const shown = Promise.withResolvers<void>();
  let stages: readonly Stage[] = [];
  let stage = 0;
  let rounds = 0;
  let moved: { readonly x: number; readonly y: number } | null = null;
  const mistakes: string[] = [];
  const goOn = (): void => {
    stage += 1;
    moved = null;
  };
  const take = (path: string, query: URLSearchParams): void => {
    const current = stages[stage];
    if (path === '/click') {
      const { on, stage: of } = clickSchema.parse(Object.fromEntries(query));
      if (on === 't' && of === stage) goOn();
      else if (on !== 'f') mistakes.push(`a click on ${on} in stage ${of}`);
    }
    if (path === '/enter') {
      const text = query.get('text');
      if (current?.kind === 'write' && current.text === text) goOn();
      else mistakes.push(`the text ${text} in stage ${query.get('stage')}`);
    }
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/shown') shown.resolve();
    take(pathname, searchParams);
    const current = stages[stage] ?? { kind: 'done' };
    const body =
      pathname === '/' ? PAGE : pathname === '/state' ? JSON.stringify({ ...current, ...moved, stage, rounds }) : '';
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    shown: shown.promise,
    begin(next) {
      stages = next;
      stage = 0;
      rounds += 1;
      moved = null;
      mistakes.length = 0;
    },
    move(x, y) {
      moved = { x, y };
    },
    reached: () => stage,
    mistakes,
    stop,
  };
}
