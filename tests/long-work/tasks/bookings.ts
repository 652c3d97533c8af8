/** A calendar on a page that takes only what is whole: nine rooms are booked, each with its day and hour; one stays free. */
import { createRandom } from '../../long/random.ts';
import { misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';
import { typing } from './keys.ts';

const ROOMS = ['oak', 'ash', 'elm', 'fig', 'bay', 'yew', 'box', 'ivy', 'nut'] as const;
const timeOf = (seed: number, index: number): string => {
  const random = createRandom(seed * 41 + index);
  return `${10 + Math.floor(random() * 18)}.12. ${10 + Math.floor(random() * 9)}:${random() < 0.5 ? '15' : '45'}`;
};

/** What is not a day and an hour, or of no room, is refused. */
const HTML = `<style>p{margin:6px;font:14px sans-serif}</style><p><label>Room <input id="room" size="8"></label> <label>When <input id="when" size="14"></label> <button id="book">Book room</button></p><p id="told">-</p><ol id="list"></ol><script>
const rooms=${JSON.stringify([...ROOMS, 'hall'])};document.getElementById('book').onclick=()=>{const r=document.getElementById('room'),w=document.getElementById('when'),t=document.getElementById('told');
if(!rooms.includes(r.value)||!/^\\d\\d\\.12\\. \\d\\d:\\d\\d$/.test(w.value)){t.textContent='Refused: '+r.value+' '+w.value;say('refused',r.value);return}
t.textContent='Booked: '+r.value+' '+w.value;say('room-'+r.value,w.value);document.getElementById('list').insertAdjacentHTML('beforeend','<li>'+r.value+' '+w.value+'</li>');r.value=w.value=''};</script>`;

export const BOOKINGS: LongTask = {
  name: 'bookings',
  isSeen: true,
  async prepare({ page }) {
    await page.show(HTML);
  },
  chores({ page, seed }: Place) {
    const press =
      (selector: string, count = 1): Work =>
      async () => {
        const target = await page.find(selector);
        return target === null ? null : { action: 'click', target, button: 'left', count };
      };
    return ROOMS.map((room, index) => {
      const when = timeOf(seed, index);
      return {
        wish: `Book the room ${room} for ${when}`,
        reads: [],
        does: (isMisread: boolean) => [
          press('#room', 3),
          typing(room),
          press('#when', 3),
          typing(isMisread ? misread(when) : when),
          press('#book'),
        ],
        isDone: () => page.said(`room-${room}`) === when,
      };
    });
  },
  never: ({ page }) => [{ wish: 'Don’t book the hall', isDone: () => page.said('room-hall') === undefined }],
};
