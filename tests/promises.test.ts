/** Every sentence that SECURITY.md promises has a test: whoever writes a new one, or takes a test away, is told here. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NO_PROMISE, PROMISES } from './promises.ts';

const page = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8');
const section = /## What is promised\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
/** Without what names tests, and marks of headings. */
const sentences = section.split(/\n\s*\n/).flatMap((paragraph) =>
  paragraph
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\((?:`tests\/|`npm run)[^)]*\)/g, ' ')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.;])\s+(?=[“`]?[\p{L}“/])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence)),
);
const begins = (start: string) => (sentence: string) => sentence.startsWith(start) || sentence.includes(` : ${start}`);
const starts = [...PROMISES.map(([start]) => start), ...NO_PROMISE];

test('every promise has a test', () => {
  assert.ok(sentences.length > 100, `${sentences.length}`);
  const unproven = sentences.filter((sentence) => !starts.some((start) => begins(start)(sentence)));
  assert.deepEqual(unproven, []);
});

test('each row is of a sentence that is there, and of one that is known by its beginning', () => {
  const found = starts.map((start) => [start, sentences.filter(begins(start)).length] as const);
  assert.deepEqual(
    found.filter(([, count]) => count !== 1),
    [],
  );
});

test('each test that is named is there, and is not left out', () => {
  const lost = PROMISES.filter(([, file, title]) => {
    const path = join(import.meta.dirname, file);
    if (!existsSync(path)) return true;
    const lines = readFileSync(path, 'utf8').split('\n');
    // A long title stands in a line of its own.
    const callOf = (nth: number): string => `${lines[nth - 1] ?? ''}\n${lines[nth] ?? ''}`;
    const at = lines.findIndex((line, nth) => line.includes(title) && /\b(?:test|it|describe)\(/.test(callOf(nth)));
    return at < 0 || /\.(?:skip|todo)\(/.test(callOf(at)) || isRepeat(lines, at);
  });
  assert.deepEqual(lost, []);
});

/** Whether `npm test` leaves out what stands in this line, since a cheaper proof is there. */
function isRepeat(lines: readonly string[], at: number): boolean {
  const depthOf = (line: string): number => line.search(/\S/);
  let depth = depthOf(lines[at] ?? '');
  for (const line of lines.slice(0, at).reverse()) {
    if (depthOf(line) < 0 || depthOf(line) > depth) continue;
    if (/^\s*if \([^)]*!WITH_REPEATS\) return;/.test(line)) return true;
    if (depthOf(line) === depth) continue;
    if (/^\s*if \(WITH_REPEATS\)/.test(line)) return true;
    depth = depthOf(line);
  }
  return false;
}
