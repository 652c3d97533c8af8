/**
 * The process that opens one document: its bytes come in, what it holds goes out, and it ends. It sees no file but Deskhand's own code and
 * reaches nobody, so that a document which gets the better of a parser has got nothing.
 */
import { buffer } from 'node:stream/consumers';
import type { DocumentReply } from './document-reply.ts';
import { readBytes } from './read-bytes.ts';

/** The document's name; for a web page also its address and content type. */
const [name = '', address, type = ''] = process.argv.slice(2);
const bytes = new Uint8Array(await buffer(process.stdin));
const reply: DocumentReply = await readAny().catch(() => ({ kind: 'unreadable', why: 'damaged' }));
process.stdout.write(JSON.stringify(reply), () => process.exit(0));

async function readAny(): Promise<DocumentReply> {
  return address === undefined
    ? await readBytes(bytes, name)
    : await (await import('./page.ts')).readPage(bytes, { address, type });
}
