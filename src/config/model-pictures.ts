/** MODEL_PICTURES: how the pictures of a step are made for a model, where that is not as its table has it. */
import { z } from 'zod';

const FORM =
  'set JSON like {"my-model":{"numbers":true,"longestSidePx":1008,"quality":60}}: numbers true or false, sides of 280 to 1260 pixels, quality 30 to 78';

const wishes = z.record(
  z.string(),
  z.strictObject(
    {
      numbers: z.boolean(FORM).exactOptional(),
      longestSidePx: z.number(FORM).int(FORM).min(280, FORM).max(1260, FORM).exactOptional(),
      quality: z.number(FORM).int(FORM).min(30, FORM).max(78, FORM).exactOptional(),
    },
    FORM,
  ),
  { error: FORM },
);

export const modelPictures = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: FORM });
      return z.NEVER;
    }
  })
  .pipe(wishes);
