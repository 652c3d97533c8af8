/** Signing in at a tool server by the real command at a terminal: each host asked about, the page opened, kept for the person alone, forgotten again. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { english } from '../../src/words/speak.ts';
import { startStrictIssuer } from '../servers/mcp/strict-issuer.ts';
import { ENTRY } from '../support/programs.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { startSetup } from '../support/setup-place.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { NEVER, NO_ANSWER, openTestTools } from '../support/tool-servers.ts';
import { until } from '../support/until.ts';

async function open(t: TestContext) {
  const strict = await startStrictIssuer({});
  t.after(() => strict.close());
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const env = { HOME: folder, DATA_DIR: data, LC_ALL: 'C.UTF-8', LANGUAGE: 'en' };
  const mcp = (words: string) => {
    const command = startSetup(t, env, ...atTerminal(`${process.execPath} ${ENTRY} mcp ${words}`, 'stty cols 400; '));
    const text = (): string => stripVTControlCharacters(command.text());
    const answer = async (question: RegExp, keys: string): Promise<void> => {
      await until(() => question.test(text()), text);
      command.child.stdin.write(`${keys}\r`);
    };
    return { text, answer, ended: command.ended };
  };
  /** The page that the terminal shows, visited as a browser does. */
  const visit = async (text: () => string): Promise<string> => {
    const page = await until(() => /^(http:\/\/127\.0\.0\.1\S+code_challenge\S+)\s*$/m.exec(text())?.[1], text);
    return await strict.visit(page);
  };
  const file = join(data, 'state/mcp/sign-ins/locked.json');
  const call = async () => {
    const { tools } = openTestTools(folder);
    const answer = await tools.call({ server: 'locked', name: 'echo', arguments: { text: 'in' } }, NO_ANSWER, NEVER);
    await tools.close();
    return english(answer.text);
  };
  return { strict, mcp, visit, file, call, data };
}

test('add signs in where the server wants it, sign-in begins anew where that has ended, and remove forgets it', async (t) => {
  const { strict, mcp, visit, file, call, data } = await open(t);
  const add = mcp(`add locked ${strict.url}`);
  await add.answer(/wants you to sign in at 127\.0\.0\.1:\d+\. Go on only if[\s\S]*Type yes to go on:/, 'yes');
  await fetch(await visit(add.text));
  await add.answer(/You are signed in to locked\.[\s\S]*Use it\? Type yes:/, 'yes');
  assert.equal(await add.ended, 0, add.text());
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(await call(), 'in');
  const told = [add.text(), readFileSync(join(data, 'state/mcp/mcp-pins.json'), 'utf8')].join();
  for (const token of strict.tokens) assert.ok(!told.includes(token));
  strict.ways.refusesRefresh = true;
  strict.expire();
  assert.match(await call(), /mcp sign-in locked/);
  const again = mcp('sign-in locked');
  await again.answer(/Type yes to go on:/, 'yes');
  await fetch(await visit(again.text));
  assert.equal(await again.ended, 0, again.text());
  assert.equal(await call(), 'in');
  const remove = mcp('remove locked');
  assert.equal(await remove.ended, 0, remove.text());
  assert.equal(existsSync(file), false);
});

if (WITH_REPEATS)
  test('the address of the last page may be pasted, by a phone that cannot reach this computer', async (t) => {
    const { strict, mcp, visit, file } = await open(t);
    const add = mcp(`add locked ${strict.url}`);
    await add.answer(/Type yes to go on:/, 'y');
    const last = await visit(add.text);
    await add.answer(/Address of the last page:/, last);
    await add.answer(/Use it\? Type yes:/, 'yes');
    assert.equal(await add.ended, 0, add.text());
    assert.ok(existsSync(file));
  });

test('a no to the host sends nothing there, and keeps nothing', async (t) => {
  const { strict, mcp, file } = await open(t);
  const add = mcp(`add locked ${strict.url}`);
  await add.answer(/Type yes to go on:/, 'no');
  assert.equal(await add.ended, 1);
  assert.match(add.text(), /locked was not confirmed: you did not confirm where to sign in/);
  assert.equal(existsSync(file), false);
  assert.deepEqual(
    strict.asked.filter((asked) => /register|authorize|token/.test(asked)),
    [],
  );
});
