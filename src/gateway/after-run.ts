/** What the end of a run offers: its report as a file, and whether it was good; what was wrong is asked and remembered. */
import type { InboundMessage, Thread } from '../ports/chat.ts';
import type { Recordings } from '../ports/recordings.ts';
import { writeReport } from '../report/write-report.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import type { Buttons } from './buttons.ts';
import type { Outbox } from './outbox.ts';
import type { Questions } from './questions.ts';
import type { SpokenButton, SpokenSpan } from './spoken.ts';

/** A button of a run that outlives a restart. */
export interface RunButton {
  readonly kind: 'report' | 'good' | 'bad' | 'skill';
  readonly of: string;
}

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

export interface Offered {
  readonly row: readonly SpokenButton[];
  /** What to keep so that they work after a restart. */
  readonly kept: Readonly<Record<string, RunButton>>;
}

/** The row of buttons below every end. */
export function offerAfterRun(runId: string, buttons: Buttons): Offered {
  return offer(
    runId,
    [
      ['report', say`Report`],
      ['good', '👍'],
      ['bad', '👎'],
    ],
    buttons,
  );
}

/** For a run that is worth to be done again the same way. */
export function offerSkill(runId: string, buttons: Buttons): Offered {
  return offer(runId, [['skill', say`Save as skill`]], buttons);
}

function offer(
  runId: string,
  kinds: readonly (readonly [kind: RunButton['kind'], label: Text])[],
  buttons: Buttons,
): Offered {
  const kept: Record<string, RunButton> = {};
  const row = kinds.map(([kind, label]): SpokenButton => {
    const meaning: RunButton = { kind, of: runId };
    const data = buttons.register(meaning);
    kept[data] = meaning;
    return { label, data, style: 'plain' };
  });
  return { row, kept };
}

export function createAfterRunDesk(ports: AfterRunPorts, life: AbortSignal): AfterRunDesk {
  const reply = (
    thread: Thread,
    text: readonly SpokenSpan[],
    file: { name: string; bytes: Uint8Array } | null = null,
  ) => ports.outbox.post(thread, { kind: 'reply', text, picture: null, buttons: [], file, again: {} });
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
