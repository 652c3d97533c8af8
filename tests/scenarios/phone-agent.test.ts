/** The real bot thinks through an agent that it starts and confines itself: it works the screen, one that acts is refused, /stop reaches it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startAgentProvider } from '../servers/acp/provider.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { NO_SCOPE, startPhone } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const AGENTS = join(import.meta.dirname, '../servers/acp');

test('a run that an agent decides', { skip: noX11 }, async (t) => {
  let file = '';
  let way: 'writes' | 'hangs' = 'writes';
  const strict = await startAgentProvider(({ system, text }): Decision => {
    if (system.includes('"score"')) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 95 };
    if (system.includes('"kind"')) return { kind: 'simple', scope: NO_SCOPE, readings: [] };
    if (!system.startsWith('You are Deskhand')) return { narrative: 'It was done.', lessons: [] };
    if (way === 'hangs') return { fault: 'hang' };
    return text.includes('Last action')
      ? makeReply({ action: 'done', summary: 'It is done.' })
      : makeReply({ action: 'file_create', path: file, text: 'by an agent' });
  });
  const hostile = await startAgentProvider(() => ({ how: 'tool' }));
  const agent = (program: string, provider: typeof strict): Readonly<Record<string, string>> => ({
    MODEL_PROVIDER: 'acp',
    ACP_COMMAND: `${process.execPath} ${join(AGENTS, program)}`,
    ACP_HOSTS: provider.host,
    ACP_ENV: 'PROVIDER_URL,HOME_OUTSIDE',
    PROVIDER_URL: provider.url,
  });
  const phone = await startPhone(t, { settings: agent('strict-agent.ts', strict) });
  file = join(phone.home, 'notes.txt');
  try {
    await t.test('works the computer through the same gate and journal as any model', async () => {
      assert.match(phone.bot().ready, /\| model strict-agent$/);
      phone.run(`my words belong into ${file}`);
      const end = await phone.endApproving();
      assert.match(end.text, /Done and checked/);
      assert.equal(readFileSync(file, 'utf8'), 'by an agent');
      const replies = phone.events().filter((event) => event.type === 'reply.received');
      for (const reply of replies) assert.ok(reply.model === 'strict-agent' && reply.cost_usd === null);
      assert.ok(strict.asked.every(({ system }) => system.includes('You only decide')));
      assert.ok(strict.asked.some(({ pictures }) => pictures === 1));
      assert.match(phone.log().join('\n'), /What strict-agent takes is known only as far as it tells/);
    });

    await t.test('is in the doctor’s list with what it reaches', async () => {
      phone.say('/doctor');
      const told = await phone.waitFor(/strict-agent, an agent in its confined place/);
      assert.ok(told.text.includes(strict.host), told.text);
    });

    await t.test('is stopped at once, and its turn is cancelled', async () => {
      way = 'hangs';
      const before = strict.asked.length;
      phone.run('wait for me');
      await until(() => strict.asked.slice(before).some(({ system }) => system.startsWith('You are Deskhand')));
      phone.say('/stop');
      assert.match((await phone.end()).text, /Stopped/);
      await until(() => strict.cancelledAt() !== null, 'the agent hears it');
    });

    if (WITH_REPEATS)
      await t.test('and acts instead is refused, told of, and got nothing done', async () => {
        await phone.restart('stop', { ...agent('hostile-agent.ts', hostile), HOME_OUTSIDE: phone.home });
        writeFileSync(file, 'mine');
        const before = readdirSync(phone.home).sort();
        phone.run('tidy my notes');
        const end = await phone.end();
        assert.match(end.text, /hostile-agent wanted to use a tool \(“rm -rf ~\/Documents”\) instead of deciding/);
        assert.deepEqual(readdirSync(phone.home).sort(), before);
        assert.equal(readFileSync(file, 'utf8'), 'mine');
        assert.ok(!existsSync('/tmp/deskhand-hostile-owned.txt'));
      });
    const pids = agentPids();
    await phone.close();
    await until(() => agentPids().every((pid) => !pids.includes(pid)), 'no agent outlives the bot');
  } finally {
    await Promise.all([strict.stop(), hostile.stop()]);
  }
});

/** Processes of this computer that run one of the agents. */
function agentPids(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${AGENTS}/`);
    } catch {
      return false;
    }
  });
}
