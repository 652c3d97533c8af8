/** Wording of the evidence for the model that begins a run. */
import { say, type Text } from '../words/say.ts';
import type { LearnedModel } from './learned-model.ts';

/** Why it begins in place of the usual one. Pure. */
export function sayLearned({ model, because, runs, checked, usd, instead }: LearnedModel): Text {
  if (because === 'fails')
    return say`${model} begins, because ${instead.model} got only ${instead.checked} of ${instead.runs} such goals done and checked`;
  return instead.usd === null
    ? say`${model} begins: it got ${checked} of ${runs} such goals done and checked for ${{ usd }} each, and is cheaper than ${instead.model}`
    : say`${model} begins: it got ${checked} of ${runs} such goals done and checked for ${{ usd }} each, ${instead.model} takes ${{ usd: instead.usd }}`;
}
