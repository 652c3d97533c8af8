/** A gate as on a person's Mac, without any I/O but loading the second parser. */
import { posix } from 'node:path';
import { loadBashParser } from '../../adapters/machine/bash-parser.ts';
import type { Action } from '../../src/action/schema.ts';
import { parseAction } from '../../src/action/schema.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import { createGate, type Gate, type GateOptions } from '../../src/safety/gate.ts';
import type { FolderEntry } from '../../src/safety/places/below.ts';
import { type GateContext, type Judgement, needsApproval, type Risk } from '../../src/safety/risk.ts';
import type { GitLook } from '../../src/safety/shell/git-settings.ts';
import { english } from '../../src/words/speak.ts';

export const HOME = '/Users/alice';
export const ROOT = '/Users/alice/deskhand';

/** The only files there are: `app` keeps secrets among others, `project` and `program` none, `odd` names that a blank takes apart. */
const FILES: Readonly<Record<string, string>> = {
  project: 'package.json README.md src/index.ts src/deep/a.ts docs/notes.md node_modules/x/test.pem .github/ci.yml',
  app: 'main.ts .env lib/server.key lib/run.ts conf/token.json',
  program: 'tokens.ts secrets/redact.ts password-field.tsx secrets.test.ts cookies.d.ts',
  hidden: 'main.ts .env sub/.npmrc',
  linked: 'main.ts',
  odd: 'main.ts a%20b.ts',
};
const PATHS = Object.entries(FILES).flatMap(([folder, files]) =>
  files.split(' ').map((file) => `${HOME}/${folder}/${file.replace('%20', ' ')}`),
);

export function listTestFolder(folder: string): readonly FolderEntry[] | 'absent' {
  const entries = new Map<string, FolderEntry>();
  for (const path of PATHS) {
    if (!path.startsWith(`${folder}/`)) continue;
    const [name = '', ...below] = posix.relative(folder, path).split('/');
    entries.set(name, { name, kind: below.length === 0 ? 'file' : 'folder' });
  }
  if (folder === `${HOME}/linked`) entries.set('notes', { name: 'notes', kind: 'link' });
  return entries.size === 0 ? 'absent' : [...entries.values()];
}

/** Git without a setting anywhere. */
export const NO_SETTINGS: GitLook = { known: () => [], look: () => Promise.resolve() };

export async function openTestGate(changes: Partial<GateOptions> = {}): Promise<Gate> {
  return createGate({
    platform: 'macos',
    home: HOME,
    root: ROOT,
    dataDir: ROOT,
    secondParser: await loadBashParser(OWN_FILES.bashParser),
    listFolder: listTestFolder,
    git: NO_SETTINGS,
    ...changes,
  });
}

/** Judges an action given as JSON would give it. */
/** Unless a test says otherwise, a terminal has a shell at its prompt, and what was typed is all that stands there. */
const AT_PROMPT: GateContext = { terminal: { reader: 'shell', isLineKnown: true } };

export function judgeJson(gate: Gate, value: Readonly<Record<string, unknown>>, context: GateContext = {}): Judgement {
  return gate.judge(toAction(value), { ...AT_PROMPT, ...context });
}

export function toAction(value: unknown): Action {
  const parsed = parseAction(value);
  if (!parsed.ok) throw new Error(`the test's own action is not valid: ${english(parsed.reason)}`);
  return parsed.action;
}

export function judgeShell(gate: Gate, command: string, context: GateContext = {}): Judgement {
  return judgeJson(gate, { action: 'shell', command }, context);
}

export function asks({ risk }: Judgement): boolean {
  return needsApproval(risk);
}

/** How many came out at each level, for the log. */
export function countRisks(judgements: readonly { readonly risk: Risk }[]): string {
  const counts = new Map<Risk, number>();
  for (const { risk } of judgements) counts.set(risk, (counts.get(risk) ?? 0) + 1);
  return [...counts].map(([risk, count]) => `${risk} ${count}`).join(', ');
}
