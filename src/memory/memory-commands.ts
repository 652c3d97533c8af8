/** `/memory`, `/remember`, `/forget`, `/record`: requests about memory, and the answers. */

import type { Recordings } from '../journal/recordings.ts';
import { readParts } from '../journal/whole-run.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Clock } from '../ports/clock.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { Vault } from '../ports/vault.ts';
import { readRunId } from '../words/run-name.ts';
import { join, plural, say, slash } from '../words/say.ts';
import type { Experience } from './experience.ts';
import { readMemorySettings, setRecording, setVaultTokens } from './memory-settings.ts';
import { plainLine } from './note-lines.ts';
import { tellProcedure } from './procedures.ts';
import { addRemembered, dropRemembered, findRemembered, listRemembered } from './remembered.ts';
import { forgetRunInNotes, readTime } from './run-notes.ts';
import { INSTRUCTIONS, VAULT_TOKENS } from './vault-part.ts';

export type MemoryCommandName = 'memory' | 'remember' | 'forget' | 'record';

export interface MemoryCommandPorts {
  readonly vault: Vault;
  readonly recordings: Recordings;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly experience: Experience;
  /** Resolves when everything about ended runs is written: otherwise it would be written after being forgotten. */
  readonly untilWritten: () => Promise<void>;
  /** Called after a run was deleted, to remove everything derived from it. */
  readonly noteForgotten: () => Promise<void>;
}

export interface MemoryCommands {
  /** `atWork`: id of the run under way. */
  carryOut(name: MemoryCommandName, words: string, atWork: string | null): Promise<readonly SpokenSpan[]>;
}

const LONGEST = 500;
const SHOWN = 10;
const LEARNED_SHOWN = 30;

export function createMemoryCommands(ports: MemoryCommandPorts): MemoryCommands {
  const { vault, recordings, state, clock, experience } = ports;
  const signal = new AbortController().signal;

  const readInstructions = async (): Promise<string> => {
    const { ok, text } = await vault.read(INSTRUCTIONS, signal);
    return ok ? text : '';
  };

  return {
    carryOut(name, words, atWork) {
      switch (name) {
        case 'memory':
          return showMemory(words);
        case 'remember':
          return remember(words);
        case 'forget':
          return forget(words, atWork);
        case 'record':
          return record(words);
      }
    },
  };

  async function showMemory(words: string): Promise<readonly SpokenSpan[]> {
    const [, tokens] = /^budget\s+(\d{1,7})$/i.exec(words) ?? [];
    if (tokens !== undefined) {
      const set = await setVaultTokens(state, Number(tokens));
      const { least, most } = VAULT_TOKENS;
      return [
        say`Your notes take at most ${set} tokens of a prompt from the next run on (it can be ${least} to ${most}).`,
      ];
    }
    const [, learned] = /^learned(?:\s+(\d{1,3}))?$/i.exec(words) ?? [];
    if (/^learned/i.test(words)) return showLearned(learned === undefined ? null : Number(learned));
    if (words !== '')
      return [
        say`Send ${slash('memory')} alone to see what I remember, or ${slash('memory budget 8000')} to give your notes more room.`,
      ];
    const notes = await vault.notes(signal);
    const { vaultTokens, isRecording } = readMemorySettings(state);
    const remembered = listRemembered(await readInstructions());
    const runs = (await recordings.list()).length;
    const learnedTasks = experience.list().length;
    return [
      { bold: say`Always applies:` },
      remembered.length === 0 ? say` nothing yet; ${slash('remember')} adds to it.` : '',
      '\n',
      ...remembered.slice(-SHOWN).map((line) => `• ${line}\n`),
      ...(remembered.length > SHOWN ? [{ quiet: say`and ${remembered.length - SHOWN} more` }, '\n'] : []),
      { bold: say`Notes:` },
      say` ${notes.length} in the vault; up to ${vaultTokens} tokens of them in a prompt.`,
      '\n',
      { bold: say`Learned:` },
      learnedTasks === 0
        ? say` nothing from runs yet.`
        : plural(
            learnedTasks,
            say` ways and traps of 1 kind of task; ${slash('memory learned')} shows it.`,
            say` ways and traps of ${learnedTasks} kinds of task; ${slash('memory learned')} lists them.`,
          ),
      '\n',
      { bold: say`Recordings:` },
      ' ',
      plural(runs, say`1 run`, say`${runs} runs`),
      isRecording ? say`; recording is on.` : say`; recording is off.`,
      '\n',
      { quiet: join([say`remember TEXT`, say`forget WORDS`, 'forget run 12', 'record on|off'].map(slash), ' · ') },
    ];
  }

  function showLearned(number: number | null): readonly SpokenSpan[] {
    const all = experience.list();
    if (all.length === 0) return [say`Nothing has been learned from runs yet.`];
    if (number === null) {
      const lines = all.map(({ app, task }, index) => `${index + 1}. ${app === '' ? '' : `${app}: `}${task}\n`);
      return [
        ...lines.slice(-LEARNED_SHOWN),
        {
          quiet: say`${slash(say`memory learned ${all.length}`)} shows one, ${slash(say`forget learned ${all.length}`)} forgets it.`,
        },
      ];
    }
    const one = all[number - 1];
    return one === undefined ? [say`There is no number ${number}.`] : [{ block: tellProcedure(one) }];
  }

  async function remember(words: string): Promise<readonly SpokenSpan[]> {
    const line = plainLine(words);
    if (line === '')
      return [say`What should I remember? Send for example: ${slash(say`remember I write mails in German`)}`];
    if (line.length > LONGEST)
      return [say`That is too long to tell every run. Keep it under ${LONGEST} characters, or write it into a note.`];
    const { day } = readTime(new Date(clock.now()).toISOString());
    const { ok, text } = await vault.update(INSTRUCTIONS, (note) => addRemembered(note, line, day), signal);
    if (!ok) return [say`I couldn't save that. ${text}`];
    return [say`Saved in ${INSTRUCTIONS}. Undo with ${slash('forget')}.`];
  }

  async function forget(words: string, atWork: string | null): Promise<readonly SpokenSpan[]> {
    const [, learned] = /^learned\s+(\d{1,3})$/i.exec(words) ?? [];
    if (learned !== undefined) {
      const isGone = await experience.forget(Number(learned));
      return [isGone ? say`Forgotten.` : say`There is no number ${Number(learned)}.`];
    }
    const runId = readRunId(words);
    if (runId !== null) return forgetRun(runId, atWork);
    if (words === '')
      return [say`What should I forget? Send ${slash('forget')} and words of it, or ${slash('forget run 12')}.`];
    const found = findRemembered(await readInstructions(), words);
    const [only] = found;
    if (only === undefined) return [say`I have nothing saved with these words. ${slash('memory')} shows what I know.`];
    if (found.length > 1)
      return [say`Which of these? Use more of its words.`, '\n', ...found.slice(0, SHOWN).map((line) => `• ${line}\n`)];
    const { ok, text } = await vault.update(
      INSTRUCTIONS,
      (note) => (note === null ? null : dropRemembered(note, only)),
      signal,
    );
    return [ok ? say`Forgotten: “${only}”.` : say`I couldn't save that. ${text}`];
  }

  async function forgetRun(runId: string, atWork: string | null): Promise<readonly SpokenSpan[]> {
    const run = Number(runId);
    await ports.untilWritten();
    const [created] = (await recordings.read(runId)) ?? [];
    const isThere = created !== undefined;
    const whole = created?.type === 'run.created' ? created.part?.of : undefined;
    if (atWork !== null && [runId, whole].includes(atWork))
      return [say`Run ${run} is in progress. Send ${slash('stop')} first.`];
    // The parts of its plan first, since they are found through it. An unrecorded old run may still have left traces.
    const parts = (await readParts(runId, recordings)).map((part) => part.runId).toReversed();
    let hasLeft = isThere;
    for (const id of [...parts, runId]) {
      const changes = forgetRunInNotes(id, await vault.notes(signal));
      for (const { path, change } of changes) await vault.update(path, change, signal);
      const wasLearned = await experience.forgetRun(id);
      hasLeft ||= changes.length > 0 || wasLearned;
      await recordings.remove(id);
    }
    if (!hasLeft) return [say`There is no run ${run}.`];
    await ports.noteForgotten();
    return [
      say`Run ${run} is forgotten: its recording, its pictures, what was learned from it and its lines in your notes.`,
    ];
  }

  async function record(words: string): Promise<readonly SpokenSpan[]> {
    const wanted = words.toLowerCase();
    if (wanted === 'on' || wanted === 'off') await setRecording(state, wanted === 'on');
    else if (wanted !== '') return [say`Send ${slash('record on')} or ${slash('record off')}.`];
    return [
      readMemorySettings(state).isRecording
        ? say`Runs are recorded: pictures, what was done, a line in your notes. ${slash('record off')} ends that.`
        : say`From the next run on, nothing is recorded: no pictures, no notes, nothing to recall. Only a journal stays, so that I can tell you after a restart how a run ended.`,
    ];
  }
}
