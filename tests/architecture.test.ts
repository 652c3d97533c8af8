/** The structure as rules: who may import whom, and what no file does (design, section 2). */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const files = globSync(['src/**/*.{ts,mjs}', 'adapters/**/*.ts'], { cwd: ROOT }).sort();
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?\sfrom\s+'([^']+)'|(?:^|[^.\w])import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;
const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Libraries without I/O, and built-ins that only compute. */
const PURE = ['zod', 're2js', 'unbash', 'croner', 'node:crypto', 'node:zlib', 'node:path', 'node:util'];

interface Import {
  readonly file: string;
  readonly target: string;
  /** Relative imports resolved from the project's root; others as written. */
  readonly resolved: string;
  readonly isRelative: boolean;
}

const imports: readonly Import[] = files.flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map((match): Import => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const isRelative = target.startsWith('.');
    return { file, target, resolved: isRelative ? normalize(join(dirname(file), target)) : target, isRelative };
  });
}

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

test('an adapter imports src, packages, node, its own folder and what its kind shares, never another adapter folder', () => {
  const folderOf = (file: string): string =>
    file
      .split('/')
      .slice(0, file.startsWith('adapters/chat/') ? 3 : 2)
      .join('/');
  const wrong = imports.filter(({ file, resolved, isRelative }) => {
    if (!file.startsWith('adapters/') || !isRelative) return false;
    if (file.startsWith('adapters/chat/') && resolved.startsWith('adapters/chat/shared/')) return false;
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
      assert.match(line, /extends \w*Error\b/, file);
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

/** What each file imports at run time: types cannot make a circle there. */
const graph: ReadonlyMap<string, readonly string[]> = new Map(
  files.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/(^|\n)import type [^;]*;/g, '');
    const wanted = [...text.matchAll(/\simport\s([^;]*?)\sfrom\s+'(\.[^']+)'/g)].filter(
      ([, names]) => !isOnlyTypes(names ?? ''),
    );
    return [file, wanted.map(([, , target]) => normalize(join(dirname(file), target ?? '')))] as const;
  }),
);

/** `{ type A, type B }`. */
function isOnlyTypes(names: string): boolean {
  return names.startsWith('{') && names.split(',').every((name) => /^[{\s]*type\s/.test(name));
}

function findCircle(edges: ReadonlyMap<string, readonly string[]>): string {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return '';
    for (const next of edges.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle !== '') return circle;
    }
    done.add(node);
    return '';
  };
  for (const node of edges.keys()) {
    const circle = visit(node, []);
    if (circle !== '') return circle;
  }
  return '';
}

/** What adapters may take from the core at run time beside its ports, each for a reason; types may come from anywhere in it. */
const SHARED_WITH_ADAPTERS: Readonly<Record<string, string>> = {
  'src/words/languages.ts': 'which languages the page offers',
  'src/words/say.ts': 'a sentence of an adapter is data, put into a language when it is sent',
  'src/words/said-error.ts': 'an error carries its sentence as data, too',
  'src/words/text-schema.ts': 'sentences that come from another process are checked like all that comes from there',
  'src/words/speak.ts': 'the page is a reader of its own: it says its sentences itself',
  'src/words/german/page.ts': 'the sentences of the page',
  'src/words/run-name.ts': 'the page names runs and counts steps as every chat does',
  'src/words/amounts.ts': 'counts and durations read the same everywhere',
  'src/words/closest.ts': 'so do offers of what may have been meant',
  'src/words/versions.ts': 'which version is newer is the same for git, npm and the doctor',
  'src/words/disk-trouble.ts': 'the one wording of what a disk refuses',
  'src/words/printed.ts': 'what is said beside a command’s output takes of the room for that',
  'src/words/terms.ts': 'recall and memory take the same words of a sentence to be its terms, also in a worker',
  'src/journal/events.ts': 'the schema of the journals on the disk',
  'src/action/keys.ts': 'the one spelling of keys, for the model, for people and for each desktop',
  'src/safety/apps/app-names.ts': 'the hands cover the very applications that the gate calls private',
  'src/safety/places/places.ts': 'the confined place hides the very places that the gate calls secret',
  'src/safety/places/secret-places.ts': 'the confined place hides the very places that the gate calls secret',
  'src/safety/places/steering-names.ts': 'what a command may change in a folder is what a scope may',
  'src/safety/places/wildcards.ts': 'those places are written with them',
  'src/safety/places/fetch-address.ts': 'what the gate lets through unasked is fetched, and nothing that it refuses',
  'src/screen/element-kinds.ts': 'a desktop lists first what the core can act on',
  'src/skills/agent-skill.ts': 'the form of skills that everybody shares',
  'src/skills/parse-skill.ts': 'the form of skill files',
  'src/skills/plugin.ts': 'the form of plugins',
  'src/skills/skill.ts': 'which skills are somebody else’s, and so come with texts',
  'src/skills/plugin-servers.ts': 'the form of the tool servers of plugins',
  'src/fleet/frame.ts': 'both ends of the way between machines write the same frames',
  'src/fleet/read-frame.ts': 'and refuse the same',
  'src/fleet/wire.ts': 'by the same schemas',
  'src/fleet/subjects.ts': 'under the same names',
  'src/fleet/seal.ts': 'a machine compares the places that the gateway sealed for it',
  'src/fleet/fleet-trouble.ts': 'what goes wrong between machines carries its sentence',
  'src/fleet/join-line.ts': 'both sides of a join write the same from one line',
  'src/fleet/join-desk.ts': 'what may be asked with it, by the same schemas',
  'src/config/machine-name.ts': 'what is kept of machines is checked by the one form of a name',
  'src/fleet/tls-name.ts': 'the certificate is made for the name that it is checked by',
  'src/skills/skill-name.ts': 'names of skills become names of files',
};

test('an adapter takes from the core its ports, types, and a short list at run time', () => {
  const taken = [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => file.startsWith('adapters/') && isCore(target) && !target.startsWith('src/ports/'))
      .map((target) => ({ file, target })),
  );
  const wrong = taken.filter(({ target }) => !(target in SHARED_WITH_ADAPTERS));
  assert.deepEqual(
    wrong.map(({ file, target }) => `${file} takes ${target}`),
    [],
  );
  const unused = Object.keys(SHARED_WITH_ADAPTERS).filter((path) => !taken.some(({ target }) => target === path));
  assert.deepEqual(unused, [], 'no longer taken by any adapter');
});

test('imports do not run in a circle, types counted', () => {
  const all = Map.groupBy(
    imports.filter(({ isRelative }) => isRelative),
    ({ file }) => file,
  );
  assert.equal(findCircle(new Map([...all].map(([file, list]) => [file, list.map(({ resolved }) => resolved)]))), '');
});

test('the house has at most twelve floors, and no arrow runs back up, types counted', () => {
  const roomOf = (file: string): string => {
    const [first = '', second = ''] = file.split('/');
    return first === 'src' ? `src/${second}` : first;
  };
  const benches = globSync('bench/**/*.ts', { cwd: ROOT });
  const under = new Map<string, Set<string>>();
  for (const { file, resolved, isRelative } of [...imports, ...benches.flatMap(importsOf)]) {
    const [from, to] = [roomOf(file), roomOf(resolved)];
    if (!isRelative || from === to || !/^(?:src|adapters|bench)\//.test(resolved)) continue;
    under.set(from, (under.get(from) ?? new Set()).add(to));
  }
  assert.equal(findCircle(new Map([...under].map(([room, rooms]) => [room, [...rooms]]))), '');
  const floorOf = (room: string): number => 1 + Math.max(0, ...[...(under.get(room) ?? [])].map(floorOf));
  const floors = [...under.keys()].map(floorOf);
  assert.ok(floors.length > 15, `only ${floors.length} rooms were found`);
  assert.equal(Math.max(...floors), 12);
});

test('signals are joined in one place, which holds them: a stop or a limit that nobody heard in time is not lost', () => {
  const joining = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('AbortSignal.any('));
  assert.deepEqual(joining, ['src/ports/waits/abort-signals.ts']);
});

test('a value is exported for somebody', () => {
  const readers = globSync(['src/**/*.{ts,mjs}', 'adapters/**/*.ts', 'tests/**/*.{ts,mjs}', 'bench/**/*.ts'], {
    cwd: ROOT,
  }).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const count = new Map<string, number>();
  for (const text of readers)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])) count.set(word, (count.get(word) ?? 0) + 1);
  const unused = files.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm,
      ),
    ]
      .filter(([, name = '']) => count.get(name) === 1)
      .map(([, name]) => `${file} exports ${name}`),
  );
  assert.deepEqual(unused, []);
});

/** What each folder below `root` imports from the others there, types counted; a file beside the folders is a folder of its own. */
function listFolders(root: string): ReadonlyMap<string, readonly string[]> {
  const isBelow = (file: string): boolean => file.startsWith(root) && !isRoot(file);
  const folderOf = (file: string): string => `${root}${file.slice(root.length).split('/')[0]}`;
  const folders = new Map<string, readonly string[]>();
  for (const { file, resolved, isRelative } of imports) {
    if (!isRelative || !isBelow(file) || !isBelow(resolved)) continue;
    const [from, to] = [folderOf(file), folderOf(resolved)];
    if (from !== to) folders.set(from, [...new Set([...(folders.get(from) ?? []), to])]);
  }
  return folders;
}

test('no folder of src needs one beside it that needs it, types counted: they can be read from the bottom up', () => {
  const above = (folder: string): readonly string[] =>
    folder === 'src' ? ['src'] : [...above(dirname(folder)), folder];
  const roots = [...new Set(files.filter(isCore).flatMap((file) => above(dirname(file))))];
  const count = (root: string): number => listFolders(`${root}/`).size;
  assert.ok(count('src') > 15, `only ${count('src')} folders were found`);
  assert.ok(count('src/run') > 9, `only ${count('src/run')} folders were found`);
  assert.deepEqual(
    roots.map((root) => findCircle(listFolders(`${root}/`))).filter((circle) => circle !== ''),
    [],
  );
});

test('what runs need from outside is taken as a whole only by who puts a run together, and by who hands it in', () => {
  const takers = imports.filter(({ resolved }) => resolved === 'src/run/life/run-ports.ts').map(({ file }) => file);
  const others = takers.filter((file) => !/^src\/(?:run\/life|commands\/by-hand|deskhand)/.test(file));
  assert.deepEqual(others, []);
});

test('a file is short: most under 80 lines, few over 200, none over 300 but lists', () => {
  /** Lists that are read entry by entry. */
  const isList = (file: string): boolean =>
    /^src\/words\/german|^adapters\/desktop\/macos\/native\/symbols|^src\/safety\/(shell\/(tools\/|danger-list)|secrets\/token-shapes|places\/secret-places|input\/click-words)/.test(
      file,
    );
  const lengths = files
    .filter((file) => !isList(file))
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }));
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 300),
    [],
  );
  const share = (isSo: (lines: number) => boolean): number =>
    lengths.filter(({ lines }) => isSo(lines)).length / lengths.length;
  assert.ok(share((lines) => lines < 80) > 0.5, `${share((lines) => lines < 80)} are under 80 lines`);
  assert.ok(share((lines) => lines > 200) < 0.08, `${share((lines) => lines > 200)} are over 200 lines`);
});

test('a folder of src can be looked over: at most 35 files', () => {
  const folders = Map.groupBy(
    files.filter((file) => file.startsWith('src/')),
    dirname,
  );
  for (const [folder, inside] of folders) assert.ok(inside.length <= 35, `${folder} has ${inside.length} files`);
});

test('the map of the architecture names every folder of src', () => {
  const folders = new Set(files.map(dirname).filter((folder) => /^src\/[^/]+$/.test(folder)));
  const unnamed = [...folders].filter(
    (folder) => !ARCHITECTURE.includes(`](../${folder})`) && !ARCHITECTURE.includes(`](../${folder}/`),
  );
  assert.deepEqual(unnamed, []);
});

test('the path of one message: at most 60 files, each imported by one above it or by the one that hands it over', () => {
  const section = /## The path of one message\n([\s\S]*?)\n## /.exec(ARCHITECTURE)?.[1] ?? '';
  const linksIn = (cell: string): readonly string[] =>
    [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');
  const steps = section
    .split('\n')
    .map((line) => line.split(' | '))
    .filter((cells) => cells.length === 3 && linksIn(cells[1] ?? '').length > 0)
    .map(([, list = '', giver = '']) => ({ list: linksIn(list), givers: linksIn(giver) }));
  assert.ok(steps.length > 15, `only ${steps.length} steps were found`);
  const importersOf = (file: string): readonly string[] =>
    imports.filter(({ resolved }) => resolved === file).map((one) => one.file);
  const opened = new Set<string>();
  const loose: string[] = [];
  for (const { list, givers } of steps)
    for (const file of list) {
      for (const giver of givers) opened.add(giver);
      if (opened.size > 0 && !importersOf(file).some((importer) => opened.has(importer))) loose.push(file);
      opened.add(file);
    }
  assert.deepEqual(loose, [], 'imported neither by a file above it nor by the one that hands it over');
  assert.ok(opened.size <= 60, `${opened.size} files are opened for one message`);
});
