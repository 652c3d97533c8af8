/** What a document holds, told by its bytes: what it is called counts only where the bytes say nothing. */
import { extname } from 'node:path';
import { decodeText } from './decode-text.ts';
import type { DocumentReply } from './document-reply.ts';
import { isPicture } from './picture.ts';

/** Each parser is loaded when it is needed: half a megabyte of code or more. Rejects for what is damaged. */
export async function readBytes(bytes: Uint8Array, name: string): Promise<DocumentReply> {
  // `TextDecoder` calls another encoding latin1.
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return await (await import('./pdf.ts')).readPdf(bytes);
  if (isPicture(head)) return await (await import('./picture.ts')).readPicture(bytes);
  if (head.startsWith('PK')) return await readArchive(bytes);
  // The old form of Office files (MS-CFB): sheets are read, everything else is refused by the parser.
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0')) return (await import('./sheets.ts')).readSheets(bytes);
  const text = decodeText(bytes);
  if (text === null) return { kind: 'unreadable', why: 'form' };
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return (await import('./calendar.ts')).readCalendar(text);
  if (/^\.(?:csv|tsv)$/i.test(extname(name))) return (await import('./sheets.ts')).readSheetText(text);
  return { kind: 'text', text };
}

async function readArchive(bytes: Uint8Array): Promise<DocumentReply> {
  const unpacked = (await import('./unpack.ts')).unpack(bytes);
  if (unpacked === null) return { kind: 'unreadable', why: 'size' };
  if (unpacked.isSheets) return (await import('./sheets.ts')).readSheets(unpacked.stored());
  return (await import('./office-text.ts')).readOfficeText(unpacked.files);
}
