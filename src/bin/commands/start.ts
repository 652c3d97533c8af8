/** `npm start`: listens for signals before the rest is loaded, so that an early one leaves nothing behind either. */
import { untilSignal } from '../signals.ts';

const stopping = untilSignal();
const { runCommand } = await import('../exit.ts');
const { runBot } = await import('../run-bot.ts');
await runCommand(async (hide) => {
  if (await wantsSetup()) {
    const { runSetup } = await import('../setup/run-setup.ts');
    const { talkAtTerminal } = await import('../setup/talk.ts');
    const { terminalLanguage } = await import('../terminal/terminal-language.ts');
    await runSetup(talkAtTerminal(stopping.signal, terminalLanguage()), stopping.signal);
  }
  return await runBot(stopping, hide);
});

/** The first start at a terminal, with nothing configured; once. */
async function wantsSetup(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env.CI === 'true') return false;
  const { isFirstStart } = await import('../setup/first-start.ts');
  return isFirstStart();
}
