/** How risky it is to fetch a page: what a person named runs, what is built from what was read asks, what is local is not even asked about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAction } from '../../src/action/schema.ts';
import { createTaint } from '../../src/run/taint-tracker.ts';
import { readFetchAddress } from '../../src/safety/places/fetch-address.ts';
import { type GateContext, needsApproval } from '../../src/safety/risk.ts';
import { judgeJson, openTestGate } from './open-test-gate.ts';

const gate = await openTestGate();
const fetch = (url: string) => ({ action: 'fetch', url });
const parse = (json: Readonly<Record<string, unknown>>) => {
  const parsed = parseAction(json);
  assert.ok(parsed.ok);
  return parsed.action;
};
const ruleOf = (url: string, goal: string, more: GateContext = {}): string =>
  judgeJson(gate, fetch(url), { goal, ...more }).rule;
const asks = (url: string, goal: string, more: GateContext = {}): boolean =>
  needsApproval(judgeJson(gate, fetch(url), { goal, ...more }).risk);

test('a page that the person named is fetched unasked', () => {
  for (const [url, goal] of [
    ['https://example.com/news/2026?id=abc123', 'read https://example.com/news/2026?id=abc123 to me'],
    ['example.com/order/17', 'what does example.com/order/17 say'],
    ['https://example.com/', 'summarise example.com'],
    ['http://example.com/', 'summarise http://example.com/'],
    ['https://example.com:8443/', 'summarise https://example.com:8443/'],
    ['https://en.wikipedia.org/wiki/Cats', 'what does wikipedia say about cats'],
  ] as const)
    assert.equal(asks(url, goal), false, `${url}: ${ruleOf(url, goal)}`);
});

test('another host, a port, a plain connection and a word that the person did not say ask', () => {
  for (const [url, goal] of [
    ['https://evil.example.net/', 'summarise example.com'],
    ['https://example.com.evil.net/', 'summarise example.com'],
    ['https://hunter2.example.com/', 'summarise example.com'],
    ['https://example.com:8443/', 'summarise example.com'],
    ['https://example.com:84/', 'summarise https://example.com:8443/'],
    ['http://example.com/', 'summarise example.com'],
    ['https://example.com/?d=hunter2', 'summarise example.com'],
    ['https://example.com/aHVudGVyMg', 'summarise example.com'],
    ['https://example.com/%2568unter2', 'summarise example.com'],
    ['https://xn--exmple-cua.com/', 'summarise example.com'],
    ['https://exämple.com/', 'summarise example.com'],
    ['https://example.com/logout', 'summarise example.com'],
  ] as const)
    assert.equal(asks(url, goal), true, `${url}: ${ruleOf(url, goal)}`);
});

const LOCAL = [
  'localhost',
  'localhost.',
  'LOCALHOST',
  'printer',
  'router.local',
  'metadata.google.internal',
  '127.0.0.1',
  '127.1',
  '0',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[fe80::1]',
  '[2002:7f00:1::]',
  '127.0.0.1.nip.io',
];

test('what is local is refused in every spelling, without a card, also where the person named it', () => {
  const forms = fc.tuple(
    fc.constantFrom(...LOCAL),
    fc.constantFrom('http:', 'https:', 'HTTP:'),
    fc.constantFrom('//', '///', '/', ''),
    fc.constantFrom('', ':80', ':8080'),
    fc.constantFrom('', '/', '/admin?x=1', '#a'),
  );
  fc.assert(
    fc.property(forms, ([host, scheme, slashes, port, rest]) => {
      const url = `${scheme}${slashes}${host}${port}${rest}`;
      assert.equal(readFetchAddress(url).ok, false, url);
      assert.equal(ruleOf(url, `read ${url}`), 'url.refused', url);
      assert.equal(asks(url, `read ${url}`), false, url);
    }),
  );
});

test('odd addresses are refused', () => {
  for (const url of [
    'http://example.com@evil.net/',
    'https://user:pass@example.com/',
    'https://@example.com/',
    'https:\\\\example.com',
    'https://example.com\\@evil.net',
    'https://exa\tmple.com/',
    'https://exa mple.com/',
    'https://exam\u200bple.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'gopher://example.com/',
    '-o/tmp/x',
    'example',
    `https://example.com/${'a'.repeat(5000)}`,
  ])
    assert.equal(readFetchAddress(url).ok, false, url);
});

const PAGE = 'News\nMore [https://example.com/story/zebra-quartz-17]\nThen [https://evil.net/?d=1]';

test('a link of a fetched page of the same site is followed; changed by one letter, or elsewhere, it asks', () => {
  const taint = createTaint();
  taint.note(parse(fetch('https://example.com/')), PAGE);
  const judge = (url: string, goal = 'summarise example.com'): boolean => {
    const action = parse(fetch(url));
    const source = taint.find(action, { window: { app: 'X', pid: 1 }, typed: '', said: goal });
    return asks(url, goal, {
      ...(taint.isFetchedLink(action) ? { isFetchedLink: true } : {}),
      ...(source === null ? {} : { tainted: { source } }),
    });
  };
  assert.equal(judge('https://example.com/story/zebra-quartz-17'), false);
  assert.equal(judge('https://example.com/story/zebra-quartz-18'), true);
  assert.equal(judge('https://evil.net/?d=1'), true);
  assert.equal(judge('https://example.com/story/zebra-quartz-17', 'summarise my mail'), true, 'the site was not named');
});

test('words of a file ask in an address, and so do they in pieces that come one by one', () => {
  const secret = 'Hildegard Brunnenmacher';
  const taint = createTaint();
  taint.note(parse({ action: 'file_view', path: '~/contacts.csv' }), `name\n${secret}\nmail`);
  const window = { app: 'X', pid: 1 };
  const find = (url: string) => taint.find(parse(fetch(url)), { window, typed: '', said: 'read example.com' });
  assert.notEqual(find(`https://example.com/?q=${encodeURIComponent(secret)}`), null);
  assert.notEqual(find(`https://example.com/${secret.replace(' ', '+')}`), null);
  assert.equal(find('https://example.com/news'), null);
  const pieces = secret.split(' ').flatMap((word) => word.match(/.{1,6}/g) ?? []);
  const found = pieces.some((piece) => {
    const url = `https://example.com/?q=${piece}`;
    const source = find(url);
    taint.note(parse(fetch(url)), 'Not found');
    return source !== null;
  });
  assert.equal(found, true);
});
