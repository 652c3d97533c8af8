/** The table of actions is the only list of them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isActing, isInput, isKeyPress, isLooking, isTextEntry, isTouching, traitsOf } from '../../src/action/kinds.ts';
import { ACTION_NAMES, ACTIONS, type Action } from '../../src/action/schema.ts';
import { readAct } from '../../src/skills/act-skill.ts';
import { EXAMPLE_ACTIONS } from '../fixtures/actions.ts';

const exampleOf = (name: string) => EXAMPLE_ACTIONS.find(({ action }) => action === name);
const ROOT = join(import.meta.dirname, '../..');

describe('The table of actions', () => {
  it('has each name once, each with a phrase, a line for the model and a source on the wire for every parameter', () => {
    assert.equal(new Set(ACTION_NAMES).size, ACTION_NAMES.length);
    for (const { name, schema, wire, prompt } of ACTIONS) {
      const params = Object.keys(schema.shape).filter((key) => key !== 'action');
      assert.deepEqual(Object.keys(wire).toSorted(), params.toSorted(), name);
      assert.ok(prompt.startsWith(name), prompt);
    }
  });

  it('no other file lists the names of actions', () => {
    const names = new Set<string>(ACTION_NAMES);
    const files = globSync('{src,adapters}/**/*.ts', { cwd: ROOT }).filter(
      (file) => !file.startsWith('src/action/table/'),
    );
    assert.ok(files.length > 100);
    // Names that exist elsewhere: `type` and `key` are methods of the desktop, `click` and `scroll` commands on the phone.
    const others = ['adapters/desktop/', 'src/commands/parse-command.ts'];
    const found = files
      .filter((file) => !others.some((other) => file.startsWith(other)))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\[\s*((?:'[a-z_]+',?\s*)+)\]/g)]
          .map(([, list = '']) => [...list.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word))
          .filter((words) => words.length > 1 && words.every((word) => names.has(word)))
          .map((words) => `${file}: ${words.join(', ')}`),
      );
    assert.deepEqual(found, []);
  });

  it('what goes to the window acts, and what only looks never does', () => {
    for (const action of EXAMPLE_ACTIONS) {
      assert.ok(!isInput(action) || isActing(action), action.action);
      assert.ok(!isLooking(action) || !isInput(action), action.action);
      assert.ok(!isTouching(action) || isInput(action), action.action);
      assert.equal(
        traitsOf(action).followsUp === true,
        ['click', 'move', 'mouse_up', 'type', 'key', 'wait'].includes(action.action),
      );
    }
  });

  it('what presses the keys it names, enters a text, and is no act of its own is a trait', () => {
    const where = (is: (action: Action) => boolean) => EXAMPLE_ACTIONS.filter(is).map(({ action }) => action);
    assert.deepEqual(where(isKeyPress), ['key', 'hold_key', 'key_down']);
    assert.deepEqual(where(isTextEntry), ['type', 'set_value']);
    const isRefused = (action: string): boolean => {
      const read = readAct(JSON.stringify({ ...exampleOf(action), action: ` ${action.toUpperCase()}` }));
      return !read.ok && read.fault.includes('no act of its own');
    };
    for (const action of EXAMPLE_ACTIONS) {
      const { notAlone, holds } = traitsOf(action);
      assert.equal(isRefused(action.action), notAlone !== undefined || holds !== undefined, action.action);
    }
  });

  it('what nobody knows counts as an act that needs leave', () => {
    assert.deepEqual(traitsOf({ action: 'no_such' }), { kind: 'act', grant: 'never', permission: 'front' });
  });
});
