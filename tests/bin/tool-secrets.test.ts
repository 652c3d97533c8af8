/** Which values of tool servers' settings are secrets: they are masked in every text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findToolSecrets } from '../../src/bin/mcp/open-tools.ts';

const entry = (env: Readonly<Record<string, string>>) => ({ command: 'x', args: [], env: { ...env }, disabled: false });

test('what is named like a secret or looks like one is; a region, a version and a mode are not', () => {
  const found = findToolSecrets([
    entry({
      AWS_REGION: 'us-east-1',
      AUTH_MODE: 'standard',
      PORT: '8080',
      API_BASE: 'https://api.example.com/v1/2024',
      PASSPHRASE: 'correct-horse-battery',
      SOMETHING: 'k3kAb91ZqLw72',
    }),
    {
      url: 'https://x.example',
      headers: { 'Notion-Version': '2022-06-28', Authorization: 'Bearer few-words-only' },
      disabled: false,
    },
  ]);
  assert.deepEqual(found, [
    ...['correct-horse-battery', 'correct-horse-battery', 'k3kAb91ZqLw72', 'k3kAb91ZqLw72'],
    ...['Bearer few-words-only', 'few-words-only'],
  ]);
});
