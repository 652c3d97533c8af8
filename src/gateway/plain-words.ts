/** Commands without their slash: Slack keeps the slash to itself, so in its threads and direct messages the plain word counts. */

const ALONE = /^(screenshot|status|queue|pause|resume|help|start|why|cost|memory|skills)[.!?]?$/i;
/** Only in the shape they have as commands: “open the calendar and …” is a goal. */
const WITH_MORE = [
  /^(run)\s+([\s\S]+)$/i,
  /^(type)\s([\s\S]+)$/i,
  /^(click)\s+(\d+(?:\.\d+)?(?:\s+\d+(?:\.\d+)?)?)$/i,
  /^(key)\s+(\S+)$/i,
  /^(scroll)\s+(up|down)$/i,
  /^(open)\s+(\S+)$/i,
  /^(get)\s+((?:~|\.{0,2}\/)\S[\s\S]*|\S+\.\w+)$/i,
  /^(remember)\s+([\s\S]+)$/i,
  /^(forget)\s+(?!(?:it|that|this)[.!]?$)([\s\S]+)$/i,
  /^(skills)\s+([\s\S]+)$/i,
  /^(record)\s+(on|off)$/i,
];

/** `status` → `/status`, `run tidy up` → `/run tidy up`; null when it is no command, or has a slash already. */
export function readPlainWord(text: string): string | null {
  const trimmed = text.trim();
  const alone = ALONE.exec(trimmed)?.[1];
  if (alone !== undefined) return `/${alone.toLowerCase()}`;
  for (const shape of WITH_MORE) {
    const [, word, rest] = shape.exec(trimmed) ?? [];
    if (word !== undefined && rest !== undefined) return `/${word.toLowerCase()} ${rest}`;
  }
  return null;
}
