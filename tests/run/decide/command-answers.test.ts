/** What a playbook tells of the command at its end: what that printed, and in the reader's language what the person has to know beside it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { createOutput } from '../../../adapters/machine/output.ts';
import { BWRAP, openSandbox } from '../../../adapters/machine/sandbox.ts';
import type { Action } from '../../../src/action/schema.ts';
import type { ActionResult } from '../../../src/journal/acted.ts';
import { runEventSchema } from '../../../src/journal/events.ts';
import { evolve } from '../../../src/journal/evolve.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import { noteResult, readResult } from '../../../src/journal/said.ts';
import { createPlaybookDecider } from '../../../src/run/decide/playbook-decider.ts';
import { useShell } from '../../../src/run/perform/shell.ts';
import { createWorkingFolder } from '../../../src/run/perform/working-folder.ts';
import { createRedactor } from '../../../src/safety/secrets/redact.ts';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import { type CommandResult, type NoteLine, sayCommand } from '../../../src/words/printed.ts';
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
  const plain = await told('echo 3 new');
  assert.equal(plain.model, '3 new\n[tried where it can change nothing and has no network]');
  assert.equal(plain.german, '3 new', 'what nobody asked for is not told');
  const lost = await told('echo 3 new > "$TMPDIR/out.txt"');
  assert.match(
    lost.german,
    /^Es gab keine Ausgabe\.\nAusgeführt, wo nichts geändert werden kann und kein Netz ist; neue Dateien: \S+out\.txt\.$/,
    'what is lost is told',
  );
  const failed = await told('false');
  assert.match(failed.german, /Ausgeführt, wo nichts geändert werden kann/);
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
    { exitCode: 0, output: 'printed', notes: [] },
    { exitCode: 2, output: '', notes: [[NETWORK, LEFT_OUT]] },
    { exitCode: null, endedAfterS: 30, output: 'first\nsecond', notes: [[LEFT_OUT], [NETWORK]] },
    { exitCode: 1, output: 'x:-----BEGIN RSA PRIVATE KEY-----', notes: [[NETWORK, LEFT_OUT]] },
    { exitCode: 1, output: 'a\n[… 7 characters left out …]\nb', leftOut: 7, notes: [] },
  ] satisfies readonly CommandResult[]) {
    const result = { ok: true, text: sayCommand(command.output, command), effect: 'unchanged', command } as const;
    const { text, ...read } = throughJournal(result);
    assert.deepEqual({ ...read, text: english(text) }, { ...result, text: english(result.text) });
    assert.equal(speak(text, 'de'), speak(result.text, 'de'));
    const written = JSON.stringify(noteResult(result));
    assert.ok(
      command.output === '' || written.split(JSON.stringify(command.output).slice(1, -1)).length === 2,
      written,
    );
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
  assert.equal(
    await german(fail('', [[NETWORK]]), failed),
    `${said}\nDer Befehl wollte ins Netz, und hier ist keines.`,
  );
});

test('an output that holds what looks like a note of ours is told as it is', async () => {
  const command = { exitCode: 0, output: 'a\n[left out: b]', notes: [] };
  const result = { ok: true, text: command.output, effect: 'unchanged', command } as const;
  assert.equal(english(await endOf(result)), 'a\n[left out: b]');
});

test('a key that was cut with the middle of an output is masked in all that is kept of it', () => {
  const line = 'MIIEpAIBAAKCAQEAx7Vb0Zp3sYkq2Rr9dLw8tHf5Jc1uN6gQ4aXeTmKoP0iUyWvB'.slice(0, 64);
  const key = ['-----BEGIN RSA PRIVATE KEY-----', ...Array<string>(50).fill(line), '-----END RSA PRIVATE KEY-----'];
  const redactor = createRedactor([]);
  for (const prefix of ['', 'keys/id_rsa:', 'keys/id_rsa:12:', '+', ' '.repeat(20)]) {
    const body = key.map((one) => `${prefix}${one}\n`).join('');
    // The middle falls into the key.
    const room = Math.floor((17_000 - body.length) / 2);
    const words = 'word '.repeat(Math.ceil(room / 5)).slice(0, room);
    const output = createOutput(16_000);
    output.add(Buffer.from(`${words}\n${body}${words}`));
    const printed = output.read(0);
    assert.ok(printed.leftOut !== undefined);
    const command: CommandResult = { exitCode: 0, notes: [[NETWORK]], ...printed };
    const result = { ok: true, text: sayCommand(printed.output, command), effect: 'unchanged', command } as const;
    const kept = JSON.stringify(redactor.data(noteResult(result)));
    assert.equal(kept.split(line).length - 1, 0, `${JSON.stringify(prefix)}: lines of the key are left`);
  }
});

test('a mask that takes the line end behind an output with it leaves notes and exit code in their place', () => {
  const output = 'keys/id_rsa:-----BEGIN RSA PRIVATE KEY-----';
  for (const notes of [[], [[NETWORK, LEFT_OUT]]])
    for (const more of [{ exitCode: 1 }, { exitCode: null, endedAfterS: 5 }]) {
      const command: CommandResult = { ...more, output, notes };
      const result = { ok: false, text: sayCommand(`${output}\n`, command), effect: 'unchanged', command } as const;
      const masked = createRedactor([]).data(noteResult(result));
      const event = runEventSchema.parse({ type: 'action.performed', step: '1.0', ms: 1, ...masked });
      assert.ok(event.type === 'action.performed');
      const read = readResult(event).command;
      assert.ok(read !== undefined && /^\S+hidden: private key\]$/.test(read.output), JSON.stringify(read?.output));
      assert.deepEqual({ ...read, output }, command);
    }
});
