/** What a machine never does, whoever asks over the gateway; a file on the machine itself. */
import { z } from 'zod';
import { ACTION_NAMES } from '../../action/schema.ts';
import { say, type Text } from '../../words/say.ts';
import { described, sayIssue } from '../../words/say-issue.ts';

const BY_HAND = 'by hand';

const policySchema = z.strictObject({
  /** Actions that are refused without a question: their names, and `by hand` for all that a person does without a goal. */
  refuse: z
    .array(
      described(
        z.enum([BY_HAND, ...ACTION_NAMES]),
        say`it takes names of actions like ${'shell, send_file, type'}, or ${'"by hand"'}`,
      ),
    )
    .default([]),
  /** People who may use it; null: everybody whom the gateway admits. */
  people: z
    .array(
      described(
        z.string().regex(/^(?:telegram:\d+|slack:[TE][A-Z0-9]*:[UW][A-Z0-9]*|web:owner)$/),
        say`it takes ids like ${'telegram:123'} or ${'slack:T012AB:U345CD'}`,
      ),
    )
    .nullable()
    .default(null),
  /** Approvals that need a phone code besides the tap. */
  code: z.enum(['critical', 'every yes', 'never']).default('critical'),
  /** What happens to a run while the gateway cannot be reached. */
  whenCutOff: z.enum(['go on', 'stop']).default('go on'),
});
export type Policy = Readonly<z.infer<typeof policySchema>>;

export const USUAL_POLICY: Policy = policySchema.parse({});

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  /** Each problem with its place in the file. */
  | { readonly ok: false; readonly problems: readonly Text[] };

export function readPolicy(text: string): ReadPolicy {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [say`it is not JSON (${error instanceof Error ? error.message : String(error)})`] };
  }
  const read = policySchema.safeParse(json);
  if (read.success) return { ok: true, policy: read.data };
  return {
    ok: false,
    problems: read.error.issues.map((issue) =>
      issue.path.length === 0 ? sayIssue(issue) : say`${issue.path.map(String).join('.')}: ${sayIssue(issue)}`,
    ),
  };
}
