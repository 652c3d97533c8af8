/** Marks text that is data, so that a model can tell it from what the person said. */

/** Text from the screen, a file, a program or a model. The mark cannot be closed from inside: its own tag loses its bracket there. */
export function fence(source: string, text: string): string {
  return `<untrusted from="${source}">\n${disarm(text)}\n</untrusted>`;
}

/** A skill's steps: advice that may be taken, unlike what is fenced as untrusted. */
export function fenceSkill(text: string): string {
  return `<skill>\n${disarm(text)}\n</skill>`;
}

function disarm(text: string): string {
  return text.replace(/<(?=\s*\/?\s*(?:untrusted|skill))/gi, '‹');
}
