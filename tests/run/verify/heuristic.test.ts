import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action } from '../../../src/action/schema.ts';
import { compareGlances, formatShare } from '../../../src/checks/compare.ts';
import { chooseSafe, readProposals } from '../../../src/checks/proposed-checks.ts';
import type { ActionResult } from '../../../src/journal/acted.ts';
import type { Fingerprint } from '../../../src/ports/desktop.ts';
import { guessFrom, guessScore } from '../../../src/run/verify/heuristic.ts';
import { withNotes } from '../../../src/words/printed.ts';
import { say } from '../../../src/words/say.ts';
import { makeDecisionRequest } from '../../contracts/decider.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';

const print = (...tiles: readonly number[]): Fingerprint => ({
  columns: tiles.length,
  rows: 1,
  tiles: Uint32Array.from(tiles),
});
const element = (name: string, value = '') => ({ role: 'entry', name, value, isSecure: false });

describe('Comparing the first look with the last', () => {
  it('counts tiles and elements, not what blinks by itself', () => {
    const first = { fingerprint: print(1, 2, 3, 4), elements: [element('a'), element('b')] };
    const last = { fingerprint: print(1, 9, 3, 8), elements: [element('a'), element('b', 'hello')] };
    const habits = new Map([[3, { looks: new Set([4, 8]), everyMs: null }]]);
    assert.deepEqual(compareGlances(first, last, habits), { picture: 0.25, elements: 2 / 3 });
    assert.deepEqual(compareGlances(first, first, new Map()), { picture: 0, elements: 0 });
    assert.equal(compareGlances({ ...first, elements: [] }, { ...last, elements: [] }, new Map()).elements, null);
  });

  it('says a little change is one', () => {
    assert.deepEqual([0, 0.004, 0.25].map(formatShare), ['0 %', 'under 1 %', '25 %']);
  });
});

describe('The rule of thumb', () => {
  const all = { comparison: { picture: 0.3, elements: 0.5 }, words: 'exit 0', hasFailed: false, obstacle: null };

  it('is 30 picture, 30 elements, 40 words', () => {
    assert.equal(guessScore(all).score, 100);
    assert.equal(guessScore({ ...all, words: '' }).score, 60);
    assert.equal(guessScore({ ...all, comparison: { picture: 0, elements: 0.5 } }).score, 70);
    assert.equal(guessScore({ ...all, comparison: { picture: 0.3, elements: null } }).score, 70);
    assert.equal(
      guessScore({ comparison: { picture: 0, elements: 0 }, words: '', hasFailed: false, obstacle: null }).score,
      0,
    );
  });

  it('lets a word against it outweigh one for it', () => {
    for (const words of ['saved, but an error occurred', 'done\nexit 1', 'No such file; created nothing'])
      assert.equal(guessScore({ ...all, words }).score, 60, words);
    assert.equal(guessScore({ ...all, hasFailed: true }).score, 60);
    assert.equal(guessScore({ ...all, words: 'Ihre Nachricht wurde gesendet' }).score, 100);
  });
});

describe('The words it goes by', () => {
  const observation = makeDecisionRequest(PROMPT_STATES.first).observation;
  const guess = (action: Action, result: Pick<ActionResult, 'text' | 'command'>) =>
    guessFrom({ ...observation, elements: [] }, null, {
      last: { action, result: { ok: true, effect: 'unknown', ...result } },
    }).score;

  it('are those of programs, never our own', () => {
    const shell = { action: 'shell', command: 'make', timeout_s: 30 } as const;
    const notes = [[{ text: say`it could not write ${'~/a'}` }]];
    const command = { exitCode: 0, output: 'saved', notes };
    assert.equal(guess(shell, { text: withNotes(command.output, notes), command }), 40);
    assert.equal(guess(shell, { text: 'saved' }), 40, 'a journal of before');
    assert.equal(guess({ action: 'open_app', app: 'Done' }, { text: say`Opened ${'Done'}.` }), 0);
  });
});

describe('Proposed checks', () => {
  it('are carried out only as far as they can be made and the gate calls them safe', () => {
    const proposed = readProposals([
      { check: 'FILE_EXISTS', subject: '/open' },
      { check: 'file_contains', subject: '/closed', text: 'x' },
      { check: 'exit_code', subject: 'rm x', text: '0' },
      { check: 'screen_text', subject: 'Saved', text: '' },
      { check: 'process', subject: 'firefox', text: '' },
    ]);
    const limits = {
      isSafePath: (path: string) => path === '/open',
      isSafeCommand: () => false,
      hasElements: false,
      opensDocuments: false,
    };
    assert.deepEqual(
      chooseSafe(proposed, limits).map(({ check }) => check),
      ['file_exists', 'process'],
    );
  });
});
