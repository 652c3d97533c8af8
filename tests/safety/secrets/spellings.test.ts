/** Secrets as people, programs and logs write them: each is masked whole, and what only looks like one is left alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { showLines } from '../../../adapters/machine/view.ts';
import { createRedactor } from '../../../src/safety/secrets/redact.ts';
import { makeToken } from '../../support/tokens.ts';

const redactor = createRedactor([]);
const KEY_LINES = [1, 2, 3, 4].map((seed) => makeToken('<b64>', seed));
const PEM = `-----BEGIN OPENSSH PRIVATE KEY-----\n${KEY_LINES.join('\n')}\n-----END OPENSSH PRIVATE KEY-----`;
const JWT = makeToken('eyJ<w33>.eyJ<w60>.<w43>', 3);
const AWS = makeToken('AKIA<U16>', 3);
const PASSWORD = 'Xk9$mP2vLq8#nR';
const PLAIN = '3kAb91ZqLw72';

const masked = (text: string, ...secrets: readonly string[]): void => {
  const shown = redactor.text(text);
  for (const secret of secrets) assert.ok(!shown.includes(secret), `${text}\n→ ${shown}`);
};

describe('a private key', () => {
  const prefixed = (mark: (nth: number) => string, end = ''): string =>
    PEM.split('\n')
      .map((line, index) => `${mark(index + 1)}${line}${end}`)
      .join('\n');

  it('is hidden to its end, whatever stands before and behind its lines', () => {
    for (const text of [
      showLines(PEM, 1, 100) ?? '',
      prefixed((nth) => `${String(nth)}:`),
      prefixed(() => '> '),
      prefixed(() => '-'),
      prefixed(() => '# '),
      prefixed(() => ' * '),
      prefixed(() => 'app_1  | '),
      prefixed(() => '"', '\\n" +'),
      prefixed(() => '', ' \\'),
      prefixed(() => '', '<br>'),
      prefixed(() => '\u001b[32m', '\u001b[0m'),
      PEM.replaceAll('\n', '%0A'),
      PEM.replaceAll('\n', '\\x0a'),
      JSON.stringify(PEM.split('\n')),
      encodeURIComponent(PEM),
      `-----BEGIN EC PRIVATE KEY-----\n${PEM.slice(40, 200).replace(/(.{12})/g, '$1\n')}\n-----END EC PRIVATE KEY-----`,
    ])
      masked(text, ...KEY_LINES.map((line) => line.slice(4, 12)));
  });

  it('is hidden where its end was cut off, and goes on past a cut in its middle', () => {
    masked((showLines(PEM, 1, 4) ?? '').slice(0, -8), ...KEY_LINES.slice(0, 3));
    masked(PEM.replace(KEY_LINES[1] ?? '', '[… 64 characters left out …]'), ...KEY_LINES.toSpliced(1, 1));
  });

  it('of PuTTY, too', () => {
    masked(`Private-Lines: 4\n${KEY_LINES.join('\n')}\nPrivate-MAC: x`, ...KEY_LINES);
  });

  it('hides nothing behind it', () => {
    assert.match(redactor.text(`${PEM}\nand the rest`), /\]\nand the rest$/);
    assert.match(redactor.text(`${PEM}\n${PEM}\nand the rest`), /\]\n\[hidden: private key\]\nand the rest$/);
  });
});

describe('a password', () => {
  it('with signs that keyboards have is hidden whole', () => {
    for (const text of [
      `{"user":"anna","password":"${PASSWORD}"}`,
      `DB_PASSWORD=${PASSWORD}`,
      `DB_PASSWORD="${PASSWORD}"`,
      `PASSWORD: ${PASSWORD}`,
      `password: '${PASSWORD}'`,
      `password: ${PASSWORD}`,
    ])
      masked(text, PASSWORD.slice(0, 3), PASSWORD.slice(-3));
    masked("password: 'p4ss{word}Long99'", 'p4ss', 'Long99');
    masked(`DB_PASSWORD="abcdef(9xKq#L2mVz7Wt"`, 'abcdef', '9xKq');
    masked('"password": "correcthorsebattery"', 'horse');
    masked('{"password":"S3cr3t!"}', 'S3cr3t');
    masked('{"password":"abc1234\\u00e9xyz"}', 'abc1234');
  });

  it('is known in the quotes of programs and in Markdown', () => {
    for (const text of [
      `{\\'password\\': \\'${PLAIN}\\'}`,
      `\\x22password\\x22: \\x22${PLAIN}\\x22`,
      `**Password:** ${PLAIN}`,
      `Password: \`${PLAIN}\``,
      `API key: ${PLAIN}`,
      `X-API-KEY: ${PLAIN}`,
    ])
      masked(text, PLAIN);
  });

  it('is known in addresses, also with signs of addresses in it', () => {
    masked('postgres://app:p@ssw0rd123@db.example/x', 'ssw0rd');
    masked('postgresql://app:hunter2Xyz9@/db?host=/tmp', 'hunter2');
    masked('https://u:hunter2Xyz9@über.example/', 'hunter2');
    masked('https://u:hunter2Xyz9@$HOST/x', 'hunter2');
    masked('WIFI:S:home;T:WPA;P:abcd\\;efgh1234;;', 'abcd', 'efgh');
  });

  it('is known on a command line', () => {
    for (const text of [
      `curl -u admin:${PLAIN} https://x.example`,
      `curl --user "admin:${PLAIN}" x`,
      `sshpass -p ${PLAIN} ssh x`,
      `x --db-password ${PLAIN}`,
      `x --admin-token=${PLAIN}`,
      `openssl rsa -passin pass:${PLAIN}`,
      `CREATE USER x IDENTIFIED BY '${PLAIN}'`,
      `$env:DB_PASSWORD = "${PLAIN}"`,
    ])
      masked(text, PLAIN);
  });

  it('goes with its key in what is written down', () => {
    const written = redactor.data({
      password: 'hunter2Xyz9',
      headers: { authorization: 'Basic YWRtaW46VHIwdWI0ZG9y', 'x-api-key': '3kAb91ZqLw72aa' },
      key: 'Enter',
      tokens: 'few',
      text: 'a word',
    });
    assert.deepEqual(written, {
      password: '[hidden: password]',
      headers: { authorization: 'Basic [hidden: authorization]', 'x-api-key': '[hidden: password]' },
      key: 'Enter',
      tokens: 'few',
      text: 'a word',
    });
  });

  it('is escaped up to five times', () => {
    for (let [text, depth] = [`{"password": "hunter2Xyz9"}`, 0]; depth < 5; depth += 1) {
      masked(text, 'hunter2');
      text = JSON.stringify(text);
    }
  });
});

describe('a token', () => {
  it('is known behind a colour and inside an address', () => {
    for (const text of [
      `\u001b[32m${JWT}\u001b[0m`,
      JSON.stringify(`\u001b[32m${JWT}`),
      `\\033[1m${JWT}`,
      `https://login.example/cb?next=%2Fx%3Fjwt%3D${JWT}`,
    ])
      masked(text, JWT.slice(10, 30), JWT.slice(-20));
    for (const text of [`id: \u001b[1m${AWS}\u001b[0m`, `%2F${AWS}`]) masked(text, AWS);
  });

  it('is known by its header, however that is spelled', () => {
    const token = makeToken('<A30>9x', 4);
    for (const text of [
      `Bearer  ${token}`,
      `Bearer\t${token}`,
      `Bearer%20${token}`,
      `Authorization: TOKEN ${token}`,
      `Authorization: SSWS ${token}`,
      `Authorization: GenieKey ${token}`,
      `Authorization: ${token}`,
      `"auth" : "${token}"`,
      `_auth=${token}`,
      `aws configure set aws_secret_access_key ${makeToken('<b40>', 4)}`,
    ])
      masked(text, token, makeToken('<b40>', 4));
  });

  it('of a session is hidden with all of its line, and nothing of what that stands in', () => {
    const session = '0123456789abcdef0123';
    masked(`Cookie: cart=[1]; sid=${session}`, session);
    masked(`Cookie: a=${'x'.repeat(4100)}; sid=${session}`, session);
    for (const text of [`cookie:sid=${session}`, `COOKIE: sid=${session}`, `{"cookie": "sid=${session}"}`])
      masked(text, session);
    assert.equal(
      redactor.text(`{"h":"Cookie: sid=${session}","next":"unrelated text","n":5}`),
      '{"h":"Cookie: [hidden: session]","next":"unrelated text","n":5}',
    );
    assert.equal(
      redactor.text(`curl -H 'Cookie: sid=${session}' https://x/y -d 'important=rest'`),
      `curl -H 'Cookie: [hidden: session]' https://x/y -d 'important=rest'`,
    );
    assert.equal(
      redactor.text('{"a":"machine x login a password abcdefgh","b":1}'),
      '{"a":"machine x login a password [hidden: password]","b":1}',
    );
  });
});

describe('our own', () => {
  it('is known in an address with small letters, in a form, and with half a sign in it', () => {
    const own = createRedactor(['abc/def+ghi/jkl+mno/pqr==zz11', 'Summer 2024 x y z', 'abc\ud800defghijklmnop']);
    for (const text of [
      'k=abc%2fdef%2bghi%2fjkl%2bmno%2fpqr%3d%3dzz11',
      'k=Summer+2024+x+y+z',
      'k=abc\ud800defghijklmnop',
    ])
      assert.equal(own.text(text), 'k=[hidden: own key]');
  });

  it('that stays the same while others are renewed is not forgotten', () => {
    const renewed = createRedactor([]);
    const refresh = makeToken('<A40>', 1);
    for (let time = 2; time < 200; time += 1) {
      renewed.learn([refresh, makeToken('<A40>', time)]);
      assert.equal(renewed.text(refresh), '[hidden: own key]');
      assert.equal(renewed.text(makeToken('<A40>', time)), '[hidden: own key]');
    }
    assert.equal(renewed.text(makeToken('<A40>', 2)), makeToken('<A40>', 2), 'of long ago');
  });
});

describe('what a person approves', () => {
  it('is said to be masked only where something is', () => {
    const text = `curl https://user:pa$$w0$d!x@example.com/`;
    assert.deepEqual(redactor.exact(text), { text, names: [], isGuessable: false });
    assert.deepEqual(redactor.exact(`DB_PASSWORD='Xk9mP2$vLq8#nR' ./run`), {
      text: `DB_PASSWORD='[hidden: password]$vLq8#nR' ./run`,
      names: ['password'],
      isGuessable: true,
    });
  });
});

describe('what a command does is never covered', () => {
  it('neither where it writes to, nor what runs next, nor the host it asks', () => {
    for (const text of [
      'cat token > important1.conf',
      'cat <password>important1</dev/null',
      'x token=>important1.conf',
      'echo password:\npython3.11 evil.py',
      'echo sessionToken\n/usr/local/bin/somethinglong/that/runs',
      'rm aws_secret_access_key Documents/important/folder/of/mine',
      'rsync -u server:important1 here',
      'echo machine a login b password\nreboot12',
    ])
      assert.equal(redactor.exact(text).text, text);
    assert.match(redactor.exact('curl https://u:p@evil.example;reboot;x@y/').text, /@evil\.example;reboot;x@y/);
  });
});

describe('what is no secret', () => {
  it('is left alone', () => {
    for (const text of [
      'tokenizer: cl100k_base',
      'Tokens: 12.3k/200k',
      'tokens_per_second: 45.2tok/s',
      'token_endpoint=https://login.example.com/oauth2/token',
      'token_expires: 2026-12-31T10:00:00Z',
      'passwordChangedAt: 2026-01-02T03:04:05Z',
      'secretName: web-tls-2024',
      'POSTGRES_PASSWORD_FILE=/run/secrets/pg_password',
      'PASSWORD_RESET_URL=https://example.com/reset',
      'TOKENIZER_PATH=/models/llama',
      'API_KEY_HEADER=X-Api-Key',
      'password: process.env.DB_PASSWORD2',
      'api_key = config.api_key_v2',
      'if (TOKEN==OTHER_TOKEN)',
      'TOKEN=your-token-here',
      'access_token_count=12345678',
      'private_key: ./keys/id_ed25519',
      '--password string   the password to use',
      '--token expires soon',
      '--secret name=foo,src=bar',
      'Usage: login --password PASSWORD',
      'bearer responsibilities',
      'Bearer authentication-scheme',
      'Authorization: Basic authentication',
      '{"password":"string","token":"bearer"}',
      'docker run -u 1000:1000 x',
      'The password field is empty: try again',
      `const TOKENS = 'memory.tokens';`,
    ])
      assert.equal(redactor.text(text), text);
  });
});
