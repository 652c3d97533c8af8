/** Marks text as data, so that a model can tell it from the person's words. */

/** Text from the screen, a file, a program or a model. The mark cannot be closed from inside: its own tag loses its bracket there. */
export function fence(source: string, text: string): string {
  return `<untrusted from="${attribute(source)}">\n${disarm(text)}\n</untrusted>`;
}

/** A skill's steps: advice that may be followed, unlike untrusted text. */
export function fenceSkill(text: string): string {
  return `<skill>\n${disarm(text)}\n</skill>`;
}

/** Steps by another author: advice as well, named as theirs. */
export function fenceForeignSkill(text: string): string {
  return `<skill from="somebody else">\n${disarm(text)}\n</skill>`;
}

/** One of the person's own notes: facts for reference. */
export function fenceNote(path: string, text: string): string {
  return `<note path="${attribute(path)}">\n${disarm(text)}\n</note>`;
}

/** The person's standing instructions; the only note that is more than reference. */
export function fenceInstructions(text: string): string {
  return `<instructions>\n${disarm(text)}\n</instructions>`;
}

function disarm(text: string): string {
  return text.replace(/<(?=\s*\/?\s*(?:untrusted|skill|note|instructions)\b)/gi, '‹');
}

/** File names may contain any character. */
function attribute(text: string): string {
  return text.replace(/["<>\r\n]/g, '_');
}
