/** Pages and files: ten pages of a shop in a real browser, each visited for its price, which is written into a note. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMoney, makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';
import { writeText } from './files.ts';

const GOODS = ['lamp', 'desk', 'chair', 'shelf', 'rug', 'clock', 'vase', 'bench', 'stool', 'mirror'] as const;
const priceOf = (seed: number, index: number): string => asMoney(makeAmounts(seed + 170, GOODS.length)[index] ?? 0);

/** All goods are on one page; each shows its price once its name is pressed, and hides the one before. */
function htmlOf(seed: number): string {
  const rows = GOODS.map((good) => `<p><button id="show-${good}">Show ${good}</button></p>`);
  const prices = JSON.stringify(Object.fromEntries(GOODS.map((good, index) => [good, priceOf(seed, index)])));
  return `<style>p{margin:5px;font:14px sans-serif}</style><h2 id="price">-</h2>${rows.join('')}<script>const prices=${prices};for(const good of Object.keys(prices))document.getElementById('show-'+good).onclick=()=>{document.getElementById('price').textContent=good+': '+prices[good];say('shown',good)};</script>`;
}

export const SHOP: LongTask = {
  name: 'shop',
  isSeen: false,
  async prepare({ home, page, seed }) {
    mkdirSync(join(home, 'prices'), { recursive: true });
    await page.show(htmlOf(seed));
  },
  chores({ home, page, seed }: Place) {
    return GOODS.map((good, index) => {
      const price = `${good}: ${priceOf(seed, index)}`;
      const name = `prices/${good}.txt`;
      const show: Work = async () => {
        const target = await page.find(`#show-${good}`);
        return target === null ? null : { action: 'click', target, button: 'left', count: 1 };
      };
      return {
        wish: `Write “${price}” into ~/${name}`,
        reads: [show, () => ({ action: 'screenshot' })],
        does: (isMisread: boolean) => [writeText(home, name, `${isMisread ? misread(price) : price}\n`)],
        isDone: () => existsSync(join(home, name)) && readFileSync(join(home, name), 'utf8').includes(price),
      };
    });
  },
  never: ({ home }) => [
    { wish: 'Don’t touch ~/prices/last-year.txt', isDone: () => !existsSync(join(home, 'prices/last-year.txt')) },
  ],
};
