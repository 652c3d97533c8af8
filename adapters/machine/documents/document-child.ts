/**
 * The process that opens one document: its bytes come in, what it holds goes out, and it ends. It sees no file but Deskhand's own code and
 * reaches nobody, so that a document which gets the better of a parser has got nothing.
 */
import { buffer } from 'node:stream/consumers';
import type { DocumentReply } from './document-reply.ts';
import { readBytes } from './read-bytes.ts';

const name = process.argv[2] ?? '';
const bytes = new Uint8Array(await buffer(process.stdin));
const reply: DocumentReply = await readBytes(bytes, name).catch(() => ({ kind: 'unreadable', why: 'damaged' }));
process.stdout.write(JSON.stringify(reply), () => process.exit(0));
