import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween, compareVersions, newestAfter } from '../../src/words/versions.ts';

test('versions are compared by their numbers, and only plain releases count', () => {
  assert.ok(compareVersions('0.10.0', '0.9.9') > 0);
  assert.ok(compareVersions('1.0.0', '1.0.0') === 0);
  assert.ok(compareVersions('1.0.0-rc.1', '0.0.1') < 0);
  assert.equal(newestAfter('0.9.0', ['0.8.0', '0.10.0', '0.9.5', '2.0.0-beta.1', 'nonsense']), '0.10.0');
  assert.equal(newestAfter('0.9.0', ['0.9.0', '0.1.0']), null);
});

test('the changelog is told from after the present version to the new one', () => {
  const log =
    '# Changelog\n\n## Unreleased\n\n- soon\n\n## [0.3.0] - 2026-12-01\n\n- three\n\n## 0.2.0\n\n- two\n\n## 0.1.0\n\n- one\n';
  assert.equal(changesBetween(log, '0.1.0', '0.3.0'), '## [0.3.0] - 2026-12-01\n\n- three\n\n## 0.2.0\n\n- two');
  assert.equal(changesBetween(log, '0.1.0', '0.2.0'), '## 0.2.0\n\n- two');
  assert.equal(changesBetween('no sections', '0.1.0', '0.2.0'), '');
});
