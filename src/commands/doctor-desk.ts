/** `/doctor`: the findings, with a button for each that can be repaired from here. */
import { type Finding, MARKS, type Mend, OWNERS_MENDS } from '../doctor/finding.ts';
import { askYes, isYes } from '../outbound/ask-yes.ts';
import type { Buttons } from '../outbound/buttons.ts';
import type { Outbox } from '../outbound/outbox.ts';
import { FOR_THE_OWNER, isOwnerAlone, type OwnerPorts } from '../outbound/owner.ts';
import type { Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { join, say, type Text } from '../words/say.ts';

export interface Doctor {
  examine(signal: AbortSignal): Promise<readonly Finding[]>;
  /** Repairs it; returns one sentence for the person. Rejects with a sentence when that fails. */
  mend(what: Mend): Promise<Text>;
}

export interface DoctorDeskPorts extends OwnerPorts {
  readonly doctor: Doctor;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly buttons: Pick<Buttons, 'register'>;
  readonly questions: Pick<Questions, 'ask'>;
  readonly timeoutMs: number;
}

type Asked = Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>;

export interface DoctorDesk {
  show(asked: Asked): Promise<void>;
  press(what: Mend, asked: Asked): Promise<void>;
}

const LABELS: Readonly<Record<Mend, Text>> = {
  'restart hands': say`Restart hands`,
  'run recovery': say`Run recovery`,
  'ask for permissions': say`Ask for permissions`,
  'renew link': say`New link`,
  'free disk': say`Free disk space`,
  update: say`Update`,
};

export function createDoctorDesk(ports: DoctorDeskPorts, signal: AbortSignal): DoctorDesk {
  const { doctor, outbox, buttons, questions, timeoutMs } = ports;

  /** Only the owner, in a private chat, may open a way in or delete something. */
  const mayPress = (what: Mend, asked: Asked): boolean => !OWNERS_MENDS.includes(what) || isOwnerAlone(asked, ports);

  const show = async (asked: Asked, lead: Text = ''): Promise<void> => {
    const findings = await doctor.examine(signal);
    const mends = [...new Set(findings.flatMap(({ mend }) => mend ?? []))].filter((mend) => mayPress(mend, asked));
    outbox.post(
      asked.thread,
      {
        ...wordsAlone([...(lead === '' ? [] : [lead, '\n\n']), ...renderFindings(findings)]),
        buttons: mends.map((what) => [
          { label: LABELS[what], data: buttons.register({ kind: 'mend', what }), style: 'plain' },
        ]),
      },
      asked.updateId,
    );
  };

  const isWanted = async ({ thread, sender }: Asked): Promise<boolean> => {
    const text = [{ bold: say`Delete old recordings?` }, ' ', FREES];
    return isYes(await askYes({ thread, of: sender.id, text, timeoutMs }, questions, signal));
  };

  return {
    show: (asked) => show(asked),
    async press(what, asked) {
      if (!mayPress(what, asked)) {
        outbox.post(asked.thread, wordsAlone([FOR_THE_OWNER]), asked.updateId);
        return;
      }
      if (what === 'free disk' && !(await isWanted(asked))) return;
      await show(asked, await doctor.mend(what));
    },
  };
}

const FREES = say`Recordings older than three days go, and the oldest until the rest takes a quarter of RECORDINGS_MAX_MB. They cannot be brought back.`;

function renderFindings(findings: readonly Finding[]): readonly SpokenSpan[] {
  return findings.flatMap(({ title, state, text }): readonly SpokenSpan[] => [
    `${MARKS[state]} `,
    { bold: join([title, ': '], '') },
    text,
    '\n',
  ]);
}
