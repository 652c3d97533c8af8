/** What a playbook tells of the command at its end: what that printed, and in the reader's language what the person has to know beside it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { BWRAP, openSandbox } from '../../../adapters/machine/sandbox.ts';
import type { Action } from '../../../src/action/schema.ts';
import type { ActionResult } from '../../../src/journal/acted.ts';
import { runEventSchema } from '../../../src/journal/events.ts';
import { evolve } from '../../../src/journal/evolve.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import { noteResult } from '../../../src/journal/said.ts';
import { createPlaybookDecider } from '../../../src/run/decide/playbook-decider.ts';
import { useShell } from '../../../src/run/perform/shell.ts';
import { createWorkingFolder } from '../../../src/run/perform/working-folder.ts';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import { type CommandResult, type NoteLine, withNotes } from '../../../src/words/printed.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { english, speak } from '../../../src/words/speak.ts';
import { makeDecisionRequest } from '../../contracts/decider.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const quiet = new AbortController().signal;
const skip = existsSync(BWRAP) ? false : 'bubblewrap is not installed';

test('the notes beside a command’s output are told in the reader’s language, as far as they matter', {
  skip,
}, async (t) => {
  const home = makeTempFolder(t);
  const sandbox = await openSandbox({ platform: 'linux', home, root: home, dataDir: home });
  if (!sandbox.hasPlace) return t.skip(english(sandbox.placeLack));
  const machine = createLinuxMachine({
    home,
    user: 'person',
    session: () => ({}),
    isRoot: process.getuid?.() === 0,
    sandbox,
  });
  t.after(() => machine.close());

  mkdirSync(join(home, '.hidden'));
  const told = async (command: string): Promise<{ readonly german: string; readonly model: string }> => {
    const action = { action: 'shell', command, timeout_s: 30 } as const satisfies Action;
    const place = { run: '000001', shown: [], grants: [] };
    const ports = { machine, isApproved: false, place, isProven: false };
    const done = await useShell(action, createWorkingFolder(home), ports, quiet);
    const parsed = parseSkill(writeSkill({ name: 'look', playbook: [action] }), 'shipped');
    assert.ok(parsed.ok);
    const decider = createPlaybookDecider({ followed: { skill: parsed.skill, params: {} }, before: [] });
    await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
    const { confined: _, ...result } = done;
    const last = { action, result: { ...result, effect: 'unchanged' as const } };
    const after = { ...PROMPT_STATES.first, performed: [{ action, ok: done.ok }], last };
    const decision = await decider.decide(makeDecisionRequest(after), quiet);
    assert.ok(decision.kind === 'reply');
    return { german: speak(decision.words.summary, 'de'), model: english(done.text) };
  };

  const network = await told('ls; echo 3 new; echo "curl: (6) Could not resolve host: example.com"');
  assert.match(
    network.model,
    /Could not resolve host: example\.com\n\[tried where it can change nothing and has no network; it wanted the network, and there is none; left out: .*\]$/,
  );
  assert.equal(
    network.german,
    '3 new\ncurl: (6) Could not resolve host: example.com\nAusgeführt, wo nichts geändert werden kann und kein Netz ist; der Befehl wollte ins Netz, und hier ist keines.',
  );
  const cut = await told(`printf 'a%.0s' $(seq 20000)`);
  assert.match(cut.model, /a\n\[… \d+ characters left out …\]\na/);
  assert.match(cut.german, /a\n\[… \d+ Zeichen ausgelassen …\]\na/);
});

const NETWORK = { text: say`it wanted the network, and there is none` };
const LEFT_OUT = { text: say`left out: ${'~/.ssh'}`, isForModel: true };
const SHELL = { action: 'shell', command: 'fetch-news', timeout_s: 30 } as const satisfies Action;

/** As it is after it was written to a journal and read from it. */
function throughJournal(result: ActionResult): ActionResult {
  const performed = { type: 'action.performed', step: '1.0', ...noteResult(result), ms: 1 };
  const intended = { type: 'action.intended', step: '1.0', action: SHELL, by: 'model' };
  const events = [intended, performed].map((event) => runEventSchema.parse(JSON.parse(JSON.stringify(event))));
  const state = events.reduce(
    (before, event, at) => evolve(before, { ...event, seq: at + 1, at: '2026-11-28T10:00:00.000Z' }),
    startingState,
  );
  assert.ok(state.last !== null);
  return state.last.result;
}

async function endOf(result: ActionResult, answer: readonly object[] = []): Promise<Text> {
  const written = writeSkill({ name: 'look', playbook: [SHELL] });
  const parsed = parseSkill(
    answer.length === 0 ? written : `${written}\n## Answer\n\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\n`,
    'shipped',
  );
  assert.ok(parsed.ok, parsed.ok ? '' : english(parsed.reason));
  const decider = createPlaybookDecider({ followed: { skill: parsed.skill, params: {} }, before: [] });
  await decider.decide(makeDecisionRequest(PROMPT_STATES.first), quiet);
  const after = {
    ...PROMPT_STATES.first,
    performed: [{ action: SHELL, ok: result.ok }],
    last: { action: SHELL, result },
  };
  const decision = await decider.decide(makeDecisionRequest(after), quiet);
  assert.ok(decision.kind === 'reply');
  return decision.words.summary;
}

test('what a command printed, its code and its notes come through the journal, for the model to the letter', () => {
  for (const command of [
    { exitCode: 0, output: 'a', notes: [] },
    { exitCode: 2, output: '', notes: [[NETWORK, LEFT_OUT]] },
    { exitCode: null, output: 'a\nb', notes: [[LEFT_OUT], [NETWORK]] },
  ] satisfies readonly CommandResult[]) {
    const result = { ok: true, text: withNotes(command.output, command.notes), effect: 'unchanged', command } as const;
    assert.deepEqual(throughJournal(result), result);
  }
});

test('a journal of before has the text alone, and that is what is told', async () => {
  const text = 'ls: no such folder\n[left out: ~/.ssh]\nExit code 2.';
  const read = throughJournal({ ok: false, text, effect: 'unchanged' });
  assert.deepEqual(read, { ok: false, text, effect: 'unchanged' });
  assert.equal(english(await endOf(read)), text);
  const done = throughJournal({ ok: true, text: 'a.txt\nb.txt', effect: 'unchanged' });
  assert.equal(english(await endOf(done)), 'a.txt\nb.txt');
});

test('a command that fails is told by what it printed, with what stood in its way in the reader’s language', async () => {
  const fail = (output: string, notes: readonly NoteLine[], exitCode: number | null = 1): ActionResult => ({
    ok: false,
    text: 'for the model',
    effect: 'unchanged',
    command: { exitCode, output, notes },
  });
  const german = async (result: ActionResult, answer: readonly object[] = []): Promise<string> =>
    speak(await endOf(result, answer), 'de');
  assert.equal(
    await german(fail('no route', [[NETWORK, LEFT_OUT]])),
    'no route\nDer Befehl wollte ins Netz, und hier ist keines.\nExit-Code 1.',
  );
  const failed = [{ failed: 'I found no battery in this computer.' }];
  const said = speak(say`I found no battery in this computer.`, 'de');
  assert.equal(await german(fail('', [[LEFT_OUT]]), failed), said);
  assert.equal(await german(fail('bash: line 1: no route\nmore', []), failed), `${said} no route`);
  assert.equal(await german(fail('', [[NETWORK]]), failed), `${said} Der Befehl wollte ins Netz, und hier ist keines.`);
});

test('an output that holds what looks like a note of ours is told as it is', async () => {
  const command = { exitCode: 0, output: 'a\n[left out: b]', notes: [] };
  const result = { ok: true, text: command.output, effect: 'unchanged', command } as const;
  assert.equal(english(await endOf(result)), 'a\n[left out: b]');
});
