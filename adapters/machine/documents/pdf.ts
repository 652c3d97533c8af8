/** The text and the number of pages of a PDF. */
import type { DocumentReply } from './document-reply.ts';

const MAX_PAGES = 1000;

/** Rejects for what is damaged. */
export async function readPdf(bytes: Uint8Array): Promise<DocumentReply> {
  // Imported late, since it has two megabytes that nothing else needs.
  const { extractText, getDocumentProxy } = await import('unpdf');
  try {
    // Warnings would go to the standard output, where the reply goes.
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
    if (pdf.numPages > MAX_PAGES) return { kind: 'unreadable', why: 'size' };
    const { text } = await extractText(pdf, { mergePages: true });
    return { kind: 'pdf', text, pages: pdf.numPages };
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { kind: 'unreadable', why: 'locked' };
    throw error;
  }
}
