/** The gate's second bash parser: tree-sitter with the bash grammar, both as WebAssembly. */
import { access } from 'node:fs/promises';
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter';
import type { SecondParser, SecondReading } from '../../src/safety/shell/second-opinion.ts';

/** A parse that takes longer is given up: the gate then asks. */
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

/** About 15 ms, 5 MB. Rejects when a file is not there. */
export async function loadBashParser({ parser: runtime, grammar }: BashParserFiles): Promise<SecondParser> {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init({ locateFile: () => runtime });
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
  const deadline = performance.now() + PARSE_LIMIT_MS;
  const tree = parser.parse(source, null, { progressCallback: () => performance.now() > deadline });
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
