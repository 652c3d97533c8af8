/** `/skills`: lists, shows, enables, disables, and offers to run them; one message that changes pages. */

import type { Buttons, SkillsTap } from '../outbound/buttons.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { InboundMessage, Thread } from '../ports/chat.ts';
import { offerUnmend } from '../run/life/offer-after-run.ts';
import { goalForSkill } from '../skills/match-skill.ts';
import type { MendedSkill, MendedSkills } from '../skills/mended-skills.ts';
import { nameKey } from '../skills/skill-name.ts';
import type { ShelvedSkill, SkillShelf } from '../skills/skill-shelf.ts';
import { closestWord } from '../words/closest.ts';
import { say, slash, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { showHidden } from '../words/visible.ts';
import { inGroups, pageOf, pagesOf, renderList, renderSkill, SKILLS_A_PAGE } from './skills-view.ts';

export interface SkillsDesk {
  /** `rest`: arguments of /skills; settles the message. Rejects with a sentence when a setting cannot be stored. */
  open(rest: string, asked: Asked): Promise<void>;
  /** Shows in this message what was tapped. */
  turn(tap: SkillsTap): Promise<void>;
}

type Asked = Pick<InboundMessage, 'thread' | 'updateId'>;

interface Panel {
  readonly posting: Posting;
  readonly language: Language;
  /** Ids of its working buttons. */
  ids: readonly string[];
}

/** Number of newest messages with working buttons. */
const PANELS_KEPT = 20;

export function createSkillsDesk({
  shelf,
  outbox,
  buttons,
  languageOf,
  mended,
}: {
  readonly languageOf: (thread: Thread) => Language;
  readonly shelf: SkillShelf;
  readonly mended: Pick<MendedSkills, 'of'>;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
}): SkillsDesk {
  const panels = new Map<number, Panel>();
  let newest = 0;

  const post = async ({ thread, updateId }: Asked, turnTo: SkillsTap['turnTo']): Promise<void> => {
    newest += 1;
    const language = languageOf(thread);
    const panel = newest;
    const message = await render(panel, turnTo, language);
    panels.set(panel, { posting: outbox.post(thread, message, updateId), language, ids: idsOf(message) });
    const old = panels.get(panel - PANELS_KEPT);
    if (old === undefined) return;
    panels.delete(panel - PANELS_KEPT);
    buttons.forget(old.ids);
  };

  const render = async (panel: number, turnTo: SkillsTap['turnTo'], language: Language): Promise<Outgoing> => {
    const found = turnTo.kind === 'skill' ? find(turnTo.name) : undefined;
    return found === undefined
      ? renderPage(panel, turnTo.kind === 'list' ? turnTo.page : 1, language)
      : renderOne(panel, found, await mended.of(found.skill.name), language);
  };

  const button = (label: Text, panel: number, turnTo: SkillsTap['turnTo']) => ({
    label,
    style: 'plain' as const,
    data: buttons.register({ kind: 'skills', tap: { panel, turnTo } }),
  });

  const renderPage = (panel: number, wanted: number, language: Language): Outgoing => {
    const all = inGroups(shelf.list());
    const { page, skills } = pageOf(all, wanted);
    const rows = skills.map(({ skill }) => [
      button(showHidden(skill.name), panel, { kind: 'skill', name: skill.name, isEnabled: null }),
    ]);
    const turning = [
      ...(page > 1 ? [button(say`‹ Back`, panel, { kind: 'list', page: page - 1 })] : []),
      ...(page < pagesOf(all) ? [button(say`More ›`, panel, { kind: 'list', page: page + 1 })] : []),
    ];
    return message(renderList(all, shelf.problems(), page, language), turning.length === 0 ? rows : [...rows, turning]);
  };

  const renderOne = (panel: number, found: ShelvedSkill, mend: MendedSkill | null, language: Language): Outgoing => {
    const { skill, isEnabled } = found;
    const page = Math.floor(inGroups(shelf.list()).indexOf(found) / SKILLS_A_PAGE) + 1;
    const run = {
      label: say`Run it`,
      style: 'good' as const,
      data: buttons.register({ kind: 'run', goal: goalForSkill(skill.name) }),
    };
    const toggle = button(isEnabled ? say`Turn off` : say`Turn on`, panel, {
      kind: 'skill',
      name: skill.name,
      isEnabled: !isEnabled,
    });
    const undo = mend === null ? [] : [offerUnmend(mend.run, buttons).row];
    return message(renderSkill(found, mend, language), [
      isEnabled ? [run, toggle] : [toggle],
      ...undo,
      [button(say`‹ All skills`, panel, { kind: 'list', page })],
    ]);
  };

  const find = (name: string): ShelvedSkill | undefined =>
    shelf.list().find(({ skill }) => nameKey(skill.name) === nameKey(name));

  const tell = ({ thread, updateId }: Asked, text: Text): void =>
    void outbox.post(thread, message([text], []), updateId);

  const sayUnknown = (asked: Asked, name: string): void => {
    const closest = closestWord(
      name,
      shelf.list().map(({ skill }) => skill.name),
    );
    const advice = closest === null ? '' : say` Did you mean “${closest}”?`;
    tell(asked, say`There is no skill “${showHidden(name.slice(0, 60))}”.${advice} ${slash('skills')} lists them all.`);
  };

  return {
    async open(rest, asked) {
      const [, word = '', name = ''] = /^(on|off|enable|disable|show)\s+(\S.*)$/is.exec(rest) ?? [];
      if (rest === '') return await post(asked, { kind: 'list', page: 1 });
      if (/^\d+$/.test(rest)) return await post(asked, { kind: 'list', page: Number(rest) });
      const found = find(word === '' ? rest : name);
      if (found === undefined) return sayUnknown(asked, word === '' ? rest : name);
      if (word === '' || word.toLowerCase() === 'show')
        return await post(asked, { kind: 'skill', name: found.skill.name, isEnabled: null });
      const isEnabled = /^(?:on|enable)$/i.test(word);
      await shelf.setEnabled(found.skill.name, isEnabled);
      const named = showHidden(found.skill.name);
      tell(asked, isEnabled ? say`“${named}” is turned on.` : say`“${named}” is turned off.`);
    },
    async turn({ panel, turnTo }) {
      const open = panels.get(panel);
      if (open === undefined) return;
      if (turnTo.kind === 'skill' && turnTo.isEnabled !== null) await shelf.setEnabled(turnTo.name, turnTo.isEnabled);
      buttons.forget(open.ids);
      const shown = await render(panel, turnTo, open.language);
      open.ids = idsOf(shown);
      outbox.close(open.posting, shown);
    },
  };
}

function message(text: Outgoing['text'], rows: Outgoing['buttons']): Outgoing {
  return { ...wordsAlone(text), buttons: rows };
}

function idsOf({ buttons }: Outgoing): readonly string[] {
  return buttons.flat().flatMap(({ data }) => (data === null ? [] : [data]));
}
