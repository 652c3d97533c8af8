/** The properties at the top of an Obsidian note (YAML between two lines of ---), touched without changing any other byte. */

/** Property of a note made from what a run saw: it is shown to a model as data of unknown origin. */
const ORIGIN = 'deskhand_origin';

/** The text below the properties, and the origin that the note states; '' when it states none. */
export function readFrontMatter(text: string): { readonly body: string; readonly origin: string } {
  const block = findBlock(text);
  if (block === null) return { body: text.replace(/^\ufeff/, ''), origin: '' };
  const line = new RegExp(`^${ORIGIN}:[ \\t]*(.*)$`, 'm').exec(block.yaml);
  return { body: text.slice(block.end), origin: (line?.[1] ?? '').trim().replace(/^["']|["']$/g, '') };
}

export function hasFrontMatter(text: string): boolean {
  return findBlock(text) !== null;
}

/** The note with its origin among its properties; every other byte stays. `origin` is plain words. */
export function markOrigin(text: string, origin: string): string {
  const property = `${ORIGIN}: ${JSON.stringify(origin)}`;
  const block = findBlock(text);
  if (block === null) {
    const [mark = ''] = /^\ufeff?/.exec(text) ?? [];
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    return `${mark}---${newline}${property}${newline}---${newline}${text.slice(mark.length)}`;
  }
  const before = text.slice(0, block.start);
  const yaml = block.yaml.replace(new RegExp(`^${ORIGIN}:[^\\n]*(?:\\n|$)`, 'm'), '');
  return `${before}${property}${block.newline}${yaml}${text.slice(block.start + block.yaml.length)}`;
}

interface Block {
  /** Start of the lines between the fences; `end` is that of the whole block. */
  readonly start: number;
  readonly end: number;
  readonly yaml: string;
  readonly newline: string;
}

/** Only at the very top of a note; null when there is none. */
function findBlock(text: string): Block | null {
  const opening = /^\ufeff?---[ \t]*(\r?\n)/.exec(text);
  if (opening === null) return null;
  const start = opening[0].length;
  const closing = /(^|\n)---[ \t]*(?:\r?\n|$)/.exec(text.slice(start));
  if (closing === null) return null;
  const yamlEnd = start + closing.index + (closing[1] ?? '').length;
  return {
    start,
    end: start + closing.index + closing[0].length,
    yaml: text.slice(start, yamlEnd),
    newline: opening[1] ?? '\n',
  };
}
