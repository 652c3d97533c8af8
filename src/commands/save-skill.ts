/** “Save as skill”: shows a run as the text of a skill, which the person reads, corrects and saves. */

import type { Recordings } from '../journal/recordings.ts';
import type { Outbox } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import type { Answer, Questions } from '../outbound/questions.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { Machine } from '../ports/machine.ts';
import type { ActionGate } from '../safety/gate.ts';
import { parseSkill } from '../skills/parse-skill.ts';
import { restoreMarks } from '../skills/restore-marks.ts';
import type { Skill } from '../skills/skill.ts';
import { nameKey } from '../skills/skill-name.ts';
import type { SkillShelf } from '../skills/skill-shelf.ts';
import { say, slash, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import { draftSkill, renameDraft } from './skill-draft.ts';

export interface SaveSkillPorts {
  readonly recordings: Pick<Recordings, 'read' | 'list'>;
  readonly shelf: SkillShelf;
  readonly questions: Questions;
  readonly outbox: Outbox;
  readonly machine: Machine;
  readonly gate: ActionGate;
  readonly timeoutMs: number;
}

export interface SaveRequest {
  readonly runId: string;
  /** The message that asked for it, settled by the last message. */
  readonly updateId: string;
  readonly thread: Thread;
  readonly sender: Sender;
}

/** A longer text is sent as a file, since a message holds no more. */
const SHOWN_CHARACTERS = 3000;

/** Resolves when it is saved and reported, or declined; rejects with the signal's reason, or when it cannot be saved. */
export async function saveAsSkill(request: SaveRequest, ports: SaveSkillPorts, signal: AbortSignal): Promise<void> {
  const { thread, sender, runId, updateId } = request;
  const tell = (text: Text): void => {
    ports.outbox.post(thread, wordsAlone([text]), updateId);
  };
  const taken = ports.shelf.list().map(({ skill }) => skill.name);
  const draft = await draftSkill(runId, { ...ports, taken }, signal);
  if (!draft.ok) return tell(draft.reason);
  let markdown = draft.markdown;
  let mistake: Text = '';
  for (;;) {
    const answer = await ports.questions.ask(
      {
        thread,
        of: sender.id,
        ...showDraft({ markdown, mistake, leftOut: draft.leftOut, replaced: findReplaced(markdown, ports.shelf) }),
        choices: [
          [
            { label: say`Save`, value: 'save', style: 'good' },
            { label: say`Cancel`, value: 'cancel', style: 'plain' },
          ],
        ],
        acceptsText: true,
        timeoutMs: ports.timeoutMs,
        closing: (end) => [describeEnd(end)],
      },
      signal,
    );
    if (answer.kind === 'expired' || (answer.kind === 'choice' && answer.value !== 'save')) return;
    if (answer.kind === 'text') markdown = renameDraft(markdown, answer.text) ?? restoreMarks(answer.text);
    const parsed = parseSkill(markdown, { file: '' });
    mistake = parsed.ok ? '' : say`I can't use this yet: ${parsed.reason}.`;
    if (!parsed.ok || answer.kind === 'text') continue;
    const { name } = parsed.skill;
    const place = await ports.shelf.save(name, markdown);
    return tell(
      say`Saved as the skill “${showHidden(name)}”, in ${showHidden(place)}. I use it from now on; ${slash('skills')} shows it.`,
    );
  }
}

interface ShownDraft {
  readonly markdown: string;
  /** Why the text cannot be used yet; ''. */
  readonly mistake: Text;
  readonly leftOut: readonly Text[];
  /** The skill that would go; null. */
  readonly replaced: Skill | null;
}

/** The skill that has this name now. */
function findReplaced(markdown: string, shelf: SkillShelf): Skill | null {
  const parsed = parseSkill(markdown, { file: '' });
  if (!parsed.ok) return null;
  const found = shelf.list().find(({ skill }) => nameKey(skill.name) === nameKey(parsed.skill.name));
  return found?.skill ?? null;
}

function showDraft({ markdown, mistake, leftOut, replaced }: ShownDraft): Pick<Outgoing, 'text' | 'file'> {
  const isLong = markdown.length > SHOWN_CHARACTERS;
  const head = showHidden(markdown.slice(0, SHOWN_CHARACTERS));
  return {
    text: [
      { bold: say`Save this as a skill?` },
      '\n',
      ...(mistake === '' ? [] : [{ bold: mistake }, '\n']),
      ...(replaced === null ? [] : [{ bold: describeReplaced(replaced) }, '\n']),
      say`To change it, send the whole text as you want it, or only another name for it.`,
      '\n',
      { block: isLong ? `${head}\n…` : head },
      ...(isLong ? ['\n', say`All of it is in the attached file.`] : []),
      ...(leftOut.length === 0 ? [] : ['\n', { bold: say`Not in it:` }]),
      ...leftOut.flatMap((sentence) => ['\n• ', sentence]),
    ],
    file: isLong ? { name: 'skill.md', bytes: new TextEncoder().encode(markdown) } : null,
  };
}

function describeReplaced({ name, source }: Skill): Text {
  return source === 'shipped' || 'plugin' in source
    ? say`There is a skill “${showHidden(name)}” that came with Deskhand or a plugin; yours is used instead of it.`
    : say`You have a skill “${showHidden(name)}” already; saving replaces it.`;
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  switch (end.kind) {
    case 'text':
      return say`You changed the skill’s text.`;
    case 'choice':
      return end.value === 'save' ? say`The skill is being saved.` : say`Not saved as a skill.`;
    case 'expired':
      return say`No answer came in time, so it was not saved as a skill. ${slash('skills save')} offers it again.`;
    case 'stopped':
      return say`Not saved as a skill: Deskhand ended. ${slash('skills save')} offers it again.`;
  }
}
