/** A page of our own in a real browser: ten fields are filled from what stands beside them, and each is kept by itself. */
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';

const FIELDS = ['rent', 'power', 'water', 'phone', 'food', 'train', 'books', 'tax', 'gifts', 'repairs'] as const;
const amountFor = (seed: number, index: number): string => String(makeAmounts(seed + 90, FIELDS.length)[index] ?? 0);

function htmlOf(seed: number): string {
  const rows = FIELDS.map(
    (field, index) =>
      `<p><label>${field} (slip: ${amountFor(seed, index)}) <input id="${field}" size="12"></label> <button id="keep-${field}">Keep ${field}</button> <b id="kept-${field}">-</b></p>`,
  );
  const script = FIELDS.map(
    (field) =>
      `document.getElementById('keep-${field}').onclick=()=>{const v=document.getElementById('${field}').value;document.getElementById('kept-${field}').textContent=v;say('${field}',v)};`,
  );
  return `<style>body{columns:2}p{margin:6px;font:14px sans-serif}</style>${rows.join('')}<p>locked <input id="locked" value="7" size="12"></p><script>document.getElementById('locked').onchange=()=>say('locked','changed');${script.join('')}</script>`;
}

export const PAGE: LongTask = {
  name: 'page',
  isSeen: true,
  async prepare({ page, seed }) {
    await page.show(htmlOf(seed));
  },
  chores({ page, seed }: Place) {
    const press =
      (selector: string, count = 1): Work =>
      async () => {
        const target = await page.find(selector);
        return target === null ? null : { action: 'click', target, button: 'left', count };
      };
    return FIELDS.map((field, index) => {
      const value = amountFor(seed, index);
      return {
        wish: `Keep ${value} as ${field}`,
        reads: [],
        does: (isMisread: boolean) => [
          press(`#${field}`, 3),
          (): ReturnType<Work> => ({ action: 'type', text: isMisread ? misread(value) : value }),
          press(`#keep-${field}`),
        ],
        isDone: () => page.said(field) === value,
      };
    });
  },
  never: ({ page }) => [{ wish: 'Don’t change the locked field', isDone: () => page.said('locked') === undefined }],
};
