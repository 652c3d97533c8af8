/** Actions of the run itself: notes, questions, files for the person, and its end. */
import { z } from 'zod';
import { say } from '../../words/say.ts';
import { problem } from '../../words/say-issue.ts';
import { define } from './define.ts';
import { fileText, handedFacts, handedFiles, isFilled, path, text, words } from './params.ts';

export const RUN_ACTIONS = [
  define('vault_read', {
    takes: { path },
    wire: { path: 'path' },
    traits: { apart: 'reads', kind: 'look', permission: 'vault' },
    prompt: "vault_read path: one of the person's notes",
    says: (note) => say`reading the note ${note.path}`,
  }),
  define('vault_write', {
    takes: { path, text: fileText },
    wire: { path: 'path', text: 'text' },
    traits: { apart: 'changes', counted: 'notes', kind: 'act', permission: 'vault' },
    prompt: 'vault_write path text',
    says: (note) => say`writing the note ${note.path}`,
    whole: (note) => note.text,
  }),
  define('recall', {
    takes: { text },
    wire: { text: 'text' },
    traits: { apart: 'reads', kind: 'look', permission: 'vault' },
    prompt: 'recall text: similar earlier tasks',
    says: () => say`recalling a similar task`,
  }),
  define('ask_user', {
    takes: {
      text: z.string().refine(isFilled, problem(say`the question is empty`)).max(4000),
      options: z.array(z.string().min(1).max(100)).max(8).default([]),
      secret: z.boolean().default(false),
    },
    wire: { text: 'text', options: 'options', secret: 'secret' },
    traits: { apart: 'reads', notAlone: 'in-run', kind: 'look', wantsPicture: true, permission: null },
    prompt:
      'ask_user text [options: up to 8 short answers] secret=false: a question to the person; with secret=true you get {{secret:1}} to use in type, never the answer',
    says: () => say`asking you`,
  }),
  define('send_file', {
    takes: { path },
    wire: { path: 'path' },
    traits: { apart: 'changes', counted: 'files', notAlone: 'in-run', kind: 'act', permission: 'files' },
    prompt: "send_file path: to the person's phone",
    says: (file) => say`sending ${file.path}`,
  }),
  define('think', {
    takes: { text: words },
    wire: { text: 'text' },
    traits: { apart: 'reads', notAlone: 'in-run', kind: 'look', permission: null },
    prompt: 'think text: reason without acting',
    says: () => say`thinking`,
  }),
  define('done', {
    takes: { summary: words, files: handedFiles, facts: handedFacts },
    wire: { summary: 'text', files: 'files', facts: 'facts' },
    traits: { apart: 'reads', notAlone: 'in-run', kind: 'end', permission: null },
    prompt: 'done text=what was achieved',
    says: () => say`finishing`,
  }),
  define('fail', {
    takes: { summary: words },
    wire: { summary: 'text' },
    traits: { apart: 'reads', notAlone: 'in-run', kind: 'end', permission: null },
    prompt: 'fail text=what stood in the way',
    says: () => say`giving up`,
  }),
] as const;
