/** A tool server that names another issuer in the middle of a run, with the real bot: it is off, also in the next life, and says why. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signIn } from '../../adapters/tools/sign-in/sign-in.ts';
import { openServerFiles } from '../../src/bin/mcp/open-tools.ts';
import { startStrictIssuer } from '../servers/mcp/strict-issuer.ts';
import { act, startPhone } from '../support/phone.ts';
import { repeats } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { NEVER, NO_WEB, openTestTools } from '../support/tool-servers.ts';
import { noX11 } from '../support/x11.ts';

const OFF = /[Ii]t wants you to sign in elsewhere than when it was confirmed, so it is off/;

for (const how of ['kill', ...repeats('stop' as const)] as const)
  test(`another issuer turns a server off for good: after a ${how} it is still off, and nothing goes to either`, {
    skip: noX11,
  }, async (t) => {
    const [strict, other] = [await startStrictIssuer(), await startStrictIssuer()];
    t.after(() => [strict, other].map((one) => one.close()));
    const folder = makeTempFolder(t);
    mkdirSync(join(folder, 'home'));
    const { signIns, confirm, tools } = openTestTools(folder);
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

    const phone = await startPhone(t, { earlier: join(folder, 'data') });
    t.after(() => phone.close());
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
    await phone.restart(how);
    phone.say('/tools locked');
    await phone.waitFor(OFF);
    assert.equal(strict.asked.length, before);
    assert.deepEqual(other.asked, []);
  });
