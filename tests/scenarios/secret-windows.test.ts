/** Secrets that show in windows of a real desktop are black in the picture that leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader } from '../../adapters/reading/reader.ts';
import { findReading } from '../../src/bin/extra-packages.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import type { Reader } from '../../src/ports/reader.ts';
import { say } from '../../src/words/say.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { checkSecretWindows } from '../support/secret-windows.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { noX11 } from '../support/x11.ts';

/** A terminal and an editor; with the repeats a page and a dialog too. */
const WINDOWS = WITH_REPEATS ? 4 : 2;
const PATIENCE_MS = 300_000;
/** One of each kind on each window. */
const SMALL = { onEach: 5, width: 1020, height: 500 };

test('no secret that a window shows leaves in a picture, and nothing else is covered', { skip: noX11 }, async (t) => {
  const reader = createReader({
    program: OWN_FILES.readingChild,
    packages: () => findReading(''),
    env: process.env,
    longestMs: PATIENCE_MS,
    warn: (problem) => t.diagnostic(problem),
  });
  t.after(() => reader.close());
  const count = WINDOWS * SMALL.onEach;
  const { planted, seen, ordinary, falselyCovered } = await checkSecretWindows(count, makeTempFolder(t), reader, SMALL);
  assert.deepEqual([planted, seen, ordinary, falselyCovered], [count, [], WINDOWS, []]);
});

if (WITH_REPEATS)
  test('the check sees each of them where nothing was read', { skip: noX11 }, async (t) => {
    const blind: Reader = {
      read: async () => ({ lines: [], unread: [], boxes: [] }),
      isThere: () => true,
      state: () => ({ kind: 'ready', detail: say`blind` }),
      close: async () => undefined,
    };
    const { planted, seen } = await checkSecretWindows(5, makeTempFolder(t), blind, SMALL);
    assert.deepEqual([planted, seen.length], [5, 5]);
  });
