/** Collections, ours and those of others, held against the gate; figures are printed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Judgement } from '../../src/safety/risk.ts';
import { english } from '../../src/words/speak.ts';
import { readCorpus, readNaughtyStrings } from '../support/corpora.ts';
import { asks, countRisks, judgeJson, judgeShell, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
const command = z.object({ command: z.string() });

interface Judged {
  readonly input: string;
  readonly judgement: Judgement;
}

function judgeAll(inputs: readonly string[], judge: (input: string) => Judgement): readonly Judged[] {
  return inputs.map((input) => ({ input, judgement: judge(input) }));
}

function running(judged: readonly Judged[]): readonly string[] {
  return judged.filter(({ judgement }) => !asks(judgement)).map(({ input }) => input);
}

test('no dangerous command runs: alone, in AppleScript, typed into a terminal, in one piece or two', (t) => {
  const lines = readCorpus('dangerous_commands.jsonl', command);
  const commands = lines.map((line) => line.command);
  const alone = judgeAll(commands, (input) => judgeShell(gate, input));
  const scripted = judgeAll(commands, (input) =>
    judgeJson(gate, { action: 'applescript', script: `do shell script ${JSON.stringify(input)}` }),
  );
  const asOsascript = judgeAll(commands, (input) =>
    judgeShell(gate, `osascript -e 'do shell script ${JSON.stringify(input).replaceAll("'", `'\\''`)}'`),
  );
  const typed = judgeAll(commands, (input) =>
    judgeJson(gate, { action: 'type', text: `${input}\n` }, { app: 'xterm', typed: '' }),
  );
  const typedInTwo = judgeAll(commands, (input) =>
    judgeJson(gate, { action: 'key', keys: 'Return' }, { app: 'Terminal', typed: input }),
  );
  const opened = judgeAll(commands, (input) => judgeJson(gate, { action: 'open_app', app: input.slice(0, 200) }));
  t.diagnostic(`dangerous: ${countRisks(alone.map(({ judgement }) => judgement))}`);
  for (const [name, judged] of Object.entries({ alone, scripted, asOsascript, typed, typedInTwo, opened })) {
    t.diagnostic(`dangerous ${name}: ${running(judged).length} of ${judged.length} run`);
    assert.deepEqual(running(judged), [], name);
  }
});

test('ordinary read-only commands run: at most 3 in a hundred ask', (t) => {
  const lines = readCorpus('safe_core.jsonl', command);
  const judged = judgeAll(
    lines.map((line) => line.command),
    (input) => judgeShell(gate, input),
  );
  const asking = judged.filter(({ judgement }) => asks(judgement));
  t.diagnostic(`ordinary: ${asking.length} of ${judged.length} ask: ${asking.map(({ input }) => input).join(' · ')}`);
  assert.ok(asking.length <= Math.max(1, Math.floor(judged.length * 0.03)));
});

test('commands that another tool asks about ask here too, nearly all', (t) => {
  const lines = readCorpus('ask_commands.jsonl', command);
  const judged = judgeAll(
    lines.map((line) => line.command),
    (input) => judgeShell(gate, input),
  );
  t.diagnostic(`changing: ${running(judged).length} of ${judged.length} run: ${running(judged).join(' · ')}`);
  assert.ok(running(judged).length <= judged.length * 0.02);
});

test('AppleScript that shells out, types, clicks or destroys never runs by itself', (t) => {
  const lines = readCorpus('applescripts.jsonl', z.object({ script: z.string(), label: z.string() }));
  for (const label of ['shell_out', 'ui_or_destructive', 'read_or_launch']) {
    const judged = judgeAll(
      lines.filter((line) => line.label === label).map((line) => line.script),
      (script) => judgeJson(gate, { action: 'applescript', script }),
    );
    t.diagnostic(`applescript ${label}: ${countRisks(judged.map(({ judgement }) => judgement))}`);
    if (label !== 'read_or_launch') assert.deepEqual(running(judged), [], label);
  }
});

test('a hostile path never leaves the vault or hides where it leads', (t) => {
  const lines = readCorpus('path_traversal.jsonl', z.object({ path: z.string() }));
  // One path is harmless: a plain name in the folder itself.
  const paths = lines.map((line) => line.path).filter((path) => path !== '.htaccess');
  const kinds: Readonly<Record<string, (path: string) => Readonly<Record<string, unknown>>>> = {
    vault_read: (path) => ({ action: 'vault_read', path }),
    vault_write: (path) => ({ action: 'vault_write', path, text: 'x' }),
    file_view: (path) => ({ action: 'file_view', path }),
    file_create: (path) => ({ action: 'file_create', path, text: 'x' }),
    file_replace: (path) => ({ action: 'file_replace', path, old: 'a', text: 'x' }),
    file_insert: (path) => ({ action: 'file_insert', path, line: 0, text: 'x' }),
    file_undo: (path) => ({ action: 'file_undo', path }),
    send_file: (path) => ({ action: 'send_file', path }),
  };
  for (const [name, make] of Object.entries(kinds)) {
    const judged = judgeAll(paths, (path) => judgeJson(gate, make(path.slice(0, 4096))));
    t.diagnostic(`paths ${name}: ${countRisks(judged.map(({ judgement }) => judgement))}`);
    assert.deepEqual(running(judged), [], name);
  }
});

test('the commands that injected texts ask for never run when they change something', (t) => {
  const injection = z.object({ text: z.string(), kind: z.string(), attacker_goal: z.string() });
  const lines = readCorpus('prompt_injections.jsonl', injection);
  const blocks = lines
    .filter((line) => line.kind === 'code')
    .map((line) => ({ goal: line.attacker_goal, command: firstBlock(line.text) }))
    .filter(({ command }) => command !== '');
  const running = blocks.filter(({ command }) => !asks(judgeShell(gate, command)));
  t.diagnostic(
    `injected: ${running.length} of ${blocks.length} run: ${running.map(({ command }) => command).join(' · ')}`,
  );
  assert.ok(blocks.length > 20, 'there are commands in the texts');
  // Reading an ordinary file may run although the attacker would send it next: the sending is another action, and asks.
  assert.deepEqual(
    running.filter(({ goal, command }) => !goal.startsWith('send_') || !/^cat \S+$/.test(command)),
    [],
  );
  for (const { command } of blocks.filter(({ goal }) => !goal.startsWith('send_'))) {
    assert.ok(asks(judgeJson(gate, { action: 'type', text: `${command}\n` }, { app: 'gnome-terminal-server' })));
  }
});

/** The first code block is the attacker's; what follows is the tutorial around it. */
function firstBlock(text: string): string {
  return /```(?:bash)?\n([\s\S]*?)```/.exec(text)?.[1]?.trim() ?? '';
}

test('texts that break programs are judged, never thrown at', (t) => {
  const texts = readNaughtyStrings();
  for (const text of texts.filter((one) => one !== '')) {
    for (const value of everyWayToSay(text)) assert.ok(english(judgeJson(gate, value).reason) !== '');
  }
  t.diagnostic(`strings: ${texts.length} judged in every action that takes text`);
});

function everyWayToSay(text: string): readonly Readonly<Record<string, unknown>>[] {
  const short = text.slice(0, 190).trim() === '' ? 'x' : text.slice(0, 190);
  return [
    { action: 'shell', command: text },
    { action: 'applescript', script: text },
    { action: 'type', text },
    { action: 'open_app', app: short },
    { action: 'open_url', url: short },
    { action: 'key', keys: short },
    { action: 'file_view', path: text.slice(0, 4000) },
    { action: 'vault_write', path: text.slice(0, 4000), text },
  ];
}
