/** The gate's second bash parser: tree-sitter with the bash grammar, both as WebAssembly. */
import { access } from 'node:fs/promises';
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter';
import type { SecondParser, SecondReading } from '../../src/safety/shell/second-opinion.ts';

/** A parse that needs more processor time than this is given up, and the gate asks. Waiting for a busy processor does not count. */
const PARSE_LIMIT_MS = 40;

export interface BashParserFiles {
  /** web-tree-sitter.wasm */
  readonly parser: string;
  /** tree-sitter-bash.wasm */
  readonly grammar: string;
}

export interface BashParser {
  /** null until it is loaded, as for what is too long: the gate then asks. */
  readonly parse: SecondParser;
  /** Never rejects: what does not load leaves the gate asking, and is tried again. */
  load(): Promise<void>;
}

/** Loaded when the first action is judged: a bot that waits needs none. Rejects when a file is not there. */
export async function createBashParser(files: BashParserFiles): Promise<BashParser> {
  await Promise.all([access(files.parser), access(files.grammar)]);
  let loading: Promise<void> | null = null;
  let loaded: SecondParser | null = null;
  return {
    parse: (source) => loaded?.(source) ?? null,
    load() {
      loading ??= loadBashParser(files).then(
        (parse) => {
          loaded = parse;
        },
        () => {
          loading = null;
        },
      );
      return loading;
    },
  };
}

/** The library has one WebAssembly module for all parsers of a process; initialising it again would break those that exist. */
let begun: Promise<void> | null = null;

async function beginOnce(runtime: string): Promise<void> {
  const { Parser } = await import('web-tree-sitter');
  begun ??= Parser.init({ locateFile: () => runtime });
  try {
    await begun;
  } catch (error) {
    begun = null;
    throw error;
  }
}

/** About 15 ms, 5 MB. Rejects when a file is not there. */
export async function loadBashParser({ parser: runtime, grammar }: BashParserFiles): Promise<SecondParser> {
  const { Language, Parser } = await import('web-tree-sitter');
  await beginOnce(runtime);
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (source) => {
    const tree = parseWithin(parser, source);
    if (tree === null) return null;
    try {
      return readTree(tree, source);
    } finally {
      tree.delete();
    }
  };
}

function parseWithin(parser: Parser, source: string): Tree | null {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  const isOver = (): boolean => {
    // The wall clock is cheap to read and never behind the processor time, so it is checked first.
    if (performance.now() - startedAt <= PARSE_LIMIT_MS) return false;
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 > PARSE_LIMIT_MS;
  };
  const tree = parser.parse(source, null, { progressCallback: isOver });
  // A parse that was cut off would otherwise be continued by the next call.
  if (tree === null) parser.reset();
  return tree;
}

function readTree(tree: Tree, source: string): SecondReading {
  const kinds = new Set<string>();
  const commands: string[][] = [];
  const hasError = tree.rootNode.hasError;
  if (hasError) return { hasError, kinds, commands };
  const cursor = tree.walk();
  // The words of the command each level down belongs to; null where the parent is no command. No recursion: chains nest deep.
  const parents: (string[] | null)[] = [null];
  let isDone = false;
  while (!isDone) {
    const words = visit(cursor, source, kinds, parents.at(-1) ?? null);
    if (words !== null) commands.push(words);
    if (cursor.gotoFirstChild()) {
      parents.push(words);
      continue;
    }
    while (!isDone && !cursor.gotoNextSibling()) {
      isDone = !cursor.gotoParent();
      parents.pop();
    }
  }
  cursor.delete();
  return { hasError, kinds, commands };
}

/** Notes one node; gives back an empty list to fill when it is a command. */
function visit(cursor: TreeCursor, source: string, kinds: Set<string>, parent: string[] | null): string[] | null {
  if (!cursor.nodeIsNamed) return null;
  const kind = cursor.nodeType;
  kinds.add(kind);
  if (parent !== null) {
    const field = cursor.currentFieldName;
    if (field === 'name' || field === 'argument') parent.push(source.slice(cursor.startIndex, cursor.endIndex));
  }
  return kind === 'command' ? [] : null;
}
