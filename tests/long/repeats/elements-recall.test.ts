/** How much of what a page has to work with is listed: against labels in the pages that only the test reads. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Box, UiElement } from '../../../src/ports/desktop.ts';
import { isActionable } from '../../../src/screen/element-kinds.ts';
import { noElements, startElementsBench } from '../../adapters/desktop/accessibility/elements-bench.ts';
import { noBrowser, openPage } from '../../adapters/desktop/hands-bench.ts';
import { listen } from '../../servers/listen.ts';
import { LABELLED_PAGES } from '../../support/labelled-pages.ts';
import { until } from '../../support/until.ts';

interface Label {
  readonly text: string;
  /** Why the browser's tree cannot carry the element; '' when it can. */
  readonly dark: string;
  /** Pixels of the screen. */
  readonly box: Box;
}

/** The shared area, as a share of the smaller box. */
const LEAST_SHARED = 0.5;
const LEAST_RECALL = 0.95;

test('of what the browser can tell, at least 95 % is listed', { skip: noElements || noBrowser }, async (t) => {
  const server = createServer((request, response) => {
    const found = LABELLED_PAGES[Number(request.url?.slice(1))];
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(found?.html ?? '');
  });
  const { port, stop } = await listen(server);
  const bench = await startElementsBench({ width: 1280, height: 900 });
  const { page, close } = await openPage(bench, '<title>Start</title>', ['--force-renderer-accessibility']);
  try {
    let [lit, found, dark] = [0, 0, 0];
    const missed: string[] = [];
    for (const [index, { name }] of LABELLED_PAGES.entries()) {
      await page.goto(`http://127.0.0.1:${port}/${index}`);
      await bench.find('tab', new RegExp(`^${name}`));
      const labels = await readLabels(page);
      assert.ok(labels.length >= 10, name);
      // The tree is complete only some time after the page is shown.
      let elements: readonly UiElement[] = [];
      await until(async () => {
        const list = await bench.look();
        const isMore = list.elements.length > elements.length;
        elements = list.elements;
        return !isMore && list.coverage === 'complete';
      }, `${name} to be listed`);
      for (const label of labels) {
        if (label.dark !== '') dark += 1;
        else if (elements.some((element) => isActionable(element) && isOn(element, label))) found += 1;
        else missed.push(`${name}: ${label.text}`);
        if (label.dark === '') lit += 1;
      }
    }
    t.diagnostic(
      `listed ${found} of ${lit} that the tree can carry; ${dark} of ${lit + dark} it cannot; missed: ${missed}`,
    );
    assert.ok(found >= lit * LEAST_RECALL, missed.join('\n'));
  } finally {
    await close();
    await bench.close();
    await stop();
  }
});

/** The element is where the label is, and about as large. */
function isOn({ box }: UiElement, { box: label }: Label): boolean {
  const width = Math.min(box.x + box.width, label.x + label.width) - Math.max(box.x, label.x);
  const height = Math.min(box.y + box.height, label.y + label.height) - Math.max(box.y, label.y);
  if (width <= 0 || height <= 0) return false;
  const areas = [box.width * box.height, label.width * label.height];
  return width * height >= LEAST_SHARED * Math.min(...areas) && Math.max(...areas) <= 4 * Math.min(...areas);
}

function readLabels(page: Page): Promise<readonly Label[]> {
  return page.evaluate(`(() => {
    const top = outerHeight - innerHeight;
    const read = (root, x, y) => [...root.querySelectorAll('*')].flatMap((node) => {
      const own = node.getBoundingClientRect();
      const inside = node.shadowRoot ? read(node.shadowRoot, x, y)
        : node.tagName === 'IFRAME' ? read(node.contentDocument, x + own.x + node.clientLeft, y + own.y + node.clientTop) : [];
      if (!node.hasAttribute('data-works')) return inside;
      const box = { x: x + own.x, y: y + own.y, width: own.width, height: own.height };
      return [{ text: node.tagName + ' ' + (node.textContent || '').trim().slice(0, 20), dark: node.dataset.dark || '', box }, ...inside];
    });
    return read(document, screenX, screenY + top);
  })()`);
}
