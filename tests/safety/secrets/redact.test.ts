/** Secrets masked in texts: every shape by its own examples, our own by value in any spelling, ordinary words left alone, linear in time. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor, holdsMask } from '../../../src/safety/secrets/redact.ts';
import { TOKEN_SHAPES } from '../../../src/safety/secrets/token-shapes.ts';
import { shorten } from '../../../src/words/amounts.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { makeToken, secretParts } from '../../support/tokens.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OWN = ['4242:AAsecret-part_of-the_token00', 'sk-local-0123456789abcdef'];
const redactor = createRedactor(OWN);
const examples = TOKEN_SHAPES.flatMap((shape) => shape.examples.map((example) => ({ shape, example })));

describe('tokens by shape', () => {
  it('are known for the services people use, each with an example', () => {
    assert.ok(TOKEN_SHAPES.length >= 70, `${TOKEN_SHAPES.length} shapes`);
    const names = TOKEN_SHAPES.map(({ name }) => name.split(' ')[0]);
    for (const service of [
      'GitHub',
      'GitLab',
      'Slack',
      'Telegram',
      'AWS',
      'Google',
      'OpenAI',
      'Anthropic',
      'Stripe',
      'npm',
      'JWT',
    ])
      assert.ok(names.includes(service), service);
    assert.deepEqual(
      TOKEN_SHAPES.filter((shape) => shape.examples.length === 0),
      [],
    );
  });

  for (const { shape, example } of examples) {
    it(`${shape.name}: ${example.slice(0, 60).replaceAll('\n', '⏎')}`, () => {
      for (let seed = 1; seed <= 20; seed += 1) {
        const token = makeToken(example, seed);
        for (const text of [
          token,
          `before ${token} after`,
          `{"x":"${token}"}`,
          `(${token})`,
          `a\n${token}\nb`,
          `Cookie: theme=dark1; ${token}`,
          JSON.stringify({ action: { text: token } }),
          JSON.stringify({ reply: JSON.stringify({ action: { text: `say ${token}` } }) }),
        ]) {
          const masked = redactor.text(text);
          assert.ok(holdsMask(masked), masked);
          const left = secretParts(example, token).filter((part) => masked.includes(part));
          assert.deepEqual(left, [], masked);
        }
      }
    });
  }

  it('are found in names of files, and glued to other words', () => {
    const token = makeToken('ghp_<A36>', 3);
    for (const text of [`/home/x/${token}.txt`, `backup-${token}`, `my_${token}_old`, `${token}${token}`])
      assert.ok(!redactor.text(text).includes(token.slice(4)), text);
  });

  it('are found where the text was cut in the middle of one', () => {
    const token = makeToken('github_pat_<A22>_<A59>', 5);
    const text = `the token is ${token} and more`;
    for (let limit = 28; limit < text.length; limit += 1)
      assert.ok(!redactor.text(shorten(text, limit)).includes(token.slice(11, 17)), shorten(text, limit));
    const jwt = makeToken('eyJ<w33>.eyJ<w60>.<w43>', 5);
    const told = `it is ${jwt} and more`;
    for (let limit = 26; limit < told.length; limit += 1)
      assert.ok(!redactor.text(shorten(told, limit)).includes(jwt.slice(4, 12)), shorten(told, limit));
  });

  it('stay out of the way of ordinary text', () => {
    for (const text of [
      'Password: required field',
      'max_tokens=4096 RUN_TOKEN_BUDGET=300000 "token": 12',
      'a secret is no secret when everybody knows the secret: me',
      'https://example.com:8080/path?x=1#token see user@host',
      'git@github.com:person/project.git',
      'run 12, 2026-11-21T09:30:00.000Z, 192.168.1.20:7780, 0f8a1b2c',
      'disk-usage task-list risk-taking pattern-matching SKILL.md hf_model npm_config_registry',
      'PASSWORD=$(pass show mail) TOKEN=$GITHUB_TOKEN',
    ])
      assert.equal(redactor.text(text), text);
    // Of our own pages and code nothing but the tokens in tests looks like one.
    const files = globSync(['*.md', 'src/**/*.ts', 'adapters/**/*.ts', 'skills/*.md'], { cwd: ROOT });
    assert.ok(files.length > 100);
    const touched = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return redactor.text(text) !== text;
    });
    assert.deepEqual(touched, ['src/safety/secrets/token-shapes.ts']);
  });
});

describe('our own tokens', () => {
  it('are found in every spelling programs give them', () => {
    for (const own of OWN) {
      const around = [`x${own}y`, `x${encodeURIComponent(own)}y`, Buffer.from(own).toString('hex')];
      for (let before = 0; before < 6; before += 1) {
        const whole = Buffer.from(`${'u'.repeat(before)}${own}:tail`);
        around.push(whole.toString('base64'), whole.toString('base64url'));
      }
      for (const text of around) {
        const masked = redactor.text(text);
        assert.ok(masked.includes('[hidden: own key]'), text);
        for (let at = 0; at + 12 <= own.length; at += 1) assert.ok(!masked.includes(own.slice(at, at + 12)), masked);
      }
    }
  });

  it('are found when a half is all that is left', () => {
    for (const own of OWN) {
      for (let keep = 20; keep < own.length; keep += 1) {
        for (const part of [own.slice(0, keep), own.slice(-keep)])
          assert.equal(redactor.text(`<${part}>`), '<[hidden: own key]>');
      }
    }
  });

  it('that are no more than a word are left alone', () => {
    assert.equal(createRedactor(['none', '']).text('there is none'), 'there is none');
  });
});

describe('what a person approves', () => {
  it('is shown to the letter but for the token, and nothing that runs hides behind a mask', () => {
    const token = makeToken('ghp_<A36>', 9);
    const { text, names, isGuessable } = redactor.exact(`curl -H "X: ${token}" x; rm -rf ~`);
    assert.equal(text, 'curl -H "X: [hidden: GitHub token]" x; rm -rf ~');
    assert.deepEqual(names, ['GitHub token']);
    assert.equal(isGuessable, false);
  });

  it('keeps every sign a shell could act on, whatever is taken for a secret', () => {
    const shell = fc.constantFrom(...' ;&|$`()<>\'"\\*?[]{}#!\n', 'a', 'rm', '/', '.', '-', '1');
    const inside = fc.array(shell, { maxLength: 30 }).map((parts) => parts.join(''));
    const frames: readonly ((text: string) => string)[] = [
      (text) => `curl https://user:${text}@example.com/`,
      (text) => `PASSWORD=${text}`,
      (text) => `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`,
      (text) => `curl -H 'Authorization: Basic ${text}'`,
      (text) => JSON.stringify(JSON.stringify({ command: `PASSWORD="${text}"; ${text}` })),
    ];
    const signs = (text: string): string =>
      text.replaceAll(/\[hidden: [\w ]+\]/g, '').replaceAll(/[\w.~+/=%:@,-]/g, '');
    fc.assert(
      fc.property(inside, fc.constantFrom(...frames), (text, frame) => {
        assert.equal(signs(redactor.exact(frame(text)).text), signs(frame(text)));
      }),
      { numRuns: WITH_REPEATS ? 2000 : 500 },
    );
    assert.match(
      redactor.exact('-----BEGIN PRIVATE KEY-----\nreboot\n-----END PRIVATE KEY-----').text,
      /\nreboot\n/,
      'a short line in a key could be a command',
    );
  });

  it('tells when a hash would give the secret away', () => {
    assert.equal(redactor.exact('psql postgres://me:hunter2@db/x').isGuessable, true);
    assert.equal(
      redactor.exact('May I open DB_PASSWORD=nvFZwJVOeC?').text,
      'May I open DB_PASSWORD=[hidden: password]?',
    );
  });
});

describe('masking', () => {
  it('twice is masking once, and never throws', () => {
    const parts = examples.map(({ example }) => makeToken(example, 2));
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string(), fc.string({ unit: 'binary' })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, (list) => {
        for (const joined of [list.join(' '), JSON.stringify(list), JSON.stringify(JSON.stringify(list))]) {
          const once = redactor.text(joined);
          assert.equal(redactor.text(once), once);
        }
      }),
      { numRuns: WITH_REPEATS ? 500 : 150 },
    );
  });

  it('in JSON within JSON covers the secret alone, and leaves JSON that says the rest as it was', () => {
    const token = makeToken('ghp_<A36>', 7);
    const around = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'u', '0', 'é', '\u0001', ' ') }),
    );
    fc.assert(
      fc.property(around, around, fc.integer({ min: 0, max: 3 }), (before, after, depth) => {
        const texts = [`${before} ${token} ${after}`, `${before} [hidden: GitHub token] ${after}`];
        const [given = '', wanted] = texts.map((text) => {
          let written = text;
          for (let level = 0; level < depth; level += 1) written = JSON.stringify({ text: written });
          return written;
        });
        assert.equal(redactor.text(given), wanted);
      }),
      { numRuns: WITH_REPEATS ? 2000 : 500 },
    );
  });

  it('hides the password of each of two networks in one line', () => {
    const network = (name: string, password: string): string => `WIFI:S:${name};T:WPA;P:${password};;`;
    const line = `${network('home', '5X8pIs32KgZF')} ${network('SHOP:P', 'qm4RtYw81LzV')}`;
    assert.equal(
      redactor.text(line),
      `${network('home', '[hidden: password]')} ${network('SHOP:P', '[hidden: password]')}`,
    );
  });

  it('reaches every string of an event, and leaves numbers, bytes and empty places as they are', () => {
    const token = makeToken('xoxb-<d12>-<d13>-<A24>', 1);
    const bytes = new Uint8Array([1, 2]);
    const event = { type: 'x', n: 1, no: null, bytes, list: [{ deep: `a ${token}` }, token], not: undefined };
    assert.deepEqual(redactor.data(event), {
      ...event,
      list: [{ deep: 'a [hidden: Slack token]' }, '[hidden: Slack token]'],
    });
  });

  it('takes time in proportion to the text, whatever it is made of', () => {
    const heads = [...new Set(TOKEN_SHAPES.flatMap((shape) => shape.heads))];
    const pieces = [
      ...heads,
      ...heads.map((head) => `${head}a`),
      ...heads.map((head) => `_${head}aaaaaaaaaaaaaaaaaaaaaaaa.`),
      ...examples.map(({ example }) => makeToken(example, 4).slice(0, -1)),
      '-----BEGIN PRIVATE KEY-----aaaa aaaaaaaaaaaaaaaaaaaaaaaa\\n',
      ...['\\\\', '\\"', '\\u0061', '"auth\\": \\"a'],
    ];
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(32_768 / piece.length));
      const startedAt = performance.now();
      redactor.text(text);
      const ms = performance.now() - startedAt;
      // Up to 20 ms where nothing else runs; quadratic time would be half a minute.
      assert.ok(ms < 1500, `${ms.toFixed(0)} ms for 32 KB of ${JSON.stringify(piece.slice(0, 60))}`);
    }
  });
});
