/** The buttons below the end of a run: send its report, rate it (asking what was wrong), undo a mending. */

import type { Recordings } from '../journal/recordings.ts';
import { writeReport } from '../journal/report/write-report.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage, Thread } from '../ports/chat.ts';
import type { MendedSkills, Undone } from '../skills/mended-skills.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { showHidden } from '../words/visible.ts';

export interface AfterRunPorts {
  readonly outbox: Outbox;
  readonly questions: Questions;
  readonly recordings: Recordings;
  readonly skills: { readonly mended: Pick<MendedSkills, 'undo'> };
  readonly languageOf: (thread: Thread) => Language;
  /** `text`: what was wrong, in the person's words; ''. */
  readonly noteFeedback: (runId: string, isGood: boolean, text: string) => Promise<void>;
  readonly timeoutMs: number;
}

type Asked = Pick<InboundMessage, 'updateId' | 'thread' | 'sender'>;

export interface AfterRunDesk {
  /** Sends the report and settles the message that asked for it. */
  sendReport(runId: string, asked: Asked): Promise<void>;
  /** Restores the skill that the run has mended. */
  undoMend(runId: string, asked: Asked): Promise<void>;
  takeFeedback(runId: string, isGood: boolean, asked: Asked): Promise<void>;
}

export function createAfterRunDesk(ports: AfterRunPorts, life: AbortSignal): AfterRunDesk {
  const reply = (
    { thread, updateId }: Asked,
    text: readonly SpokenSpan[],
    file: { name: string; bytes: Uint8Array } | null = null,
  ) => ports.outbox.post(thread, { ...wordsAlone(text), file }, updateId);
  return {
    async sendReport(runId, asked) {
      const document = await writeReport(runId, ports.languageOf(asked.thread), ports.recordings);
      if (document === null) {
        reply(asked, [say`There is no recording of run ${Number(runId)} any more.`]);
        return;
      }
      const name = `run-${Number(runId)}.html`;
      const text = say`The report of run ${Number(runId)}. It opens in any browser.`;
      reply(asked, [text], { name, bytes: new TextEncoder().encode(document) });
    },
    async undoMend(runId, asked) {
      reply(asked, [sayUndone(await ports.skills.mended.undo(runId))]);
    },
    async takeFeedback(runId, isGood, asked) {
      if (isGood) {
        await ports.noteFeedback(runId, true, '');
        reply(asked, [say`Good to know.`]);
        return;
      }
      const question = say`What went wrong in run ${Number(runId)}? One sentence is enough. I'll remember it for similar tasks.`;
      const answer = await ports.questions.ask(
        {
          thread: asked.thread,
          of: asked.sender.id,
          text: [question],
          choices: [[{ label: say`Skip`, value: 'none', style: 'plain' }]],
          acceptsText: true,
          timeoutMs: ports.timeoutMs,
          closing: (end) => [
            end.kind === 'text' ? say`I'll keep in mind: “${end.text}”` : say`Thanks, noted as not good.`,
          ],
        },
        life,
      );
      await ports.noteFeedback(runId, false, answer.kind === 'text' ? answer.text : '');
    },
  };
}

function sayUndone(undone: Undone): Text {
  if (undone.kind === 'unknown') return say`There is nothing to undo any more.`;
  const name = showHidden(undone.mended.skill);
  return undone.kind === 'changed'
    ? say`The skill “${name}” has been changed since, so I left it alone.`
    : say`The skill “${name}” is as it was before. Where it doesn't find what it looks for, the model takes over.`;
}
