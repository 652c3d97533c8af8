/** Pages as collections of small web tasks have them: an area of a few centimetres with tiny print, a line that says what to do, and jQuery's widgets. */

const STYLE = `<style>.small { position: relative; width: 320px; border: 1px solid #000; font: 11px Verdana, sans-serif; background: #fff }
  .small .query { background: #ff0; padding: 4px; border-bottom: 1px solid #000 } .small .area { padding: 4px; min-height: 300px }
  .small button, .small input, .small select, .small textarea { font: inherit; margin: 2px } .small .ui-widget { font-size: 11px } .link { color: #00c; text-decoration: underline; cursor: pointer }
  #left { position: absolute; left: 340px; top: 24px; font: 12px sans-serif }</style>`;

const LEFT = `<p id="left">Time left: <span id="seconds">120.0</span> s</p><script>
  const ends = Date.now() + 120000; setInterval(() => { by('seconds').textContent = Math.max(0, (ends - Date.now()) / 1000).toFixed(1) }, 100)</script>`;

const JQUERY = `<link rel="stylesheet" href="/lib/jquery-ui/dist/themes/base/jquery-ui.min.css"><script src="/lib/jquery/dist/jquery.min.js"></script><script src="/lib/jquery-ui/dist/jquery-ui.min.js"></script>`;

/** The body of such a page: a second clock counts down in tenths beside it. */
export function small(query: string, area: string, script = ''): string {
  return `${STYLE}${LEFT}<div class="small"><div class="query">${query}</div><div class="area">${area}</div></div>${script === '' ? '' : `<script>${script}</script>`}`;
}

/** The same with jQuery's widgets at hand. */
export function smallWithWidgets(query: string, area: string, script: string): string {
  return `${JQUERY}${small(query, area, script)}`;
}
