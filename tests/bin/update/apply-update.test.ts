/** The order of an update: who is asked when, and what is left of each way in which it fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpdateRefused } from '../../../adapters/machine/update/candidate.ts';
import { applyUpdate, type UpdatePorts } from '../../../src/bin/update/apply-update.ts';
import { english } from '../../../src/words/speak.ts';

const NEVER = new AbortController().signal;

/** What was done, in its order. */
function openPorts(changed: Partial<UpdatePorts> = {}, swap: () => Promise<void> = async () => undefined) {
  const did: string[] = [];
  const note = (what: string) => async (): Promise<void> => void did.push(what);
  const ports: UpdatePorts = {
    version: '0.1.0',
    source: {
      peek: async () => '0.2.0',
      find: async () => ({
        version: '0.2.0',
        changelog: '## 0.2.0\n\n- better\n',
        provenBy: 'makers',
        drop: note('drop'),
        async prepare() {
          did.push('prepare');
          const put = async (): Promise<void> => {
            did.push('swap');
            await swap();
          };
          return { entry: '/nowhere', settingsFolder: null, swap: put, back: note('back') };
        },
      }),
    },
    tell: (text) => void did.push(`say ${english(text).split('\n').at(-1)}`),
    confirm: async () => true,
    askPhone: note('phone'),
    checkSettings: async () => '',
    tryStart: async () => '',
    service: { stop: note('stop'), start: note('start') },
    untilEnded: note('ended'),
    untilAnswers: async () => '',
    ...changed,
  };
  return { ports, did: () => did.filter((one) => !one.startsWith('say')), said: () => did.join('\n') };
}

test('told, asked here and on the phone, tried, and only then put in', async () => {
  const { ports, did, said } = openPorts();
  assert.equal(await applyUpdate(ports, NEVER), true);
  assert.deepEqual(did(), ['phone', 'prepare', 'stop', 'ended', 'swap', 'start', 'drop']);
  assert.match(said(), /- better/);
});

test('no newer version, no yes, a phone that denies, settings and a start that fail: nothing is put in', async () => {
  const none = openPorts({ source: { find: async () => null, peek: async () => null } });
  assert.equal(await applyUpdate(none.ports, NEVER), false);
  const unwanted = openPorts({ confirm: async () => false });
  assert.equal(await applyUpdate(unwanted.ports, NEVER), false);
  assert.deepEqual(unwanted.did(), ['drop']);
  for (const [changed, pattern] of [
    [{ askPhone: () => Promise.reject(new Error('Denied on the phone.')) }, /Denied on the phone/],
    [{ checkSettings: async () => 'LANGUAGE: set one of en, de' }, /does not take your settings.*\nLANGUAGE/],
    [{ tryStart: async () => 'no such file' }, /does not start here.*\nno such file/],
  ] as const) {
    const { ports, did } = openPorts(changed);
    await assert.rejects(applyUpdate(ports, NEVER), pattern);
    assert.ok(!did().some((one) => ['stop', 'swap'].includes(one)), did().join());
    assert.equal(did().at(-1), 'drop');
  }
});

test('a service that does not come up gets the version before back', async () => {
  let looks = 0;
  const answers = async (): Promise<string> => {
    looks += 1;
    return looks === 1 ? 'it did not answer' : '';
  };
  const { ports, did } = openPorts({ untilAnswers: answers });
  await assert.rejects(applyUpdate(ports, NEVER), {
    name: 'UpdateRefused',
    message: '0.2.0 did not start as a service (it did not answer). 0.1.0 is back and runs.',
  });
  assert.deepEqual(did().slice(2), ['stop', 'ended', 'swap', 'start', 'stop', 'back', 'start', 'drop']);
});

test('a swap that fails, and leaving while Deskhand is waited for, start the service with what is there', async () => {
  const failed = openPorts({}, () => Promise.reject(new Error('ENOSPC')));
  await assert.rejects(
    applyUpdate(failed.ports, NEVER),
    /could not be put in place \(“ENOSPC”\)\. 0\.1\.0 is still there/,
  );
  assert.deepEqual(failed.did().slice(-3), ['swap', 'start', 'drop']);
  const left = openPorts({ untilEnded: () => Promise.reject(new Error('left')) });
  await assert.rejects(applyUpdate(left.ports, NEVER), UpdateRefused);
  assert.deepEqual(left.did().slice(-2), ['start', 'drop']);
});
