/** Signing in at a tool server, at a terminal: the hosts, the page to open, and the pasted result. */
import { createInterface } from 'node:readline/promises';
import type { Pin, ServerEntry } from '../../../adapters/tools/server-files.ts';
import { signIn } from '../../../adapters/tools/sign-in/sign-in.ts';
import { addressToSignIn } from '../../../adapters/tools/sign-in/sign-in-anew.ts';
import type { SignInStore } from '../../ports/sign-ins.ts';
import { say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { showHidden } from '../../words/visible.ts';
import { call } from '../call.ts';
import { needTerminal } from '../terminal/need-terminal.ts';
import { terminalLanguage } from '../terminal/terminal-language.ts';
import { PUBLIC_WEB } from './public-web.ts';

export interface SignInAtTerminal {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly clientId: string | undefined;
  readonly store: SignInStore;
}

/** Stores the tokens, and resolves to what is pinned. Rejects with a sentence, also when nobody is at a terminal. */
export async function signInAtTerminal(
  { name, entry, clientId, store }: SignInAtTerminal,
  signal: AbortSignal,
): Promise<NonNullable<Pin['signIn']>> {
  const url = addressToSignIn(entry);
  needTerminal(call('mcp', 'sign-in'), 'allows more');
  const server = new URL(url).host;
  const { issuer, origins, kept } = await signIn(
    {
      url,
      clientId,
      web: PUBLIC_WEB,
      lastPage: said(say`Signed in. You can close this page and go back to the terminal.`),
      async confirm(hosts) {
        tell(
          say`${server} wants you to sign in at ${hosts.join(', ')}. Go on only if you know that this belongs to it.`,
        );
        return /^\s*(?:y(?:es)?|ja?)\s*$/i.test(await ask(say`Type yes to go on:`, signal));
      },
      async open(page, stop) {
        tell(say`Open this page and sign in. It waits ten minutes:`);
        process.stdout.write(`${showHidden(page.href)}\n`);
        tell(say`If the last page can't be shown (on another device), paste its address here.`);
        const pasted = await ask(say`Address of the last page:`, stop);
        // Without a pasted address the person may still finish in the browser.
        return pasted.trim() === '' ? await new Promise<never>(() => undefined) : pasted;
      },
    },
    signal,
  );
  await store.keep(name, kept);
  tell(say`You are signed in to ${name}.`);
  return { issuer, origins: [...origins] };
}

async function ask(question: Text, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(`${said(question)} `, { signal }).catch(() => ''), left]);
  } finally {
    terminal.close();
  }
}

function said(text: Text): string {
  return speak(text, terminalLanguage());
}

function tell(text: Text): void {
  process.stdout.write(`${said(text).split('\n').map(showHidden).join('\n')}\n`);
}
