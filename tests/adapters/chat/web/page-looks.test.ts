/** The page beside screenshots that somebody looked at and approved; `npm run test:looks` audits every view at every width and in both themes. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { noChromium, startChromium, type TestBrowser } from '../../../support/chromium.ts';
import { compareLooks } from './compare-looks.ts';
import { lookAt } from './look-at.ts';
import { IS_APPROVING, LOOKED_AT_WITH, LOOKS, LOOKS_FOLDER, nameOf, shoot } from './looks.ts';
import { STATE_NAMES } from './page-states.ts';

/** The largest number of differing pixels; a changed word has more. */
const SAME_PIXELS = 40;
/** Draws letters as the whole browser does, in which the looks were approved; the engine alone needs this flag. */
const HINTING = '--font-render-hinting=slight';
/** The folder for pictures of differences. */
const DIFFERENCES = join(tmpdir(), 'deskhand-looks');

describe('The page, as somebody approved it', { skip: noChromium }, () => {
  let chromium: TestBrowser | null = null;
  before(async () => {
    chromium = await startChromium({ flags: [HINTING] });
  });
  after(() => chromium?.close());

  for (const state of STATE_NAMES) {
    const looks = LOOKS.filter((look) => look.state === state);
    if (looks.length === 0) continue;
    it(`${state}: as approved, and nothing an audit finds`, async (t) => {
      assert.ok(chromium !== null);
      const isComparable = chromium.browser.version() === LOOKED_AT_WITH;
      if (!isComparable) t.diagnostic(`not compared: approved with Chromium ${LOOKED_AT_WITH}`);
      await lookAt(chromium.browser, state, looks, async (look, page) => {
        if (isComparable) await compare(nameOf(look), await shoot(page));
      });
    });
  }
});

async function compare(name: string, shown: Uint8Array): Promise<void> {
  const path = join(LOOKS_FOLDER, name);
  if (IS_APPROVING) return void writeFileSync(path, await sharp(shown).webp({ lossless: true, effort: 6 }).toBuffer());
  assert.ok(existsSync(path), `nobody approved ${name} yet: npm run looks`);
  const { pixels, of, drawDifference } = await compareLooks(readFileSync(path), shown);
  if (pixels <= SAME_PIXELS) return;
  mkdirSync(DIFFERENCES, { recursive: true });
  const where = join(DIFFERENCES, name.replace(/webp$/, 'png'));
  writeFileSync(where, await drawDifference());
  assert.fail(
    `${name} differs in ${pixels} of ${of} pixels, red in ${where}; if that is meant: npm run looks, and look at it`,
  );
}
