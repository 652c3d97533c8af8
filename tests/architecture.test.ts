/** The structure as rules: who may import whom, and what no file does (design, section 2). */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const files = globSync(['src/**/*.{ts,mjs}', 'adapters/**/*.ts'], { cwd: ROOT }).sort();
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?\sfrom\s+'([^']+)'|(?:^|[^.\w])import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

/** Libraries without I/O, and built-ins that only compute. */
const PURE = ['zod', 're2js', 'unbash', 'node:crypto', 'node:zlib', 'node:path', 'node:util'];

interface Import {
  readonly file: string;
  readonly target: string;
  /** Relative imports resolved from the project's root; others as written. */
  readonly resolved: string;
  readonly isRelative: boolean;
}

const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map((match): Import => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const isRelative = target.startsWith('.');
    return { file, target, resolved: isRelative ? normalize(join(dirname(file), target)) : target, isRelative };
  }),
);

const isRoot = (file: string): boolean => file.startsWith('src/bin/');
const isCore = (file: string): boolean => file.startsWith('src/') && !isRoot(file);
const say = (list: readonly Import[]): string[] => list.map(({ file, target }) => `${file} imports ${target}`);

test('there are files and imports to look at', () => {
  assert.ok(files.length > 60, `only ${files.length} files were found`);
  assert.ok(imports.length > 150, `only ${imports.length} imports were found`);
});

test('src imports only src, zod, and libraries that do no I/O', () => {
  const wrong = imports.filter(
    ({ file, resolved, isRelative }) => isCore(file) && !(isRelative ? isCore(resolved) : PURE.includes(resolved)),
  );
  assert.deepEqual(say(wrong), []);
});

test('an adapter imports src, packages, node and its own folder, never another adapter folder', () => {
  const folderOf = (file: string): string =>
    file
      .split('/')
      .slice(0, file.startsWith('adapters/chat/') ? 3 : 2)
      .join('/');
  const wrong = imports.filter(({ file, resolved, isRelative }) => {
    if (!file.startsWith('adapters/') || !isRelative) return false;
    return resolved.startsWith('adapters/') ? folderOf(resolved) !== folderOf(file) : !isCore(resolved);
  });
  assert.deepEqual(say(wrong), []);
});

test('only composition roots import adapters or read the environment', () => {
  const wrong = imports.filter(
    ({ file, resolved }) => file.startsWith('src/') && !isRoot(file) && resolved.startsWith('adapters/'),
  );
  assert.deepEqual(say(wrong), []);
  const readers = files.filter(
    (file) => !isRoot(file) && /\bprocess\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(readers, []);
});

test('nothing is imported for its side effects', () => {
  const wrong = files.filter((file) => /(^|\n)import\s+'/.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(wrong, []);
});

test('no barrels, no default exports, no classes but errors', () => {
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    assert.doesNotMatch(text, /^export \* from/m, file);
    assert.doesNotMatch(text, /^export default/m, file);
    for (const [line] of text.matchAll(/^(?:export )?(?:abstract )?class .*$/gm))
      assert.match(line, /extends Error\b/, file);
  }
});

test('file names are kebab-case and every file says what it is for in its first line', () => {
  for (const file of files) {
    assert.match(file.split('/').at(-1) ?? '', /^[a-z0-9]+(-[a-z0-9]+)*\.(d\.)?(ts|mjs)$/, file);
    const first = readFileSync(join(ROOT, file), 'utf8').split('\n').slice(0, 4).join('\n');
    const isPort = file.startsWith('src/ports/');
    if (!isPort) assert.match(first, /^(#!.*\n)?\/[/*]/, `${file} does not begin with a comment that says its job`);
  }
});

test('imports do not run in a circle', () => {
  const graph = new Map<string, string[]>();
  // Types cannot make a circle at run time.
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/(^|\n)import type [^;]*;/g, '');
    graph.set(
      file,
      [...text.matchAll(/\sfrom\s+'(\.[^']+)'/g)].map((match) => normalize(join(dirname(file), match[1] ?? ''))),
    );
  }
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});
