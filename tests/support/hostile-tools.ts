/** Servers that mean harm, by property: whatever they do, nothing of the person's is read or changed, nothing gets out, nothing crashes, and the run is told the truth. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '../../src/words/speak.ts';
import { NEVER, NO_ANSWER, nodeServer, openTestTools } from './tool-servers.ts';

/** Each harm, and whether a call of its server can end well. */
export const HARMS = {
  changing: false,
  'rug-pull': true,
  'changed-later': false,
  many: true,
  schema: true,
  'no-list': false,
  pages: false,
  huge: false,
  long: true,
  endless: false,
  flood: false,
  garbage: false,
  hang: false,
  die: false,
  'asks-model': false,
  'asks-secret': true,
  'wrong-id': true,
  'wrong-type': true,
  deep: true,
  loud: true,
  harm: true,
  dead: false,
  'no-schema': false,
  'needs-page': false,
} as const;

/** Harms that can be done before a confirmation, too: a server that cannot be listed is not confirmed, and not started again. */
export const IMPATIENT = ['no-list', 'no-schema', 'pages', 'dead'] as const satisfies readonly Harm[];

export type Harm = keyof typeof HARMS;
export const ALL_HARMS = Object.keys(HARMS).filter((name): name is Harm => name in HARMS);

/** Longest answer that a run is told, with what says that something was left out. */
const LONGEST = 20_200;
const SECRET = 'only the person knows 48151623';
const HANG_MS = 1500;

/** Sends the server its calls as a run would, or, where it cannot wait, only tries to confirm it; throws what is not as promised. */
export async function provoke(harm: Harm, seed: number, isPatient = true): Promise<string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'deskhand-test-'));
  let reached = 0;
  const witness = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
  const address = witness.address();
  const secretFile = join(folder, 'home', 'secret.txt');
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'code'));
  writeFileSync(secretFile, SECRET);
  const file = join(folder, 'code', 'server.ts');
  copyFileSync(join(import.meta.dirname, '../servers/mcp/hostile-server.ts'), file);
  const opened = openTestTools(folder);
  const told: string[] = [];
  try {
    const witnessPort = typeof address === 'object' && address !== null ? address.port : 0;
    const entry = nodeServer(file, JSON.stringify({ kind: harm, seed, isPatient, secretFile, witnessPort }));
    const why = await opened.confirm('hostile', entry).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    assert.equal(why === '', isPatient, `confirmed or not: ${why}`);
    if (!isPatient) {
      const { ok, text } = await opened.tools.call({ server: 'hostile', name: 'use', arguments: {} }, NO_ANSWER, NEVER);
      assert.equal(ok, false);
      assert.match(english(text), /could not be used: it is not confirmed/);
      assert.ok(starts(opened) <= 1, 'it was started again');
      assert.equal(reached, 0, 'it reached a port of this computer');
      return `stopped before: ${why.slice(0, 80).replaceAll('\n', ' ')}`;
    }
    const values = { text: `${'a'.repeat(40)}!`, ['__proto__']: { polluted: true } };
    const call = { server: 'hostile', name: 'use', arguments: values };
    const misfit = await opened.tools.misfit(call);
    for (let round = 0; round < 2; round += 1) {
      const stop = new AbortController();
      if (harm === 'hang') setTimeout(() => stop.abort(new Error('stopped')), HANG_MS);
      const asked: string[] = [];
      const note = async ({ text }: { readonly text: string }): Promise<null> => {
        asked.push(text);
        return null;
      };
      const answer = await opened.tools.call(call, note, stop.signal).catch((error: unknown) => {
        assert.ok(stop.signal.aborted, String(error));
        return { ok: false, text: 'stopped' };
      });
      const text = english(answer.text);
      told.push(`${answer.ok ? 'ok' : 'not'}: ${text.slice(0, 60).replaceAll('\n', ' ')}`);
      assert.ok(text.length > 0 && text.length <= LONGEST, `${text.length} characters`);
      assert.ok(!text.includes(SECRET), 'the secret was read');
      if (!HARMS[harm]) assert.equal(answer.ok, false, `it was told to be well: ${text.slice(0, 200)}`);
      if (harm === 'rug-pull' && round === 1) assert.match(text, /differently/);
      if (harm === 'needs-page' || harm === 'asks-secret')
        assert.match(text, /wanted the person to open a page of evil\.example, which is declined/);
      if (harm === 'asks-secret')
        assert.ok(
          asked.every((question) => question.startsWith('Your password')),
          asked.join(),
        );
    }
    assert.ok(starts(opened) >= 2, 'it was started for a call');
    assert.ok(misfit === null || english(misfit).length < 1000);
    assert.equal(readFileSync(secretFile, 'utf8'), SECRET);
    assert.equal(reached, 0, 'it reached a port of this computer');
    assert.ok(!existsSync(join(folder, 'code', 'starts')), 'it wrote beside its code');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    return told.join(' | ');
  } finally {
    await opened.tools.close();
    witness.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function starts({ files }: ReturnType<typeof openTestTools>): number {
  const counted = join(files.folderOf('hostile').files, 'starts');
  return existsSync(counted) ? Number(readFileSync(counted, 'utf8')) : 0;
}
