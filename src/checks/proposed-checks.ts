/** Typed checks that a model proposes beside its verdict: read from a flat form, and carried out only where looking is harmless. */
import { z } from 'zod';
import { type Check, checkSchema } from '../ledger/check.ts';

/** At most this many are carried out. */
const MOST = 5;

/** JSON Schema of one proposal on the wire: no optional parameter, no union. */
export const PROPOSAL_SCHEMA = {
  type: 'object',
  properties: {
    check: {
      type: 'string',
      enum: ['file_exists', 'file_contains', 'process', 'port', 'window', 'url', 'screen_text', 'exit_code'],
    },
    subject: { type: 'string' },
    text: { type: 'string' },
  },
  required: ['check', 'subject', 'text'],
  additionalProperties: false,
} as const;

const proposalSchema = z.object({ check: z.string(), subject: z.string(), text: z.string().default('') });

/** Invalid proposals are left out, as they are optional. */
export function readProposals(values: readonly unknown[]): readonly Check[] {
  const checks: Check[] = [];
  for (const value of values.slice(0, MOST)) {
    const proposal = proposalSchema.safeParse(value);
    const check = proposal.success ? checkSchema.safeParse(widen(proposal.data)) : null;
    if (check?.success) checks.push(check.data);
  }
  return checks;
}

function widen({ check: kind, subject, text }: z.infer<typeof proposalSchema>): object {
  const check = kind.trim().toLowerCase();
  switch (check) {
    case 'file_exists':
      return { check, path: subject };
    case 'file_contains':
      return { check, path: subject, text };
    case 'process':
      return { check, name: subject };
    case 'port':
      return { check, port: Number(subject) };
    case 'window':
      return { check, title: subject };
    case 'url':
      return { check, url: subject };
    case 'exit_code':
      return { check, command: subject, code: text.trim() === '' ? 0 : Number(text) };
    default:
      return { check, text: subject };
  }
}

export interface Limits {
  /** Whether the gate calls it safe to look at this path. */
  readonly isSafePath: (path: string) => boolean;
  readonly isSafeCommand: (command: string) => boolean;
  /** Whether documents can be opened where they can do no harm. */
  readonly opensDocuments: boolean;
  /** Whether the last look lists elements at all: without them no text can be read on the screen. */
  readonly hasElements: boolean;
}

/** Checks that are possible and only read; the content of a file that the gate protects is never revealed. */
export function chooseSafe(checks: readonly Check[], limits: Limits): readonly Check[] {
  const isSafe = (check: Check): boolean => {
    switch (check.check) {
      case 'file_exists':
      case 'file_contains':
      case 'file_absent':
        return limits.isSafePath(check.path);
      case 'cell':
      case 'document_text':
      case 'pdf':
      case 'picture_size':
      case 'event':
        return limits.opensDocuments && limits.isSafePath(check.path);
      case 'exit_code':
        return limits.isSafeCommand(check.command);
      case 'url':
      case 'screen_text':
        return limits.hasElements;
      case 'process':
      case 'port':
      case 'window':
      case 'opened':
      case 'page':
      case 'draft':
        return true;
      // The clipboard is private, and no act is at hand that could have answered.
      case 'answer':
      case 'clipboard':
        return false;
    }
  };
  return checks.filter(isSafe);
}
