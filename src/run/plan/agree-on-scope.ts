/** Asks once per task where ordinary work needs no further approval. What the goal itself grants is only recorded. */
import { createHash } from 'node:crypto';
import type { Answer, Choice } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import { scopeLines } from '../../safety/scope/say-scope.ts';
import type { Scope } from '../../safety/scope.ts';
import { say, type Text } from '../../words/say.ts';
import type { Ask } from '../ask.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { Proof } from '../proof.ts';
import type { RunLog } from '../run-log.ts';
import { correctWishes, withDetails } from '../wishes/details.ts';

export type ProposedScope =
  /** `rule`: the person's own words name their one target. */
  | { readonly scope: Scope; readonly by: 'rule' | 'model' }
  /** Granted when that standing order was set. */
  | { readonly scope: Scope; readonly by: 'order'; readonly order: string };

export interface AgreeOnScopeNeeds extends Pick<RunLog, 'record' | 'sync' | 'state'> {
  readonly goal: string;
  readonly ask: Ask;
  readonly sender: Sender;
  readonly thread: Thread;
  /** The conversation with this person alone, on the platform of that thread; null when there is none. */
  readonly directThread: (of: Thread, senderId: string) => Thread | null;
  readonly machine: { readonly home: string; readonly hasPlace: boolean };
  readonly runId: string;
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
  /** Proof required beside a tap; left out: none. */
  readonly proof?: Proof | undefined;
}

/** A scope that a card puts to the person. */
export interface OfferedScope {
  readonly scope: Scope;
  /** The person's direct chat: what somebody may do on this computer is not for the group. */
  readonly thread: Thread;
}

/** Records what the goal itself grants, and returns what needs a card. null: there is nothing to ask. */
export async function offerScope(proposed: ProposedScope | null, run: AgreeOnScopeNeeds): Promise<OfferedScope | null> {
  if (proposed === null) return null;
  const scope = run.machine.hasPlace ? proposed.scope : withoutRunning(proposed.scope);
  if (scope === null) return null;
  if (proposed.by !== 'model') {
    // The words behind a proposed scope may have been changed on their way to this computer, so each step asks.
    if (run.proof?.needs('scope') === true) return null;
    const by = 'order' in proposed ? `order ${proposed.order}` : 'rule';
    run.record({ type: 'scope.granted', scope: asNoted(scope), by });
    return null;
  }
  const thread = run.thread.isGroup ? run.directThread(run.thread, run.sender.id) : run.thread;
  if (thread === null) return null;
  run.record({ type: 'scope.asked', scope: asNoted(scope) });
  await run.sync();
  return { scope, thread };
}

/** Grants a scope, if the required proof comes; without it nothing is granted and each step asks. */
export async function grantScope(
  { scope, thread }: OfferedScope,
  by: string,
  run: Pick<AgreeOnScopeNeeds, 'record' | 'sync' | 'proof' | 'runId' | 'ask' | 'tell'>,
): Promise<void> {
  if (run.proof?.needs('scope') === true) {
    const hash = createHash('sha256')
      .update(JSON.stringify(asNoted(scope)))
      .digest('hex');
    const proven = await run.proof.prove({ thread, runId: run.runId, hash }, run);
    if (proven !== 'proven') return;
  }
  run.record({ type: 'scope.granted', scope: asNoted(scope), by });
  await run.sync();
}

/** null: the run goes on, with the scope or asking each step. Rejects with the run's abort reason when it is stopped. */
export async function agreeOnScope(proposed: ProposedScope | null, run: AgreeOnScopeNeeds): Promise<End | null> {
  const offered = await offerScope(proposed, run);
  if (offered === null) return null;
  return await askForScope(offered, run);
}

async function askForScope(offered: OfferedScope, run: AgreeOnScopeNeeds): Promise<End | null> {
  const { scope, thread } = offered;
  const text: readonly SpokenSpan[] = [
    { bold: say`May I work on this without asking at each step?` },
    ...scopeSpans(scope, run.machine.home),
  ];
  const answer = await run.ask({
    thread,
    text,
    mustArrive: true,
    ...withDetails([[APPROVE, DENY], [EACH_STEP]], text, run.state().wishes),
    closing: (end) => [...text, '\n\n', end.kind === 'text' ? CORRECTED : describeEnd(end)],
  });
  if (answer.kind === 'text') {
    correctWishes({ by: answer.by.id, text: answer.text }, run);
    return await askForScope(offered, run);
  }
  if (answer.kind === 'expired') return answer.isUnreachable === true ? null : outcomes.expired();
  const value = answer.value;
  if (value === 'deny') return outcomes.deniedScope(answer.by.name);
  if (value === 'approve') await grantScope(offered, answer.by.id, run);
  return null;
}

/** Closes a card that the person answered with a correction; the next card includes it. */
const CORRECTED = say`Noted. I'm asking again.`;

export const APPROVE: Choice = { label: say`Approve`, value: 'approve', style: 'good' };
export const DENY: Choice = { label: say`Deny`, value: 'deny', style: 'danger' };
export const EACH_STEP: Choice = { label: say`Each step`, value: 'each step', style: 'plain' };

/** The scope without running commands, for systems that cannot confine them to folders; there each command asks. null: nothing else is left. */
function withoutRunning(scope: Scope): Scope | null {
  const kinds = scope.kinds.filter((kind) => kind !== 'run');
  return kinds.length === 0 ? null : { ...scope, kinds };
}

/** Lines of a card: where, what, and what is asked about all the same. Each begins with a line break. */
export function scopeSpans(scope: Scope, home: string): readonly SpokenSpan[] {
  const folders = scope.folders.map((folder) =>
    folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder,
  );
  return [
    ...scopeLines({ ...scope, folders }).flatMap((line): readonly SpokenSpan[] => ['\n', line]),
    '\n',
    { quiet: say`I still ask before I send, pay, delete for good, sign in or change permissions.` },
  ];
}

export function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  if (end.kind === 'expired') return say`No answer came, so nothing was done.`;
  if (end.kind === 'stopped') return say`Stopped.`;
  if (end.kind === 'text' || end.value === 'deny') return say`Denied by ${end.by.name}.`;
  return end.value === 'approve' ? say`Approved by ${end.by.name}, for this run.` : say`I'll ask at each step.`;
}

/** In the form of the journal. */
function asNoted({ apps, sites, folders, kinds }: Scope) {
  return { apps: [...apps], sites: [...sites], folders: [...folders], kinds: [...kinds] };
}
