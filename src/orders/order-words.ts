/** Examples of the commands for orders, and the arguments of `/orders`. */
import { say, slash } from '../words/say.ts';

export const EXAMPLES = say`For example: ${slash(say`every weekday 8:00 open the calendar`)}, ${slash(say`at 17:30 remind me to call`)}, ${slash(say`every 2h check the build`)}`;
export const HELP = say`${slash('orders')} lists them. Behind it may stand: ${'3, run 3, pause 3, resume 3, edit 3 …, delete 3, zone Europe/Berlin, note 7:00, note off, trigger NAME …'}`;

export const TOO_OFTEN = say`Once a minute is the most often: ${slash(say`every 1m check the build`)}. ${slash('watch')} waits for something that shows.`;
