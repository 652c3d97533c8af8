/** Opens a document for a check: read by us as bytes, understood by a process that has nothing else. */
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentFacts } from '../../../src/ports/machine.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { toAbsolute } from '../paths.ts';
import { type ReadProcesses, waitForExit } from '../process-group.ts';
import { filterStdio, handOver } from '../sandbox.ts';
import { readSmallFile } from '../small-file.ts';
import { createUnderWay } from '../under-way.ts';
import { type DocumentCode, type DocumentPlaceOptions, placeDocument } from './document-place.ts';
import { type DocumentReply, documentReply } from './document-reply.ts';

export interface Documents {
  document(path: string, signal: AbortSignal): Promise<DocumentFacts>;
  /** Ends what is being opened. */
  close(): Promise<void>;
}

export interface DocumentsOptions extends Omit<DocumentPlaceOptions, keyof DocumentCode> {
  /** The person's home folder, absolute. */
  readonly home: string;
  readonly readProcesses: ReadProcesses;
  /** For tests. */
  readonly timeoutMs?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REPLY_BYTES = 24 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** How many documents are remembered: a check looks repeatedly while it waits for a file, and an unchanged one is not opened anew. */
const KEPT = 8;

const WHY: Readonly<Record<Extract<DocumentReply, { readonly kind: 'unreadable' }>['why'], Text>> = {
  form: say`it is no spreadsheet, text, PDF, picture or calendar`,
  damaged: say`it is damaged`,
  size: say`it holds too much to look through`,
  locked: say`it is locked with a password`,
};

/** null: nothing opens documents here. */
export function openDocuments(code: DocumentCode | undefined, options: DocumentsOptions): Documents | null {
  if (code === undefined) return null;
  const kept = new Map<string, DocumentFacts>();
  const underWay = createUnderWay();
  const document = async (path: string, signal: AbortSignal): Promise<DocumentFacts> => {
    signal.throwIfAborted();
    const absolute = toAbsolute(path, options.home);
    const found = await stat(absolute).catch(() => null);
    if (found === null || !found.isFile()) return unreadable(say`it is not there`, true);
    if (found.size > MAX_BYTES) return unreadable(say`it is too large to look through`, false);
    const key = [absolute, found.dev, found.ino, found.size, found.mtimeMs].join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bytes = await readSmallFile(absolute, MAX_BYTES);
    if (bytes === null) return unreadable(say`it cannot be opened`, false);
    const facts = await underWay.track(
      understand(bytes, [basename(absolute)], underWay.signalOf(signal), { ...code, ...options }),
    );
    kept.set(key, facts);
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
    return facts;
  };
  return { document, close: underWay.close };
}

/** `isTold`: being unreadable speaks against what a check expects of the document; otherwise nothing is known. */
function unreadable(why: Text, isTold: boolean): DocumentFacts {
  return { kind: 'unreadable', why, isTold };
}

/** What these bytes hold, by a process that gets them and these names and nothing else. Rejects with the signal's reason. */
export async function understand(
  bytes: Uint8Array,
  names: readonly string[],
  signal: AbortSignal,
  options: Omit<DocumentsOptions, 'home'> & DocumentCode,
): Promise<DocumentFacts> {
  const { argv, filter } = await placeDocument(names, options);
  const [program = '', ...rest] = argv;
  const child = spawn(program, rest, {
    cwd: '/',
    env: { LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '1' },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', ...filterStdio(filter)],
  });
  handOver(child, filter);
  const chunks: Uint8Array[] = [];
  let total = 0;
  const enough = new AbortController();
  child.stdout?.on('data', (chunk: Uint8Array) => {
    total += chunk.length;
    if (total > MAX_REPLY_BYTES) enough.abort();
    else chunks.push(chunk);
  });
  const drained = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // It may have ended before it read all of it.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(bytes);
  const limit = { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal, enough: enough.signal };
  const { code, isTimedOut } = await waitForExit(child, limit, options.readProcesses).finally(() =>
    child.stdin?.destroy(),
  );
  if (isTimedOut || enough.signal.aborted) return unreadable(WHY.size, false);
  await drained;
  return readReply(code === 0 ? Buffer.concat(chunks).toString() : '');
}

/** A process that ended without a reply ran out of memory, or was made to break the parser. */
function readReply(text: string): DocumentFacts {
  if (text === '') return unreadable(WHY.size, false);
  const reply = documentReply.parse(JSON.parse(text));
  return reply.kind === 'unreadable'
    ? unreadable(WHY[reply.why], reply.why === 'damaged' || reply.why === 'form')
    : reply;
}
