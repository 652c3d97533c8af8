/** The page around a task: a clock that ticks once a second, and a line to the server, which hears what happens and asks where things are. */

/** The whole of one page. `run` and `name` are in its address: what an old page still has to say is told apart by them. */
export function renderPage(title: string, body: string, direction: 'ltr' | 'rtl', isMain: boolean): string {
  return `<!doctype html><html lang="en" dir="${direction}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>
<script>${SCRIPT}</script>
<body>${isMain ? '<div id="clock">00:00:00</div>' : ''}<main>${body}</main>${isMain ? `<script>${MAIN}</script>` : ''}`;
}

const STYLE = `body { margin: 0; font: 16px/1.4 sans-serif; background: #fff; color: #111 }
#clock { position: fixed; inset-inline-end: 16px; top: 12px; font: 32px monospace; background: #eee; padding: 4px 12px; z-index: 1 }
main { padding: 24px; max-width: 900px } label { display: block; margin: 8px 0 } button, input, select, textarea { font: inherit; margin: 4px }
.box { border: 1px solid #888; padding: 12px; margin: 8px 0 } ul, ol { padding: 0 } li { list-style: none }`;

/** Every page and frame of a task. */
const SCRIPT = `const RUN = location.pathname.split('/')[1];
const by = (id) => document.getElementById(id);
const say = (what, value = '') => fetch('/said', { method: 'POST', keepalive: true,
  body: JSON.stringify([RUN, what, String(value), performance.timeOrigin + performance.now()]) });
const find = (path) => path.split(' >> ').reduce(({ root, x, y, seen }, selector) => {
  const element = root?.querySelector(selector);
  if (!element) return { root: null, x, y, seen };
  const inner = element.shadowRoot ?? element.closedRoot ?? element.contentDocument;
  const box = element.getBoundingClientRect();
  // Of what a frame holds, what lies outside of it does not show.
  const within = (frame) => ({ left: Math.max(seen.left, frame.x), top: Math.max(seen.top, frame.y),
    right: Math.min(seen.right, frame.x + element.clientWidth), bottom: Math.min(seen.bottom, frame.y + element.clientHeight) });
  const inFrame = (frame) => ({ ...frame, seen: within(frame) });
  const frame = element.contentDocument ? inFrame({ x: x + box.x + element.clientLeft, y: y + box.y + element.clientTop }) : { x, y, seen };
  return { root: inner ?? element, element, box: { x: x + box.x, y: y + box.y, width: box.width, height: box.height }, ...frame };
}, { root: document, x: 0, y: 0, seen: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } });
// A window fills the display; what of it is no page, a browser's bars, stands above.
const bars = () => {
  const zoom = Number(/^z(\\d+)\\./.exec(location.hostname)?.[1] ?? 100) / 100;
  return (screen.height / zoom - innerHeight) * devicePixelRatio;
};
const where = (path) => {
  const { root, box, seen } = find(path);
  if (!root || !box || box.width === 0) return null;
  // Of what is larger than the window, the part that shows.
  const cut = (start, size, whole) => size <= whole ? [start, size] : [Math.max(0, start), Math.min(start + size, whole) - Math.max(0, start)];
  const [[left, width], [top, height]] = [cut(box.x, box.width, innerWidth), cut(box.y, box.height, innerHeight)];
  const [x, y] = [left + width / 2, top + height / 2];
  if (x < seen.left || y < seen.top || x >= seen.right || y >= seen.bottom) return null;
  const scale = devicePixelRatio;
  return { x: left * scale, y: bars() + top * scale, width: width * scale, height: height * scale };
};`;

/** The page itself: not its frames and popups. */
const MAIN = `const tick = () => { by('clock').textContent = new Date().toTimeString().slice(0, 8) };
tick(); setInterval(tick, 1000);
const link = new EventSource('/link?run=' + RUN);
link.addEventListener('go', ({ data }) => { link.close(); location.replace(data) });
link.addEventListener('ask', ({ data }) => {
  const [id, kind, what] = JSON.parse(data);
  let answer = null;
  try { answer = kind === 'where' ? where(what) : String(eval(what)) } catch (error) { answer = String(error) }
  fetch('/answer', { method: 'POST', body: JSON.stringify([id, answer]) });
});
const settled = () => { if (!document.hasFocus()) return setTimeout(settled, 50);
  requestAnimationFrame(() => requestAnimationFrame(() => say('ready', Math.round(innerWidth * devicePixelRatio)))) };
addEventListener('load', settled);`;
