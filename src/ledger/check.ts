/** One typed check of an end state, as data: what is looked up, and the expected value (design, section 6). */
import { z } from 'zod';
import { textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { sayFirstIssue } from '../words/say-issue.ts';
import { textSchema } from '../words/text-schema.ts';

const text = z.string().min(1).max(4000);

/** One check by its kind. */
export const checkSchema = z.discriminatedUnion('check', [
  z.object({ check: z.literal('file_exists'), path: text }),
  z.object({ check: z.literal('file_contains'), path: text, text }),
  z.object({ check: z.literal('file_absent'), path: text }),
  /** Value shown in a spreadsheet cell (ods, xlsx, csv), in its first sheet unless one is named. Numbers are compared by value. */
  z.object({
    check: z.literal('cell'),
    path: text,
    sheet: z.string().max(200).optional(),
    cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/),
    text: z.string().max(4000),
  }),
  /** Part of the text of a document (odt, docx), with any spacing. */
  z.object({ check: z.literal('document_text'), path: text, text }),
  /** Part of a PDF's text ('' for any), and its number of pages (0 for any). */
  z.object({
    check: z.literal('pdf'),
    path: text,
    text: z.string().max(4000).default(''),
    pages: z.number().int().min(0).default(0),
  }),
  /** Size in pixels. */
  z.object({
    check: z.literal('picture_size'),
    path: text,
    width: z.number().int().min(1),
    height: z.number().int().min(1),
  }),
  /** An entry of a calendar file by part of its title; `day` as 2026-11-23, '' for any. */
  z.object({ check: z.literal('event'), path: text, title: text, day: z.string().max(10).default('') }),
  /** The base name of an executable. */
  z.object({ check: z.literal('process'), name: text }),
  z.object({ check: z.literal('port'), port: z.number().int().min(1).max(65_535) }),
  /** Part of a window's title, any case. */
  z.object({ check: z.literal('window'), title: text }),
  /** Part of the address the front page shows, any case. */
  z.object({ check: z.literal('url'), url: text }),
  z.object({ check: z.literal('screen_text'), text }),
  /** A read-only command and the exit code it must end with. */
  z.object({
    check: z.literal('exit_code'),
    command: text,
    code: z.number().int().min(0).max(255).default(0),
    /** Meaning of this result for a person: “the volume is at 30 %”. */
    says: textSchema.optional(),
  }),
  /** The last act succeeded with an output: for goals that only look something up. */
  z.object({ check: z.literal('answer') }),
  /** The application's window is in front: by its name, or another window than when the run began. */
  z.object({ check: z.literal('opened'), app: text }),
  /** The page in front is this one, with or without a scheme: of the same site, and at its path where one is named. */
  z.object({ check: z.literal('page'), address: text }),
  /** A window opened with a mail to this recipient and with this subject. */
  z.object({ check: z.literal('draft'), to: text, subject: text }),
  /** The clipboard contains exactly this. */
  z.object({ check: z.literal('clipboard'), text }),
]);

export type Check = z.infer<typeof checkSchema>;

export type ParsedChecks =
  | { readonly ok: true; readonly checks: readonly Check[] }
  | { readonly ok: false; readonly reason: Text };

/** Reads the JSON list of `## Expect`. */
export function parseChecks(json: string): ParsedChecks {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, reason: say`the checks are not JSON: ${textOf(error)}` };
  }
  const list = z.array(checkSchema).min(1).max(50).safeParse(value);
  if (list.success) return { ok: true, checks: list.data };
  return { ok: false, reason: sayFirstIssue(list.error, value, 'checks') };
}

/** Whether the check needs the screen. */
export function isSeenCheck({ check }: Check): boolean {
  return ['opened', 'window', 'url', 'screen_text', 'page', 'draft'].includes(check);
}
