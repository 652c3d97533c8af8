/** The messages of commands that a person works with buttons: one desk for each. */
import type { Inbox } from '../inbox/inbox.ts';
import type { Recordings } from '../journal/recordings.ts';
import type { Buttons } from '../outbound/buttons.ts';
import type { DetailOf } from '../outbound/detail.ts';
import type { Languages } from '../outbound/languages.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { OwnerPorts } from '../outbound/owner.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Machine } from '../ports/machine.ts';
import type { Model } from '../ports/model.ts';
import type { RunQueue } from '../run/queue.ts';
import type { ActionGate } from '../safety/gate.ts';
import type { SkillShelf } from '../skills/skill-shelf.ts';
import { type AfterRunDesk, type AfterRunPorts, createAfterRunDesk } from './after-run.ts';
import { type AllowedDesk, type AllowedDeskPorts, createAllowedDesk } from './allowed-desk.ts';
import type { Descriptions } from './describe.ts';
import { createDoctorDesk, type Doctor, type DoctorDesk } from './doctor-desk.ts';
import { createQueueCards, type QueueCards } from './queue-card.ts';
import { createQueueOffer, type OfferQueue } from './queue-offer.ts';
import { type SaveRequest, saveAsSkill } from './save-skill.ts';
import { createSkillsDesk, type SkillsDesk } from './skills-desk.ts';
import { createStartDesk, type StartDesk } from './start-desk.ts';
import { createStatusDesk, type StatusDesk } from './status-desk.ts';
import { createToolSignIn, type ToolSignInPorts } from './tool-sign-in.ts';
import { createToolsDesk, type ToolsDesk, type ToolsDeskPorts } from './tools-desk.ts';

export interface DesksPorts extends OwnerPorts {
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly inbox: Inbox;
  readonly queue: RunQueue;
  readonly languages: Languages;
  readonly detail: DetailOf;
  readonly descriptions: Descriptions;
  readonly allowances: AllowedDeskPorts['allowances'];
  readonly skills: SkillShelf;
  readonly model: Model | null;
  readonly toolServers: Pick<ToolsDeskPorts, 'grades'> & {
    readonly tools: ToolsDeskPorts['tools'] & ToolSignInPorts['tools'];
  };
  readonly questions: Questions;
  readonly doctor: Doctor;
  readonly recordings: Recordings;
  readonly memory: Pick<AfterRunPorts, 'noteFeedback'>;
  readonly machine: Machine;
  readonly gate: ActionGate;
  readonly timeoutMs: number;
}

export interface Desks {
  readonly statusDesk: StatusDesk;
  readonly allowedDesk: AllowedDesk;
  readonly toolsDesk: ToolsDesk;
  readonly startDesk: StartDesk;
  readonly queueCards: QueueCards;
  readonly skillsDesk: SkillsDesk;
  readonly offerQueue: OfferQueue;
  readonly doctorDesk: DoctorDesk;
  readonly afterRun: AfterRunDesk;
  /** Offers to keep this run as a skill. */
  readonly saveSkill: (runId: string, asked: Omit<SaveRequest, 'runId'>) => Promise<void>;
}

/** Time in which the next plain message may answer what was wrong with a run. */
const FEEDBACK_MS = 120_000;

export function createDesks(ports: DesksPorts, life: AbortSignal): Desks {
  const { outbox, buttons, inbox, queue, languages, detail, descriptions, skills, timeoutMs } = ports;
  const languageOf = languages.of;
  return {
    statusDesk: createStatusDesk({
      queue,
      outbox,
      buttons,
      describe: descriptions.describeStatus,
      detailOf: detail.of,
    }),
    allowedDesk: createAllowedDesk({ allowances: ports.allowances, outbox, buttons }),
    toolsDesk: createToolsDesk({
      ...ports.toolServers,
      outbox,
      buttons,
      signIn: createToolSignIn({ ...ports, tools: ports.toolServers.tools, languageOf }, life),
    }),
    startDesk: createStartDesk({
      outbox,
      buttons,
      book: () => skills.book(),
      hasModel: ports.model !== null,
      languageOf,
      describeLacks: descriptions.describeLacks,
    }),
    offerQueue: createQueueOffer({ outbox, buttons }),
    queueCards: createQueueCards({ queue, inbox, outbox, buttons }),
    skillsDesk: createSkillsDesk({ shelf: skills, mended: skills.mended, outbox, buttons, languageOf }),
    doctorDesk: createDoctorDesk(ports, life),
    afterRun: createAfterRunDesk(
      {
        ...ports,
        languageOf,
        noteFeedback: ports.memory.noteFeedback,
        timeoutMs: Math.min(FEEDBACK_MS, timeoutMs),
      },
      life,
    ),
    saveSkill: (runId, { updateId, thread, sender }) =>
      saveAsSkill({ runId, updateId, thread, sender }, { ...ports, shelf: skills }, life),
  };
}
