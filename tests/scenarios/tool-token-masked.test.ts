/** A tool server that tells what it was shown: the person's tokens reach neither chat, model, journal, report nor log, also after a renewal. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signIn } from '../../adapters/tools/sign-in/sign-in.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { startStrictIssuer } from '../servers/mcp/strict-issuer.ts';
import { act, startPhone } from '../support/phone.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { NEVER, NO_WEB, openTestTools } from '../support/tool-servers.ts';
import { noX11 } from '../support/x11.ts';

test('a server that tells the tokens it gets: nothing of them is seen or kept outside of their own file', {
  skip: noX11,
}, async (t) => {
  const strict = await startStrictIssuer();
  t.after(() => strict.close());
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'home'));
  const { files, signIns, confirm, tools } = openTestTools(folder);
  const { issuer, origins, kept } = await signIn(
    {
      ...{ url: strict.url, clientId: undefined, web: NO_WEB, lastPage: '', confirm: async () => true },
      open: (page) => strict.visit(page.href),
    },
    NEVER,
  );
  await signIns.keep('locked', kept);
  await confirm('locked', { url: strict.url, headers: {}, disabled: false }, { signIn: { issuer, origins } });
  await tools.close();
  assert.ok(files.read().pins.has('locked'));

  const phone = await startPhone(t, { earlier: join(folder, 'data') });
  t.after(() => phone.close());
  const mirror = (how: string) => act({ action: 'tool', server: 'locked', name: 'mirror', arguments: { how } });
  phone.run('see what the locked server tells', {
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
});

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
