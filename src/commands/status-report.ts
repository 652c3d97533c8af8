/** `/status`: the run, waiting commands, permissions, the model, cost, the chats; one line each. */
import { isDeepStrictEqual } from 'node:util';

import type { Caps } from '../config/caps.ts';
import { describeEffort } from '../journal/describe-effort.ts';
import type { RunState } from '../journal/run-state.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Chat, Platform } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { type Desktop, NAMELESS_APP } from '../ports/desktop.ts';
import type { Model } from '../ports/model.ts';
import { sayScope } from '../safety/scope/say-scope.ts';
import { sayLack } from '../screen/lacks.ts';
import { observe } from '../screen/observe.ts';
import { shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { textOf } from '../words/said-error.ts';
import { capital, join, say, type Text } from '../words/say.ts';
import { goalLine } from '../words/sent-files.ts';

export interface StatusReportFacts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly desktop: Desktop;
  readonly displayIndex: number;
  /** Processes that work for Deskhand, each with how it is. */
  readonly helpers: readonly { readonly name: Text; readonly state: Text }[];
  readonly clock: Clock;
  readonly model: Model | null;
  readonly current: RunState | null;
  /** What the run waits for, if a person has to answer; ''. */
  readonly waitsFor: Text;
  /** Of the run under way. */
  readonly caps: Caps;
  readonly waiting: number;
  readonly todayUsd: number;
  /** Whether to show details. */
  readonly isVerbose: boolean;
  /** Sentences about problems. */
  readonly notices: readonly Text[];
}

const DESKTOP_MS = 3000;

export async function renderStatusReport(facts: StatusReportFacts): Promise<readonly SpokenSpan[]> {
  const { current } = facts;
  const goal = current === null ? '' : shorten(goalLine(current.goal), 80);
  const run =
    current === null
      ? say`none`
      : facts.isVerbose
        ? say`${sayRun(current.runId)}, step ${Math.max(1, current.iteration)}: ${goal}`
        : say`${sayRun(current.runId)}: ${goal}`;
  const lines: (readonly [Text, Text])[] = [
    [say`Run`, run],
    ...(facts.waitsFor === '' ? [] : [[say`Now`, facts.waitsFor] as const]),
    ...(current?.effort == null || !facts.isVerbose
      ? []
      : [[say`Goal`, describeEffort(current.effort, facts.caps)] as const]),
    ...(current?.scope == null ? [] : [[say`Allowed`, sayScope(current.scope)] as const]),
    [say`Waiting`, String(facts.waiting)],
    ...(await describeDesktop(facts.desktop)),
    ...(await describeSight(facts)),
    ...(facts.isVerbose ? facts.helpers : []).map(({ name, state }) => [name, state] as const),
    [say`Model`, facts.model?.name ?? say`none: only my skills work`],
    [say`Today`, { usd: facts.todayUsd }],
    ...facts.notices.map((notice) => [say`Note`, notice] as const),
    ...[...facts.chats.values()].map(
      (chat) => [capital(chat.platform), describeChat(chat, facts.clock.now())] as const,
    ),
  ];
  return lines.flatMap(([name, text]): readonly SpokenSpan[] => [{ bold: join([name, ': '], '') }, text, '\n']);
}

async function describeDesktop(desktop: Desktop): Promise<readonly (readonly [Text, Text])[]> {
  try {
    const { platform, name, displays, lacks = [] } = await desktop.describe(AbortSignal.timeout(DESKTOP_MS));
    return [
      [say`Desktop`, `${platform} ${name} ${displays.map(({ width, height }) => `${width}x${height}`).join(', ')}`],
      ...lacks.map((lack) => [say`Missing`, sayLack(lack)] as const),
    ];
  } catch (error) {
    return [[say`Desktop`, say`not reachable: ${textOf(error)}`]];
  }
}

/** Line about seeing the screen: tried with a capture, since systems do not tell. */
async function describeSight({
  desktop,
  displayIndex,
}: StatusReportFacts): Promise<readonly (readonly [Text, Text])[]> {
  try {
    const request = { displayIndex, ring: null, zoom: null };
    const {
      frame,
      screen: state,
      elements,
      elementsNote,
      front,
    } = await observe(request, desktop, AbortSignal.timeout(DESKTOP_MS));
    const shown = frame.isBlack ? say`only black: locked, asleep, or I'm not allowed to see it` : say`visible`;
    const screen = {
      on: shown,
      locked: say`locked`,
      asleep: say`asleep`,
      unseen: say`I'm not allowed to see it`,
      untouched: shown,
    }[state];
    return [
      [say`Screen`, screen],
      [
        say`Elements`,
        front.app === '' && (elementsNote === '' || isAboutNobody(elementsNote))
          ? say`none, no window is in front`
          : elementsNote === ''
            ? say`${elements.length} in the front window`
            : elementsNote,
      ],
    ];
  } catch (error) {
    return [[say`Screen`, say`not visible: ${textOf(error)}`]];
  }
}

/** Whether a note is about the application in front although there is none. */
function isAboutNobody(note: Text): boolean {
  return typeof note === 'object' && 'say' in note && note.parts.some((part) => isDeepStrictEqual(part, NAMELESS_APP));
}

function describeChat(chat: Chat, now: number): Text {
  const { isConnected, lastContactAt, detail } = chat.health();
  const contact = lastContactAt === null ? say`no contact yet` : say`last contact ${{ ms: now - lastContactAt }} ago`;
  if (isConnected) return say`connected, ${contact}`;
  const state = say`not connected, ${contact}`;
  return detail === '' ? state : join([state, detail], '. ');
}
