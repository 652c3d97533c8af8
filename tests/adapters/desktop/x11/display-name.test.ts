import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { encodeCookieFile, readCookie, readDisplayName } from '../../../../adapters/desktop/x11/display-name.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('reads display names', () => {
  assert.deepEqual(readDisplayName(':0')?.connect, { path: '/tmp/.X11-unix/X0' });
  assert.deepEqual(readDisplayName(':12.1'), { name: ':12', number: '12', connect: { path: '/tmp/.X11-unix/X12' } });
  assert.deepEqual(readDisplayName('unix:3')?.connect, { path: '/tmp/.X11-unix/X3' });
  assert.deepEqual(readDisplayName('host.example:1')?.connect, { host: 'host.example', port: 6001 });
  for (const name of ['', '0', ':', 'host', ':zero', ':1:2', '/tmp/x']) assert.equal(readDisplayName(name), null, name);
});

it('finds the cookie it wrote, and none in a file that is cut short or absent', async (t) => {
  const folder = makeTempFolder(t);
  const address = readDisplayName(':5');
  assert.ok(address !== null);
  const cookie = Buffer.from('0123456789abcdef');
  const whole = encodeCookieFile(cookie);
  const path = join(folder, 'authority');
  writeFileSync(path, whole);
  assert.deepEqual(await readCookie(address, { XAUTHORITY: path }), cookie);
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    assert.ok((await readCookie(address, { XAUTHORITY: path })).length < cookie.length);
  }
  assert.equal((await readCookie(address, { XAUTHORITY: join(folder, 'absent') })).length, 0);
});

it("takes the entry of its own display among others' ", async (t) => {
  const folder = makeTempFolder(t);
  const entry = (number: string, cookie: string): Buffer => {
    const field = (text: string): Buffer => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
    return Buffer.concat([
      Buffer.from([0xff, 0xff]),
      field(''),
      field(number),
      field('MIT-MAGIC-COOKIE-1'),
      field(cookie),
    ]);
  };
  const path = join(folder, 'authority');
  writeFileSync(path, Buffer.concat([entry('1', 'one'), entry('2', 'two')]));
  const address = readDisplayName(':2');
  assert.ok(address !== null);
  assert.equal((await readCookie(address, { XAUTHORITY: path })).toString(), 'two');
});
