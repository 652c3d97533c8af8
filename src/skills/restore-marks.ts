/** Restores what a chat may remove from a skill's text: backquotes, code fences, straight quotes in JSON. */

/** A complete text stays unchanged. */
export function restoreMarks(text: string): string {
  const lines = unwrap(text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ')).split('\n');
  const restored: string[] = [];
  let section = '';
  let body: string[] = [];
  const flush = (): void => {
    restored.push(...restoreSection(section, body));
    body = [];
  };
  for (const line of lines) {
    const heading = /^##\s+(\S.*?)\s*$/.exec(line);
    if (heading === null) {
      body.push(line);
      continue;
    }
    flush();
    section = (heading[1] ?? '').toLowerCase();
    restored.push(line);
  }
  flush();
  return restored.join('\n');
}

/** Removes a code block around the whole message. */
function unwrap(text: string): string {
  return /^\s*```[a-z]*\n(#\s*SKILL:[\s\S]*)\n```\s*$/i.exec(text)?.[1] ?? text;
}

function restoreSection(section: string, body: readonly string[]): readonly string[] {
  if (section === 'triggers')
    return body.map((line) => {
      const pattern = /^\s*(?:[-*•]\s+)?(\S.*?)\s*$/.exec(line)?.[1];
      return pattern === undefined || line.includes('`') ? line : `- \`${pattern}\``;
    });
  const isList = section === 'playbook' || section === 'expect';
  const first = body.findIndex((line) => line.trim() !== '');
  if (!isList || first < 0 || body.some((line) => line.startsWith('```'))) return body;
  const isTagged = /^json$/i.test(body[first]?.trim() ?? '');
  const json = body.slice(isTagged ? first + 1 : first);
  return ['```json', ...json.map(straightenQuotes), '```'];
}

/** Phones make quotes curly; only those that JSON needs are straightened, as far as they can be recognised. */
function straightenQuotes(line: string): string {
  return line.includes('"') ? line : line.replace(/[“”]/g, '"');
}
