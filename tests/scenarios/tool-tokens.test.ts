/** The person's tokens for tool servers, with the real bot: told by nobody, and sent nowhere once a server names another issuer. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signIn } from '../../adapters/tools/sign-in/sign-in.ts';
import { openServerFiles } from '../../src/bin/mcp/open-tools.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { type StrictIssuer, startStrictIssuer } from '../servers/mcp/strict-issuer.ts';
import { act, type Phone, startPhone } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { NEVER, NO_WEB, openTestTools } from '../support/tool-servers.ts';
import { noX11 } from '../support/x11.ts';

const OFF = /[Ii]t wants you to sign in elsewhere than when it was confirmed, so it is off/;

test('tokens for tool servers', { skip: noX11 }, async (t) => {
  const [telling, strict, other] = [await startStrictIssuer(), await startStrictIssuer(), await startStrictIssuer()];
  t.after(() => [telling, strict, other].map((one) => one.close()));
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'home'));
  const { files, signIns, confirm, tools } = openTestTools(folder);
  for (const [name, server] of Object.entries({ telling, locked: strict })) {
    const { issuer, origins, kept } = await signIn(
      {
        ...{ url: server.url, clientId: undefined, web: NO_WEB, lastPage: '', confirm: async () => true },
        open: (page) => server.visit(page.href),
      },
      NEVER,
    );
    await signIns.keep(name, kept);
    await confirm(name, { url: server.url, headers: {}, disabled: false }, { signIn: { issuer, origins } });
    assert.ok(files.read().pins.has(name));
  }
  await tools.close();
  const phone = await startPhone(t, { earlier: join(folder, 'data') });
  t.after(() => phone.close());

  await t.test(
    'a server that tells the tokens it gets: nothing of them is seen or kept outside of their own file',
    () => tellTokens(phone, telling),
  );
  // That such a server is sent nothing is proved in tests/adapters/tools/sign-in.test.ts, and that this is kept in tool-sign-in.test.ts.
  if (!WITH_REPEATS) return;
  await t.test(
    'another issuer turns a server off for good: after a kill it is still off, and nothing goes to either',
    () => changeIssuer(phone, strict, other),
  );
});

/** Reaches neither chat, model, journal, report nor log, also after a renewal. */
async function tellTokens(phone: Phone, strict: StrictIssuer): Promise<void> {
  const mirror = (how: string) => act({ action: 'tool', server: 'telling', name: 'mirror', arguments: { how } });
  phone.run('see what the telling server tells', {
    steps: [
      mirror('text'),
      () => {
        // From here on there are other tokens, which the bot has from a renewal in the middle of its life.
        strict.expire();
        return mirror('text');
      },
      mirror('error'),
      mirror('picture'),
    ],
  });
  await phone.endApproving();
  assert.ok(strict.tokens.length >= 4, 'renewed once');
  assert.deepEqual(strict.refused, []);
  const results = phone.events().filter(({ type }) => type === 'tool.answered');
  assert.equal(results.length, 4, JSON.stringify(results));

  phone.say('/screenshot');
  await phone.waitFor(({ photo }) => photo !== null);
  const places = new Map<string, string>([
    ['the chat', JSON.stringify(phone.owner.messages())],
    ['the model', JSON.stringify(phone.anthropic.requests)],
    ['the log', phone.log().join('\n')],
    ...readBelow(phone.data).filter(([path]) => !path.includes('/sign-ins/')),
  ]);
  assert.ok(places.size > 8, [...places.keys()].join());
  for (const [where, text] of places)
    for (const token of strict.tokens) assert.ok(!text.includes(token), `${where} holds a token`);
  assert.match(places.get('the model') ?? '', /Authorization: Bearer/, 'the server did tell');
}

async function changeIssuer(phone: Phone, strict: StrictIssuer, other: StrictIssuer): Promise<void> {
  const echo = (text: string) => act({ action: 'tool', server: 'locked', name: 'echo', arguments: { text } });
  phone.run('say it twice at the locked server', {
    steps: [
      echo('one'),
      () => {
        // The tokens in use end while the server names somebody else.
        strict.expire();
        strict.ways.resource = () => ({ authorization_servers: [other.issuer] });
        return echo('two');
      },
    ],
  });
  await phone.endApproving();
  const answers = phone.events().flatMap((event) => (event.type === 'tool.answered' ? [event.ok] : []));
  assert.deepEqual(answers, [true, false]);
  assert.match(JSON.stringify(phone.anthropic.requests), OFF, 'the model is told');
  assert.equal(openServerFiles(phone.data).read().pins.get('locked')?.changed, 'issuer');

  // Naming the old one again does not turn it on.
  delete strict.ways.resource;
  const before = strict.asked.length;
  for (const how of ['kill', 'stop'] as const) {
    await phone.restart(how);
    phone.say('/tools locked');
    await phone.waitFor(OFF);
  }
  assert.equal(strict.asked.length, before);
  assert.deepEqual(other.asked, []);
}

/** The bot is at work meanwhile: what it wrote beside and renamed is read under its own name. */
function readBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    try {
      return statSync(path).isFile() ? [[path, readFileSync(path, 'latin1')]] : [];
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  });
}
