/** What the buttons below the end of a run do: its report as a file, and whether it was good; what was wrong is asked and remembered. */

import type { Recordings } from '../journal/recordings.ts';
import { writeReport } from '../journal/report/write-report.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage, Thread } from '../ports/chat.ts';
import { say } from '../words/say.ts';
import type { Language } from '../words/speak.ts';

export interface AfterRunPorts {
  readonly outbox: Outbox;
  readonly questions: Questions;
  readonly recordings: Recordings;
  readonly languageOf: (thread: Thread) => Language;
  /** `text`: what was wrong, in the person's words; ''. */
  readonly noteFeedback: (runId: string, isGood: boolean, text: string) => Promise<void>;
  readonly timeoutMs: number;
}

export interface AfterRunDesk {
  sendReport(runId: string, thread: Thread): Promise<void>;
  takeFeedback(runId: string, isGood: boolean, from: Pick<InboundMessage, 'thread' | 'sender'>): Promise<void>;
}

export function createAfterRunDesk(ports: AfterRunPorts, life: AbortSignal): AfterRunDesk {
  const reply = (
    thread: Thread,
    text: readonly SpokenSpan[],
    file: { name: string; bytes: Uint8Array } | null = null,
  ) => ports.outbox.post(thread, { ...wordsAlone(text), file });
  return {
    async sendReport(runId, thread) {
      const document = await writeReport(runId, ports.languageOf(thread), ports.recordings);
      if (document === null) {
        reply(thread, [say`There is no recording of run ${Number(runId)} any more.`]);
        return;
      }
      const name = `run-${Number(runId)}.html`;
      const text = say`The report of run ${Number(runId)}: one file, open it in any browser.`;
      reply(thread, [text], { name, bytes: new TextEncoder().encode(document) });
    },
    async takeFeedback(runId, isGood, { thread, sender }) {
      if (isGood) {
        await ports.noteFeedback(runId, true, '');
        reply(thread, [say`Good to know.`]);
        return;
      }
      const asked = say`What was wrong with run ${Number(runId)}? Write it in a sentence; I keep it in mind for similar tasks.`;
      const answer = await ports.questions.ask(
        {
          thread,
          of: sender.id,
          text: [asked],
          picture: null,
          file: null,
          choices: [[{ label: say`No words`, value: 'none', style: 'plain' }]],
          acceptsText: true,
          isSecret: false,
          timeoutMs: ports.timeoutMs,
          closing: (end) => [end.kind === 'text' ? say`Kept in mind: “${end.text}”` : say`Noted that it was not good.`],
        },
        life,
      );
      await ports.noteFeedback(runId, false, answer.kind === 'text' ? answer.text : '');
    },
  };
}
