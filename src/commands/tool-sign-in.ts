/** Signing in at a tool server from the phone: the issuer's page as a link, and the address of its last page back, from the owner alone. */

import { askYes, isYes } from '../outbound/ask-yes.ts';
import type { Outbox } from '../outbound/outbox.ts';
import { FOR_THE_OWNER, isOwnerAlone, type OwnerPorts } from '../outbound/owner.ts';
import type { Answer, Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage, Thread } from '../ports/chat.ts';
import type { SignInTalk, Tools } from '../ports/tools.ts';
import { LAST_PAGE, readLastPage } from '../tools/last-page.ts';
import { SaidError, textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';

type Asked = Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>;

export interface ToolSignIn {
  /** Settles the message when the sign-in is over. */
  begin(server: string, asked: Asked): Promise<void>;
}

export interface ToolSignInPorts extends OwnerPorts {
  readonly tools: Pick<Tools, 'signIn'>;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly questions: Pick<Questions, 'ask'>;
  readonly languageOf: (thread: Thread) => Language;
  readonly timeoutMs: number;
}

/** Time for the person on the issuer's pages. */
const SIGN_IN_MS = 10 * 60_000;
const CANCEL = 'cancel';

export function createToolSignIn(ports: ToolSignInPorts, life: AbortSignal): ToolSignIn {
  const { tools, outbox, questions } = ports;
  const underWay = new Set<string>();

  const talkWith = (server: string, { thread, sender }: Asked): SignInTalk => ({
    lastPage: speak(say`Signed in. You can close this page and go back to the chat.`, ports.languageOf(thread)),
    async confirm(hosts) {
      const text = [
        { bold: say`Sign in at ${hosts.join(', ')}?` },
        ' ',
        say`${server} sends you there. Approve only if you know that it belongs to it.`,
      ];
      return isYes(await askYes({ thread, of: sender.id, text, timeoutMs: ports.timeoutMs }, questions, life));
    },
    async open(page, signal) {
      for (let lead: readonly SpokenSpan[] = []; ; lead = [NOT_THE_LAST, '\n\n']) {
        const text = askFor(server, page);
        const answer = await questions.ask(
          {
            ...{ thread, of: sender.id, text: [...lead, ...text], stopMeans: CANCEL, timeoutMs: SIGN_IN_MS },
            acceptsText: true,
            expects: (words) => readLastPage(words) !== null,
            // The address contains the code that is exchanged for tokens.
            isSecret: true,
            choices: [[{ label: say`Cancel`, value: CANCEL, style: 'plain' }]],
            closing: (end) => [{ bold: say`Sign in to ${server}` }, '\n', sayEnd(end)],
          },
          signal,
        );
        if (answer.kind === 'choice') throw new SaidError(say`you cancelled it`);
        if (answer.kind === 'expired') return await new Promise<never>(() => undefined);
        const last = readLastPage(answer.text);
        if (last !== null) return last;
      }
    },
  });

  return {
    async begin(server, asked) {
      const tell = (text: Text): void => void outbox.post(asked.thread, wordsAlone([text]), asked.updateId);
      if (!isOwnerAlone(asked, ports)) return tell(FOR_THE_OWNER);
      if (underWay.has(server)) return tell(say`I'm waiting for you to sign in to ${server} already.`);
      underWay.add(server);
      try {
        const obstacle = await tools.signIn(server, talkWith(server, asked), life);
        tell(
          obstacle === ''
            ? say`You are signed in to ${server}.`
            : say`You are signed in to ${server}, but it can't be used yet: ${obstacle}`,
        );
      } catch (error) {
        life.throwIfAborted();
        tell(say`You are not signed in to ${server}: ${textOf(error)}`);
      } finally {
        underWay.delete(server);
      }
    },
  };
}

/** The link is labelled with its host, as a phone does not show where a link leads. */
function askFor(server: string, page: URL): readonly SpokenSpan[] {
  return [
    { bold: say`Sign in to ${server}` },
    '\n',
    { link: page.href, label: say`Open ${page.host}` },
    '\n',
    say`The last page can't be shown on your phone. That is expected: copy its address, which begins with ${LAST_PAGE}, and send it to me. I wait ten minutes.`,
  ];
}

const NOT_THE_LAST = say`That is not the address of the last page.`;

function sayEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  switch (end.kind) {
    case 'text':
      return say`I have the address.`;
    case 'choice':
      return say`Cancelled.`;
    case 'expired':
      return say`Nobody signed in within ten minutes.`;
    case 'stopped':
      return say`I'm not waiting for an address any more.`;
  }
}
