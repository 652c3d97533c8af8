/** A page that did not load is told from one that did, by what the browser shows in its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPageError } from '../../../src/run/decide/page-error.ts';
import { english } from '../../../src/words/speak.ts';

const FIELD = {
  number: 1,
  role: 'text',
  name: '',
  value: '',
  box: { x: 0, y: 0, width: 10, height: 10 },
  isFocused: false,
  isEnabled: true,
  isSecure: false,
};
const WEATHER = 'https://www.google.com/search?q=weather+Graz';

function told(title: string, names: readonly string[] = [], url = WEATHER): string | null {
  const elements = names.map((name) => ({ ...FIELD, name }));
  const error = findPageError(url, { front: { app: 'Chromium', title }, elements });
  return error === null ? null : english(error);
}

test('a code of Chromium, a title of Firefox or the host alone say that a page did not load', () => {
  assert.equal(
    told('x', ['No internet', 'ERR_INTERNET_DISCONNECTED']),
    "The page didn't load (ERR_INTERNET_DISCONNECTED).",
  );
  assert.equal(told('x', ['DNS_PROBE_FINISHED_NXDOMAIN']), "The page didn't load (DNS_PROBE_FINISHED_NXDOMAIN).");
  for (const title of [
    'www.google.com - Chromium',
    'www.google.com',
    'Server Not Found — Mozilla Firefox',
    'Fehler: Server nicht gefunden',
  ])
    assert.equal(told(title), "The page didn't load.", title);
});

test('a page that loaded is left alone, also one about errors, and one without a title at the root of its host', () => {
  assert.equal(told('weather Graz - Google Search - Chromium', ['8 °C', 'ERR']), null);
  assert.equal(told('www.google.com/search?q=weather+Graz - Chromium'), null);
  assert.equal(told('example.com - Chromium', [], 'https://example.com/'), null);
  assert.equal(told('', [], 'no address'), null);
});

test('what stands in a password field is not looked at', () => {
  const elements = [{ ...FIELD, value: 'ERR_NOT_A_CODE', isSecure: true }];
  assert.equal(findPageError(WEATHER, { front: { app: '', title: '' }, elements }), null);
});
