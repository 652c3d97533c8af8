/** A tool's result as text, bounded. What it holds is the server's own words. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { ToolAnswer } from '../../src/ports/tools.ts';
import { say } from '../../src/words/say.ts';

/** The prompt shows less; the rest is for the journal. */
const MAX_CHARACTERS = 20_000;
const MAX_PARTS = 500;

export function readAnswer({ content, structuredContent, isError }: CallToolResult): ToolAnswer {
  const parts = content.slice(0, MAX_PARTS).map(describePart);
  const isShown = parts.some((part) => part.trim() !== '');
  const text = isShown || structuredContent === undefined ? parts.join('\n') : JSON.stringify(structuredContent);
  const left = content.length - parts.length;
  const whole = cut(left > 0 ? `${text}\n[… ${left} more parts left out …]` : text);
  const ok = isError !== true;
  return { ok, text: whole === '' ? (ok ? say`It answered nothing.` : say`It failed and said nothing.`) : whole };
}

function describePart(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `[a picture, ${part.mimeType}; it is not shown]`;
    case 'audio':
      return `[a sound, ${part.mimeType}; it is not played]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[a file, ${part.resource.uri}; it is not shown]`;
    default:
      return '';
  }
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
