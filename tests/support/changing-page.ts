/** A page in a real Chromium that fills a test's display and changes when it is told to, beside a clock if wanted. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../servers/listen.ts';
import { chromiumWindow } from './chromium-window.ts';
import { until } from './until.ts';
import type { TestDisplay } from './x11.ts';

const PAGE = `<!doctype html><title>Changes</title>
<style>body { margin: 24px; font: 18px sans-serif } #clock { height: 60px; font-size: 40px } #block { width: 320px; height: 220px; background: #ddd }
button { width: 200px; height: 60px; margin: 24px 0 }</style>
<div id=clock></div><p id=busy role=status>-</p><p id=done role=status>-</p><button id=counter>Counter</button><div id=block></div>
<script>
const $ = (id) => document.getElementById(id);
let ticking;
const tick = () => { $('clock').textContent = new Date().toLocaleTimeString(); };
new EventSource('/changes').onmessage = ({ data }) => {
  const { id, text, color, clock } = JSON.parse(data);
  if (text !== undefined) $(id).textContent = text;
  if (color !== undefined) $(id).style.background = color;
  if (clock === true) { tick(); ticking = setInterval(tick, 1000); }
  if (clock === false) { clearInterval(ticking); $('clock').textContent = ''; }
  requestAnimationFrame(() => requestAnimationFrame(() => fetch('/shown', { method: 'POST' })));
};
</script>`;

export interface PageChange {
  readonly id?: 'busy' | 'done' | 'counter' | 'block';
  readonly text?: string;
  readonly color?: string;
  /** Starts or ends it. */
  readonly clock?: boolean;
}

export interface ChangingPage {
  /** Resolves when it is on the screen. */
  change(what: PageChange): Promise<void>;
  stop(): Promise<void>;
}

/** `profile` is a folder for the browser. */
export async function openChangingPage(
  display: TestDisplay,
  profile: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<ChangingPage> {
  let listener: ServerResponse | null = null;
  let shown = 0;
  const server = createServer((request, response) => {
    if (request.url === '/changes') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      listener = response;
      return;
    }
    if (request.url === '/shown') shown += 1;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(request.url === '/' ? PAGE : '');
  });
  const { port, stop } = await listen(server);
  const [program, args] = chromiumWindow(`http://127.0.0.1:${port}/`, profile, width, height);
  display.open(program, [...args, '--force-renderer-accessibility']);
  await until(() => listener, 'the page is open');
  return {
    async change(what) {
      const before = shown;
      listener?.write(`data: ${JSON.stringify(what)}\n\n`);
      await until(() => shown > before, 'the page shows a change');
    },
    async stop() {
      listener?.end();
      await stop();
    },
  };
}
