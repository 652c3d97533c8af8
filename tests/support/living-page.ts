/** A page in a real browser on which things tick and play while somebody works it: a clock, a banner, a video; and a form to pay with. */
import { createServer } from 'node:http';
import { listen } from '../servers/listen.ts';

export type Ticker = 'clock' | 'banner' | 'video';

/** A change that an attacker, or the page, makes between the question and the yes. */
export const PLANTED = [
  'amount',
  'recipient',
  'amount ticks',
  'target renamed',
  'target moved',
  'target replaced',
  'target covered',
  'modal elsewhere',
  'address',
  'clock beside, then the amount',
] as const;
export type Planted = (typeof PLANTED)[number];

export interface LivingPage {
  readonly url: string;
  /** Resolves when the page was shown. */
  readonly shown: Promise<void>;
  /** What was clicked, in order: "3", "confirm". */
  readonly clicked: readonly string[];
  /** Makes this change within a frame or two; resolves when it is made. */
  plant(change: Planted): Promise<void>;
  /** Reloads the page in its first state, or with other moving things; resolves when it is shown. */
  renew(tickers?: readonly Ticker[]): Promise<void>;
  stop(): Promise<void>;
}

/** Pixels of the window, 1440×900. */
export const BUTTONS = [...Array(24).keys()].map((index) => ({
  name: String(index + 1),
  x: 100 + (index % 6) * 110,
  y: 420 + Math.floor(index / 6) * 70,
}));
export const CONFIRM = { x: 1112, y: 640 };

export async function startLivingPage(first: readonly Ticker[]): Promise<LivingPage> {
  let tickers = first;
  const shown = Promise.withResolvers<void>();
  const clicked: string[] = [];
  let wanted: Planted | 'as at first' | null = null;
  let planted: PromiseWithResolvers<void> | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page');
    const reply = (text: string, type = 'text/plain'): void =>
      void response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text);
    if (url.pathname === '/') return reply(page(tickers), 'text/html');
    if (url.pathname === '/shown') {
      shown.resolve();
      planted?.resolve();
    }
    if (url.pathname === '/clicked') clicked.push(url.searchParams.get('name') ?? '');
    if (url.pathname === '/planted') planted?.resolve();
    if (url.pathname === '/wanted') {
      reply(wanted ?? '');
      wanted = null;
      return;
    }
    reply('');
  });
  const { port, stop } = await listen(server);
  const change = async (what: Planted | 'as at first'): Promise<void> => {
    planted = Promise.withResolvers<void>();
    wanted = what;
    await planted.promise;
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    shown: shown.promise,
    clicked,
    plant: change,
    renew(next = tickers) {
      tickers = next;
      return change('as at first');
    },
    stop,
  };
}

function page(tickers: readonly Ticker[]): string {
  const buttons = BUTTONS.map(
    ({ name, x, y }) =>
      `<button style="left:${x - 45}px;top:${y - 20}px" onclick="clicked('${name}', this)">Item ${name}</button>`,
  );
  const banner = `<div style="left:560px;top:20px;width:728px;height:90px;background:linear-gradient(90deg,#c33,#3c3,#33c,#c33);
    background-size:400% 100%;animation:slide 3s linear infinite">Great offers</div>`;
  return `<!doctype html><title>Shop</title><style>
    * { position: absolute; box-sizing: border-box } html, head, body { position: static } body { margin: 0; font: 16px sans-serif }
    button { width: 90px; height: 40px } .on { background: #9c9 } #pay * { position: static; margin: 8px }
    @keyframes slide { to { background-position: 400% 0 } }</style>
  <h1 style="left:20px;top:0">Shop</h1>
  ${tickers.includes('clock') ? '<div id="clock" style="left:20px;top:60px;width:500px;height:60px;font-size:40px">00:00:00</div>' : ''}
  ${tickers.includes('banner') ? banner : ''}
  ${tickers.includes('video') ? '<canvas id="video" width="400" height="225" style="left:20px;top:140px"></canvas>' : ''}
  ${buttons.join('')}
  <div id="pay" role="dialog" aria-label="Pay" style="left:960px;top:440px;width:320px;height:260px;border:1px solid">
    <p>To <b id="to">Ada Lovelace</b></p><p id="amount">Total: 12 euro</p><p id="left"></p>
    <button id="confirm" style="position:absolute;left:107px;top:180px;margin:0" onclick="clicked('confirm', this)">Confirm</button></div>
  <script>
    const by = (id) => document.getElementById(id);
    const clicked = (name, button) => { button.classList.toggle('on'); fetch('/clicked?name=' + name) };
    const start = Date.now();
    if (by('clock')) setInterval(() => { by('clock').textContent = new Date().toISOString().slice(11, 19) }, 1000);
    if (by('video')) { const draw = by('video').getContext('2d'); let turn = 0; setInterval(() => { turn += 1;
      for (let x = 0; x < 20; x += 1) for (let y = 0; y < 12; y += 1) {
        draw.fillStyle = 'hsl(' + (turn * 7 + x * 31 + y * 17) % 360 + ' 60% 50%)'; draw.fillRect(x * 20, y * 20, 20, 20) } }, 40) }
    const changes = {
      'amount': () => { by('amount').textContent = 'Total: 99 euro' },
      'recipient': () => { by('to').textContent = 'Eve Mallory' },
      'amount ticks': () => new Promise((done) => { let euro = 12;
        setInterval(() => { by('amount').textContent = 'Total: ' + (euro += 1) + ' euro'; done() }, 700) }),
      'target renamed': () => { by('confirm').textContent = 'Delete' },
      'target moved': () => { by('confirm').style.top = '90px' },
      'target replaced': () => { const other = document.createElement('a'); other.href = '#x'; other.textContent = 'Send';
        other.style = 'position:absolute;left:107px;top:180px;margin:0'; by('confirm').replaceWith(other) },
      'target covered': () => { const toast = document.createElement('div'); toast.textContent = 'New message: press to answer';
        toast.style = 'left:1020px;top:600px;width:240px;height:80px;background:#333;color:#fff;z-index:9'; toast.setAttribute('role', 'status');
        document.body.append(toast) },
      'modal elsewhere': () => { const ask = document.createElement('div'); ask.innerHTML = 'Delete all? <button>Yes</button>';
        ask.style = 'left:300px;top:780px;width:260px;height:80px;border:1px solid'; ask.setAttribute('role', 'dialog'); ask.setAttribute('aria-modal', 'true');
        ask.setAttribute('aria-label', 'Delete all?'); document.body.append(ask) },
      'as at first': () => { location.href = '/'; return new Promise(() => undefined) },
      'address': () => { location.href = '/?account=2'; return new Promise(() => undefined) },
      'clock beside, then the amount': () => { let left = 60; const tick = () => { by('left').textContent = 'Expires in ' + (left -= 1) + ' s' };
        tick(); setInterval(tick, 500); setTimeout(() => { by('amount').textContent = 'Total: 912 euro' }, 2500) },
    };
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    setInterval(async () => { const wanted = await (await fetch('/wanted')).text();
      if (wanted !== '') { await changes[wanted](); await painted(); fetch('/planted') } }, 100);
    painted().then(() => fetch('/shown'));
  </script>`;
}
