/** The page that echoes what it receives: a grid of colours at a known place, a field for text, a field for passwords. */

/** Squares of this size, this far from the page's top left corner, in the page's own units. */
export const GRID = { left: 40, top: 120, square: 20, columns: 4, rows: 2 } as const;
/** Red, green, blue, … row by row. */
export const GRID_COLORS = [0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff, 0xffffff, 0x000000] as const;
export const PASSWORD = { left: 40, top: 60, width: 200, height: 30 } as const;
export const FIELD = { left: 260, top: 60, width: 300, height: 100 } as const;

const at = ({ left, top }: { readonly left: number; readonly top: number }): string =>
  `position:absolute;left:${left}px;top:${top}px`;
const squares = GRID_COLORS.map((color, index) => {
  const left = GRID.left + (index % GRID.columns) * GRID.square;
  const top = GRID.top + Math.floor(index / GRID.columns) * GRID.square;
  return `<i style="${at({ left, top })};width:${GRID.square}px;height:${GRID.square}px;background:#${color.toString(16).padStart(6, '0')}"></i>`;
}).join('');

export const TARGET_PAGE = `<!doctype html><meta charset="utf-8"><title>Deskhand check</title>
<body style="margin:0;width:3000px;height:3000px;background:#808080;overflow:scroll">
<input type="password" value="correct horse" aria-label="Password" style="${at(PASSWORD)};width:${PASSWORD.width}px;height:${PASSWORD.height}px;box-sizing:border-box;background:#f0f;color:#f0f">
<textarea aria-label="Text" autocapitalize="off" autocorrect="off" spellcheck="false" style="${at(FIELD)};width:${FIELD.width}px;height:${FIELD.height}px;box-sizing:border-box"></textarea>
${squares}
<script>
  // One after the other: side by side a later one may arrive first, and a click would be told as two others.
  let sent = Promise.resolve();
  const send = (body) => {
    sent = sent.then(() => fetch('seen', { method: 'POST', body: JSON.stringify(body) })).catch(() => undefined);
  };
  const held = (e) => [e.ctrlKey && 'control', e.altKey && 'alt', e.shiftKey && 'shift', e.metaKey && 'cmd'].filter(Boolean).join('+');
  const field = document.querySelector('textarea');
  for (const type of ['mousedown', 'mouseup', 'mousemove', 'contextmenu', 'wheel', 'keydown']) {
    addEventListener(type, (e) => {
      send({ type, x: e.clientX ?? 0, y: e.clientY ?? 0, button: e.button ?? 0, clicks: e.detail ?? 0, buttons: e.buttons ?? 0,
        dx: Math.sign(e.deltaX ?? 0), dy: Math.sign(e.deltaY ?? 0), key: e.key ?? '', held: held(e) });
      if (type === 'contextmenu' || type === 'wheel') e.preventDefault();
    }, { passive: false });
  }
  const tell = () => send({ type: 'text', text: field.value });
  field.addEventListener('input', tell);
  let told = '';
  const place = () => {
    const now = { type: 'place', x: screenX + (outerWidth - innerWidth), y: screenY + (outerHeight - innerHeight), width: innerWidth, height: innerHeight };
    if (JSON.stringify(now) === told) return;
    told = JSON.stringify(now);
    send(now);
  };
  addEventListener('load', place);
  addEventListener('resize', place);
  setInterval(async () => {
    const wish = await (await fetch('wish')).text();
    if (wish.includes('clear')) { field.value = ''; tell(); }
    if (wish.includes('place')) told = '';
    place();
  }, 200);
</script>`;
