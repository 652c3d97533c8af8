/** Addresses: free only to a host the person named, with nothing in them that they did not say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, judgeJson, openTestGate } from '../open-test-gate.ts';

const gate = await openTestGate();
const open = (url: string, goal?: string) =>
  judgeJson(gate, { action: 'open_url', url }, goal === undefined ? {} : { goal });

test('a host the person named opens', () => {
  for (const [url, goal] of [
    ['https://example.com', 'open example.com'],
    ['https://www.example.com/', 'open example.com please'],
    ['https://docs.example.com/guide', 'read the guide on example.com'],
    ['http://example.com/a-page', 'go to http://example.com and read a page'],
    ['https://youtube.com', 'open youtube'],
    ['https://en.wikipedia.org/wiki/Berlin', 'look up Berlin on wikipedia'],
    ['https://www.google.com/search?q=weather+berlin', 'google the weather in berlin'],
    ['example.com', 'open example.com'],
    ['https://example.com/x?id=42&t=abc', 'open https://example.com/x?id=42&t=abc'],
  ] as const) {
    assert.equal(open(url, goal).risk, 'moderate', `${url} for "${goal}"`);
  }
});

test('a host nobody named asks', () => {
  for (const [url, goal] of [
    ['https://evil.example', 'open example.com'],
    ['https://example.com.evil.net', 'open example.com'],
    ['https://evil-example.com', 'open example.com'],
    ['https://exampleXcom.net', 'open example.com'],
    ['https://youtube.evil.com', 'open youtube'],
    ['https://evil.com/youtube.com', 'open youtube.com'],
    ['https://attacker.github.io', 'open github.io'],
    ['https://example.com', ''],
    ['https://example.com', 'mail bob@example.com'],
  ] as const) {
    assert.ok(asks(open(url, goal)), `${url} for "${goal}"`);
  }
  assert.ok(asks(open('https://example.com')));
});

test('what carries data, acts, or hides asks even there', () => {
  const goal = 'open example.com';
  for (const url of [
    'https://example.com/?q=hunter2',
    'https://example.com/c2VjcmV0LXRva2VuLTEyMzQ1Ng',
    'https://example.com/logout',
    'https://example.com/account/delete?all',
    'https://example.com/intent/tweet?text=hi',
    'https://example.com:8443/',
    'https://user:pass@example.com/',
    'https://example.com@evil.net/',
    'https://example.com/setup.dmg',
    'https://example.com/%252e%252e/x',
    `https://example.com/${'a/'.repeat(100)}`,
    'https://xn--exmple-cua.com/',
    'https://example.com/\u202egpj.exe',
    'https://example.com/ x',
    '-a Terminal',
    'https:\\\\example.com',
  ]) {
    assert.ok(asks(open(url, goal)), url);
  }
});

test('this computer and its network ask, however they are written', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    'router',
    'nas.local',
    'app.localhost',
    'printer.lan',
    '127.0.0.1.nip.io',
    'localtest.me',
    '[fe80::1]',
    '[fc00::1]',
    'localhost.',
    '①②⑦.⓪.⓪.①',
  ];
  for (const host of hosts) assert.ok(asks(open(`http://${host}/`, `open http://${host}/ and ${host}`)), host);
  assert.ok(asks(open('http://127.0.0.1:7780/?secret=x', 'open 127.0.0.1:7780')));
});

test('other schemes ask; those that run code ask every time', () => {
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'ssh://host',
    'applescript://com.apple.scripteditor',
    'file:///Users/alice/.ssh/id_rsa',
    'file:///etc/passwd',
  ]) {
    assert.equal(open(url, `open ${url}`).risk, 'critical', url);
  }
  for (const url of [
    'mailto:a@b.c',
    'tel:110',
    'sms:1',
    'facetime:x',
    'x-apple.systempreferences:x',
    'smb://host/x',
    'steam://run/1',
    'chrome://settings',
    'file:///Users/alice/a.html',
    'about:config',
    'not an address',
    'foo',
  ]) {
    assert.ok(asks(open(url, `open ${url}`)), url);
  }
});
