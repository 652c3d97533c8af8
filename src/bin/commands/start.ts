/** `npm start`: hears signals before all the rest is loaded, so that one in the first moment leaves nothing behind either. */
import { untilSignal } from '../signals.ts';

const stopping = untilSignal();
const { runCommand } = await import('../exit.ts');
const { runBot } = await import('../run-bot.ts');
await runCommand((hide) => runBot(stopping, hide));
