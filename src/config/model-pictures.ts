/** MODEL_PICTURES: how the pictures of a step are made for a model, where that is not as its table has it. */
import { z } from 'zod';
import { say } from '../words/say.ts';
import { described } from '../words/say-issue.ts';
import { json } from './json.ts';

const FORM = say`set JSON like ${'{"my-model":{"numbers":true,"longestSidePx":1008,"quality":60}}'}: numbers true or false, sides of 280 to 1260 pixels, quality 30 to 78`;

const wishes = z.record(
  z.string(),
  z.strictObject({
    numbers: z.boolean().exactOptional(),
    longestSidePx: z.number().int().min(280).max(1260).exactOptional(),
    quality: z.number().int().min(30).max(78).exactOptional(),
  }),
);

export const modelPictures = described(json.pipe(wishes), FORM);
