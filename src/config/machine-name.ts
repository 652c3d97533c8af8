/** Names of machines, when several work for one bot. */
import { z } from 'zod';
import { say } from '../words/say.ts';
import { problem } from '../words/say-issue.ts';

/** Words with another meaning than a machine. */
const RESERVED_NAMES: readonly string[] = ['all', 'any', 'gateway', 'here', 'join', 'local'];

const NAME_FORM = say`use 1 to 32 of a–z, 0–9 and -, beginning with a letter, like studio or mac-mini-2; ${RESERVED_NAMES.join(', ')} mean something else`;

/** As people type it; also part of subjects, buckets and consumers, so it has no character with a meaning there. */
export const machineNameSchema = z
  .string()
  .refine((name) => /^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name), problem(NAME_FORM))
  .refine((name) => !RESERVED_NAMES.includes(name), problem(NAME_FORM));
