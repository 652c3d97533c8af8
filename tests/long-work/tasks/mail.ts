/** Mail in a page of our own: ten mails are opened and answered with what their sender asked for; one is left unread. */
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';

const SENDERS = ['ada', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gina', 'hugo', 'iris', 'jon'] as const;
const codeOf = (seed: number, index: number): string => String(makeAmounts(seed + 230, SENDERS.length)[index] ?? 0);

function htmlOf(seed: number): string {
  const list = [...SENDERS, 'noreply'].map((sender) => `<button id="open-${sender}">${sender}</button>`);
  const codes = JSON.stringify(Object.fromEntries(SENDERS.map((sender, index) => [sender, codeOf(seed, index)])));
  return `<style>button{margin:4px;font:14px sans-serif}</style><p>${list.join('')}</p><p id="mail">-</p><p><input id="answer" size="20"><button id="send">Answer</button></p><ol id="sent"></ol><script>const codes=${codes};let open='';for(const who of [...Object.keys(codes),'noreply'])document.getElementById('open-'+who).onclick=()=>{open=who;document.getElementById('mail').textContent=who+' wants the number '+(codes[who]||'-');document.getElementById('answer').value='';say('read',who);if(who==='noreply')say('touched',who)};document.getElementById('send').onclick=()=>{if(!open)return;const v=document.getElementById('answer').value;say('to-'+open,v);document.getElementById('sent').insertAdjacentHTML('beforeend','<li>'+open+': '+v+'</li>')};</script>`;
}

export const MAIL: LongTask = {
  name: 'mail',
  isSeen: true,
  async prepare({ page, seed }) {
    await page.show(htmlOf(seed));
  },
  chores({ page, seed }: Place) {
    const press =
      (selector: string): Work =>
      async () => {
        const target = await page.find(selector);
        return target === null ? null : { action: 'click', target, button: 'left', count: 1 };
      };
    return SENDERS.map((sender, index) => {
      const code = codeOf(seed, index);
      return {
        wish: `Answer the mail of ${sender} with ${code}`,
        reads: [],
        does: (isMisread: boolean) => [
          press(`#open-${sender}`),
          press('#answer'),
          (): ReturnType<Work> => ({ action: 'type', text: isMisread ? misread(code) : code }),
          press('#send'),
        ],
        isDone: () => page.said(`to-${sender}`) === code,
      };
    });
  },
  never: ({ page }) => [{ wish: 'Don’t open the mail of noreply', isDone: () => page.said('touched') === undefined }],
};
