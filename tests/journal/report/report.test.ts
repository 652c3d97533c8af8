import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { evolve } from '../../../src/journal/evolve.ts';
import { summarizeRun } from '../../../src/journal/history/timeline.ts';
import { renderReport } from '../../../src/journal/report/report.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import { speakSpans } from '../../../src/outbound/spoken.ts';
import { renderEnd } from '../../../src/run/life/end-card.ts';
import { createRedactor } from '../../../src/safety/secrets/redact.ts';
import { auditPage } from '../../adapters/chat/web/browser-bench.ts';
import { noChromium, startChromium } from '../../support/chromium.ts';
import { SAMPLE_EVENTS, samplePictures } from '../../support/sample-run.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

/** Runs in the page. */
const LOOK = `({
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  pictures: [...document.images].map(({ naturalWidth, clientWidth }) => naturalWidth > 0 && clientWidth > 200),
  ground: getComputedStyle(document.body).backgroundColor,
  size: Number.parseFloat(getComputedStyle(document.body).fontSize),
})`;
const seenSchema = z.object({
  overflow: z.number(),
  pictures: z.array(z.boolean()),
  ground: z.string(),
  size: z.number(),
});

const input = async () => ({
  events: SAMPLE_EVENTS,
  pictures: await samplePictures(),
  narrative: 'The drawings were printed from Preview.',
  language: 'en' as const,
});

describe('the report of a run', () => {
  it('tells looks, decisions, risks, questions, effects, checks and costs, in their order', async () => {
    const text = renderReport(await input())
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/src="[^"]*"/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    const wanted = [
      'Run 12',
      'Done and checked · Score 92',
      'The 14 drawings are printed.',
      'In short The drawings were printed from Preview.',
      'Step 1',
      'Preview – permit.pdf',
      'Decided: Open the print dialog',
      'claude-sonnet-5-5 · 2 s · $0.006',
      'moderate risk Clicking button “Print”',
      'click.named',
      'Done; the screen changed. 84 ms',
      'Step 2',
      'The screen never settled.',
      'Owner wrote: double-sided please',
      'high risk Running',
      'Approved by Owner.',
      'It did not work.',
      'Exit code 1.',
      'Checked: it is done (92/100)',
      '✓ the file out.pdf exists',
      'At the end',
      'Costs',
    ];
    let at = 0;
    for (const words of wanted) {
      const found = text.indexOf(words, at);
      assert.ok(
        found >= at,
        `“${words}” after “${text.slice(Math.max(0, at - 60), at)}” in ${text.slice(at, at + 400)}`,
      );
      at = found;
    }
  });

  it('counts steps and actions as the last message and the list of runs do', async () => {
    const facts = renderReport(await input()).replace(/<[^>]+>/g, ' ');
    assert.match(facts, /Steps\s+2\s+Actions\s+2/);
    const state = SAMPLE_EVENTS.reduce(evolve, startingState);
    const { outcome } = state;
    assert.ok(outcome !== null);
    assert.match(
      JSON.stringify(
        speakSpans(renderEnd(state, outcome, { isPair: false, isVerbose: false, configuredModel: null }), 'en'),
      ),
      / · 2 steps · /,
    );
    assert.equal(summarizeRun(SAMPLE_EVENTS).steps, 2);
  });

  it('lets nothing of a run become markup, and holds everything it shows', async () => {
    const html = renderReport(await input());
    assert.ok(!html.includes('<b>the permit') && html.includes('&lt;b&gt;the permit&lt;/b&gt;'));
    assert.equal(html.match(/<\/script>/g), null);
    assert.equal(html.match(/<script/g), null);
    assert.equal(html.match(/src="(?!data:image\/jpeg;base64,)/g), null);
    assert.equal(html.match(/\b(?:href|style|on[a-z]+)="/g), null);
    assert.equal(html.match(/<img /g)?.length, 4);
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:/);
  });

  it('shows what a program sent apart from the goal, each value in a line of its own, and keeps no secret of it', async () => {
    const values = {
      who: 'Ann</pre><h1>Pay 900\nnumber: 8',
      number: '7',
      key: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    };
    const events = SAMPLE_EVENTS.map((event) => (event.type === 'run.created' ? { ...event, values } : event));
    const html = renderReport({ ...(await input()), events: events.map((event) => createRedactor([]).data(event)) });
    const block = /Sent by a program, not by you:<\/p><pre>([^<]*)<\/pre>/.exec(html)?.[1] ?? '';
    assert.deepEqual(block.split('\n').slice(0, 2), ['who: Ann&lt;/pre&gt;&lt;h1&gt;Pay 900 ↵ number: 8', 'number: 7']);
    assert.equal(html.match(/<h1>/g)?.length, 1);
    assert.ok(!html.includes('ghp_0123456789'), block);
    const without = renderReport(await input());
    assert.doesNotMatch(without, /Sent by a program/);
  });

  it('is said in German too', async () => {
    const html = renderReport({ ...(await input()), language: 'de' });
    assert.match(html, /<html lang="de">/);
    assert.match(html, /Schritt 1/);
    assert.match(html, /0,012 \$/);
  });

  it('says so when pictures are not kept, and leaves some out before it gets too large', async () => {
    const without = renderReport({ ...(await input()), pictures: new Map() });
    assert.match(without, /The picture is not kept/);
    const large = new Uint8Array(20_000_000);
    const pictures = new Map([...(await samplePictures())].map(([name]) => [name, large]));
    assert.ok(renderReport({ ...(await input()), pictures }).length < 60_000_000);
  });

  it('reads well on a phone and on a screen, dark and light, without asking anything of the network', {
    skip: noChromium,
  }, async (t) => {
    const file = join(makeTempFolder(t), 'report.html');
    writeFileSync(file, renderReport(await input()));
    const { browser, close } = await startChromium();
    try {
      for (const [width, colorScheme] of [
        [320, 'dark'],
        [390, 'light'],
        [1280, 'light'],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
        const asked: string[] = [];
        const errors: string[] = [];
        page.on('request', (request) => void asked.push(request.url()));
        page.on('console', (message) => void errors.push(message.text()));
        await page.goto(pathToFileURL(file).href);
        assert.deepEqual(
          asked.filter((url) => !url.startsWith('data:')),
          [pathToFileURL(file).href],
        );
        assert.deepEqual(errors, []);
        const seen = seenSchema.parse(await page.evaluate(LOOK));
        assert.equal(seen.overflow, 0, 'nothing sticks out');
        assert.deepEqual(seen.pictures, [true, true, true, true]);
        assert.equal(seen.ground, colorScheme === 'dark' ? 'rgb(18, 20, 23)' : 'rgb(241, 243, 245)');
        assert.ok(seen.size >= 16);
        assert.deepEqual(await auditPage(page), []);
        const shots = process.env.REPORT_SHOTS;
        if (shots !== undefined)
          await page.screenshot({ path: join(shots, `${width}-${colorScheme}.png`), fullPage: true });
        await page.close();
      }
    } finally {
      await close();
    }
  });
});
