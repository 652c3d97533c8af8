/** A page full of buttons in a real Chromium that fills a test's display: it tells what reached it, and where. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../servers/listen.ts';
import { chromiumWindow } from './chromium-window.ts';
import { until } from './until.ts';
import type { TestDisplay } from './x11.ts';

export const BUTTONS = 26;
const SIZE = { width: 1024, height: 768 };
/** Names that no risk check of a model is asked about. */
const NAMES = ['Fold', 'Show a line', 'Read more', 'Next', 'Look at this entry', 'Back'];
const PAGE = `<!doctype html><title>Buttons</title><body style="margin:24px;font:16px sans-serif;height:2400px">
<label>Search <input id=words oninput="tell({words:value})"></label>
${Array.from({ length: BUTTONS }, (_, index) => `<p style="display:inline-block;width:300px;margin:6px 0">A line of text before it <button id=b${index}>${NAMES[index % NAMES.length]}</button></p>`).join('\n')}
<script>
const tell = (what) => fetch('/told', { method: 'POST', body: JSON.stringify(what) });
const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
addEventListener('click', ({ target, clientX: x, clientY: y }) => tell({ click: target.id, x, y }));
addEventListener('keydown', ({ key, metaKey, ctrlKey }) => tell({ key, metaKey, ctrlKey }));
addEventListener('scroll', () => tell({ scrolled: scrollY }));
tell({ boxes: Object.fromEntries([...document.querySelectorAll('button')].map((one) => [one.id, boxOf(one.getBoundingClientRect())])) });
</script>`;

const boxSchema = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() });
export type PageBox = z.infer<typeof boxSchema>;
const clickSchema = z.object({ click: z.string(), x: z.number(), y: z.number() });
export type PageClick = z.infer<typeof clickSchema>;

export interface ButtonPage {
  /** The buttons' boxes, in pixels of the display. */
  readonly boxes: ReadonlyMap<string, PageBox>;
  /** Clicks so far. */
  clicks(): readonly PageClick[];
  /** All messages of the page but the boxes, in order. */
  told(): readonly unknown[];
  stop(): Promise<void>;
}

/** Resolves when it is shown. `profile` is a folder for the browser. */
export async function openButtonPage(display: TestDisplay, profile: string): Promise<ButtonPage> {
  const told: unknown[] = [];
  let boxes: ReadonlyMap<string, PageBox> | null = null;
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const what: unknown = JSON.parse(await text(request));
      const first = z.object({ boxes: z.record(z.string(), boxSchema) }).safeParse(what);
      if (first.success) boxes = new Map(Object.entries(first.data.boxes));
      else told.push(what);
    }
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(request.url === '/' ? PAGE : '');
  });
  const { port, stop } = await listen(server);
  const [program, args] = chromiumWindow(`http://127.0.0.1:${port}/`, profile, SIZE.width, SIZE.height);
  display.open(program, [...args, '--force-renderer-accessibility', '--remote-debugging-port=0']);
  await until(() => boxes !== null, 'the page is shown', 30_000);
  return {
    boxes: boxes ?? new Map(),
    clicks: () => told.flatMap((what) => clickSchema.safeParse(what).data ?? []),
    told: () => [...told],
    stop,
  };
}
