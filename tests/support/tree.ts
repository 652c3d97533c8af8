/** A plan whose parts work side by side, with a model that plays each part by its goal. */
import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { FakePost } from '../fakes/chat.ts';
import { createFakeModel, type FakeAnswer, type FakeModel, type FakeModelOptions } from '../fakes/model.ts';
import type { TestDeskhand } from './deskhand.ts';
import { grantWishes, step, verdict } from './scripted-model.ts';

/** A goal that counts as complex by rule, so that a plan is asked for. */
export const TREE_GOAL = '1. count the invoices\n2. read the address\n3. look up the rate\n4. write the letter';

export interface TreePart {
  readonly goal: string;
  readonly check?: string;
  readonly needs?: readonly number[];
  readonly role?: string;
  readonly desktop?: boolean;
}

export const part = (goal: string, more: Omit<TreePart, 'goal'> = {}) => ({
  ...{ goal, check: `${goal}: done`, needs: [], role: 'look', desktop: false },
  ...more,
});

export interface TreeModelOptions extends FakeModelOptions {
  readonly plans: readonly (readonly TreePart[])[];
  /** What a part answers to its n-th question, from 0; by its goal. */
  readonly play: (goal: string, index: number, request: ModelRequest) => FakeAnswer | Promise<FakeAnswer>;
  readonly verify?: (request: ModelRequest) => FakeAnswer | Promise<FakeAnswer>;
  readonly scope?: object;
}

export const goalOf = ({ text }: Pick<ModelRequest, 'text'>): string => /^Goal: (.*)$/m.exec(text)?.[1] ?? '';

export function treeModel({ plans, play, verify, scope, ...options }: TreeModelOptions): FakeModel {
  let planned = 0;
  const steps = new Map<string, number>();
  return createFakeModel((request): FakeAnswer | Promise<FakeAnswer> => {
    const { purpose, text } = request;
    if (purpose === 'plan') {
      const parts = plans[Math.min(planned, plans.length - 1)] ?? [];
      planned += 1;
      return { parts, ...(scope === undefined ? {} : { scope }) };
    }
    if (purpose === 'verify') return verify?.(request) ?? { ...verdict(92, 'It is so'), ...grantWishes(text) };
    if (purpose !== 'step') return 'no';
    const key = `${request.step?.run ?? ''}`;
    const index = steps.get(key) ?? 0;
    steps.set(key, index + 1);
    return play(goalOf(request), index, request);
  }, options);
}

/** What a part without a screen answers. */
export const beside = (action: object, note: string | null = null): FakeAnswer => ({
  intent: 'Go on',
  ...flat(action),
  note,
});

export const doneWith = (
  text: string,
  facts: Readonly<Record<string, string>> = {},
  files: readonly string[] = [],
): FakeAnswer =>
  beside({ action: 'done', text, files, facts: Object.entries(facts).map(([name, value]) => ({ name, value })) });

function flat(action: object): object {
  return action;
}

export { step };

export async function openTree(bot: TestDeskhand, button = 'Go'): Promise<FakePost> {
  await bot.chat.sendText(`/run ${TREE_GOAL}`);
  const card = await bot.chat.waitFor((message) => message.kind === 'question' && /My plan/.test(message.text));
  await bot.chat.tap(card.id, button);
  return card;
}

export const endOf = (bot: TestDeskhand): Promise<FakePost> => bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);

/** A barrier: `arrive` resolves for all callers once `count` of them have come. */
export function createBarrier(count: number): { readonly arrive: () => Promise<void>; readonly most: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return {
    async arrive() {
      here += 1;
      if (here >= count) resolve();
      await promise;
    },
    most: () => here,
  };
}

export function assertNoneAtWork(bot: TestDeskhand): void {
  for (const [run] of bot.recordings.runs)
    assert.match(bot.types(run).at(-1) ?? '', /^run\.(?:ended|recovered)$/, `run ${run} has an end`);
}
