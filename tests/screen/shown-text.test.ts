/** Whether words stand in a text that was read: letters may be taken for one another, figures never. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readsAs, wordsThatRead } from '../../src/screen/shown-text.ts';
import { lineOf } from '../fakes/reader.ts';

it('letters that look alike are one, blanks may be lost, case and accents do not matter', () => {
  for (const [text, wanted] of [
    ['FiIe saved', 'file saved'],
    ["Don'tSave", "don't save"],
    ['Schliessen', 'schließen'],
    ['Übermut tut selten gut', 'ubermut'],
    ['Modem window', 'modern window'],
    ['Downloads', 'load'],
  ] as const)
    assert.ok(readsAs(text, wanted), `${wanted} in ${text}`);
});

it('figures are exactly these', () => {
  for (const [text, wanted] of [
    ['Order l2', 'order 12'],
    ['Total 112.50', '12.50'],
    ['Total 12.500', '12.50'],
    ['Code 739 204', '739204'],
    ['Room 12 07', '1207'],
  ] as const)
    assert.ok(!readsAs(text, wanted), `${wanted} in ${text}`);
  for (const [text, wanted] of [
    ['Order #12 shipped', 'order #12'],
    ['Total $12.50', '12.50'],
    ['(739204)', '739204'],
  ] as const)
    assert.ok(readsAs(text, wanted), `${wanted} in ${text}`);
});

it('the words themselves are found in their line', () => {
  const line = lineOf('Save or Cancel it', { x: 0, y: 0, width: 170, height: 12 });
  assert.deepEqual(
    wordsThatRead('cancel', line).map(({ text }) => text),
    ['Cancel'],
  );
  assert.deepEqual(wordsThatRead('delete', line), []);
});
