/** “Save as skill”: what a run did as a skill's text, to be read, corrected and kept by the person. */
import type { Sender, Thread } from '../ports/chat.ts';
import type { Machine } from '../ports/machine.ts';
import type { Recordings } from '../ports/recordings.ts';
import { evolve, startingState } from '../run/evolve.ts';
import type { Gate } from '../run/run-ports.ts';
import { distillSkill, findPaths } from '../skills/distill-skill.ts';
import { parseSkill } from '../skills/parse-skill.ts';
import { restoreMarks } from '../skills/restore-marks.ts';
import type { SkillShelf } from '../skills/skill-shelf.ts';
import { writeSkill } from '../skills/write-skill.ts';
import { sayRun } from '../words/run-name.ts';
import { say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import type { Outbox, Outgoing } from './outbox.ts';
import type { Answer, Questions } from './questions.ts';

export interface SaveSkillPorts {
  readonly recordings: Pick<Recordings, 'read'>;
  readonly shelf: SkillShelf;
  readonly questions: Questions;
  readonly outbox: Outbox;
  readonly machine: Machine;
  readonly gate: Gate;
  readonly timeoutMs: number;
}

export interface SaveRequest {
  readonly runId: string;
  readonly thread: Thread;
  readonly sender: Sender;
}

/** Longer texts come as a file: a phone shows no more at once, and a message takes no more. */
const SHOWN_CHARACTERS = 3000;

/** Resolves when it is kept and said so, or not wanted; rejects with the signal's reason, or when it cannot be kept. */
export async function saveAsSkill(request: SaveRequest, ports: SaveSkillPorts, signal: AbortSignal): Promise<void> {
  const { thread, sender, runId } = request;
  const tell = (text: Text): void => {
    ports.outbox.post(thread, { kind: 'reply', text: [text], picture: null, buttons: [], file: null, again: {} });
  };
  const draft = await draftOf(runId, ports, signal);
  if (!draft.ok) return tell(draft.reason);
  let markdown = draft.markdown;
  let mistake: Text = '';
  for (;;) {
    const answer = await ports.questions.ask(
      {
        thread,
        of: sender.id,
        ...showDraft(markdown, mistake),
        picture: null,
        choices: [
          [
            { label: say`Save`, value: 'save', style: 'good' },
            { label: say`Cancel`, value: 'cancel', style: 'plain' },
          ],
        ],
        acceptsText: true,
        isSecret: false,
        timeoutMs: ports.timeoutMs,
        closing: (end) => [describeEnd(end)],
      },
      signal,
    );
    if (answer.kind === 'expired' || (answer.kind === 'choice' && answer.value !== 'save')) return;
    if (answer.kind === 'text') markdown = restoreMarks(answer.text);
    const parsed = parseSkill(markdown, 'yours');
    mistake = parsed.ok ? '' : say`This cannot be used yet: ${parsed.reason}.`;
    if (!parsed.ok || answer.kind === 'text') continue;
    const { name } = parsed.skill;
    const place = await ports.shelf.save(name, markdown);
    return tell(
      say`Saved as the skill “${showHidden(name)}”, in ${showHidden(place)}. It answers from now on; /skills shows it.`,
    );
  }
}

type Draft = { readonly ok: true; readonly markdown: string } | { readonly ok: false; readonly reason: Text };

async function draftOf(runId: string, ports: SaveSkillPorts, signal: AbortSignal): Promise<Draft> {
  const events = (await ports.recordings.read(runId)) ?? [];
  const state = events.reduce(evolve, startingState);
  if (state.runId === '') return { ok: false, reason: say`There is no ${sayRun(runId)}.` };
  if (state.outcome?.outcome !== 'verified')
    return { ok: false, reason: say`Only a run that was done and checked can be saved as a skill.` };
  const files = new Map<string, string | null>();
  for (const path of findPaths(events)) {
    const { kind } = await ports.machine.facts.path(path, signal);
    files.set(path, kind === 'file' ? ((await ports.machine.facts.readText(path, signal)) ?? '') : null);
  }
  const context = { cwd: ports.machine.home, goal: state.goal };
  const distilled = distillSkill(state.goal, events, {
    files,
    taken: ports.shelf.list().map(({ skill }) => skill.name),
    isReading: (action) => action.action === 'shell' && ports.gate.judge(action, context).risk === 'safe',
  });
  return distilled.ok ? { ok: true, markdown: writeSkill(distilled.draft) } : distilled;
}

function showDraft(markdown: string, mistake: Text): Pick<Outgoing, 'text' | 'file'> {
  const isLong = markdown.length > SHOWN_CHARACTERS;
  const head = showHidden(markdown.slice(0, SHOWN_CHARACTERS));
  return {
    text: [
      { bold: say`Save this as a skill?` },
      '\n',
      ...(mistake === '' ? [] : [{ bold: mistake }, '\n']),
      say`To change it, send the whole text as you want it.`,
      '\n',
      { block: isLong ? `${head}\n…` : head },
      ...(isLong ? ['\n', say`All of it is in the attached file.`] : []),
    ],
    file: isLong ? { name: 'skill.md', bytes: new TextEncoder().encode(markdown) } : null,
  };
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  switch (end.kind) {
    case 'text':
      return say`You changed the skill’s text.`;
    case 'choice':
      return end.value === 'save' ? say`The skill is being saved.` : say`Not saved as a skill.`;
    case 'expired':
      return say`Nobody answered in time, so it was not saved as a skill. /skills save offers it again.`;
    case 'stopped':
      return say`Not saved as a skill: Deskhand ended. /skills save offers it again.`;
  }
}
