/** The content of `/tools`, and the parser of its arguments. Pure. */
import type { SpokenSpan } from '../outbound/spoken.ts';
import { GRADES, type Grade, type Tool, type ToolServer } from '../ports/tools.ts';
import type { ToolGrades } from '../tools/grades.ts';
import { shorten } from '../words/amounts.ts';
import { capital, plural, say, type Text } from '../words/say.ts';
import { showHidden, showInLine } from '../words/visible.ts';

export const SHORT_GRADES: Readonly<Record<Grade, Text>> = {
  safe: say`Safe`,
  moderate: say`Moderate`,
  asks: say`Ask me`,
  never: say`Never`,
};

const MOST_LINES = 40;
const MAX_DESCRIPTION = 900;

type Known = Pick<ToolGrades, 'of' | 'isOff'>;

export type Chosen =
  | { readonly kind: 'server'; readonly server: ToolServer }
  | { readonly kind: 'sign in'; readonly server: ToolServer }
  | { readonly kind: 'turn'; readonly server: ToolServer; readonly isOn: boolean }
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'grade'; readonly tool: Tool; readonly grade: Grade }
  | { readonly kind: 'unknown' };

/** `files`, `files off`, `files sign-in`, `files/read_file`, `files/read_file safe`. */
export function findChosen(rest: string, servers: readonly ToolServer[]): Chosen {
  const [what = '', word = '', ...more] = rest.trim().split(/\s+/);
  const at = what.indexOf('/');
  const server = servers.find(({ name }) => name.toLowerCase() === (at < 0 ? what : what.slice(0, at)).toLowerCase());
  if (server === undefined || more.length > 0) return { kind: 'unknown' };
  if (at < 0) {
    if (word === '') return { kind: 'server', server };
    if (/^sign-?in$/i.test(word)) return { kind: 'sign in', server };
    return /^(?:on|off)$/i.test(word) ? { kind: 'turn', server, isOn: /^on$/i.test(word) } : { kind: 'unknown' };
  }
  const tool = server.tools.find(({ name }) => name.toLowerCase() === what.slice(at + 1).toLowerCase());
  if (tool === undefined) return { kind: 'unknown' };
  if (word === '') return { kind: 'tool', tool };
  const grade = GRADES.find((one) => one === word.toLowerCase());
  return grade === undefined ? { kind: 'unknown' } : { kind: 'grade', tool, grade };
}

export function renderServers(servers: readonly ToolServer[], known: Known): readonly SpokenSpan[] {
  if (servers.length === 0) return [say`There are no tool servers. On the computer, ${'deskhand mcp add'} adds one.`];
  return [
    { bold: say`Tool servers` },
    ...servers.flatMap((server): readonly SpokenSpan[] => ['\n', server.name, ': ', sayState(server, known)]),
    '\n',
    { quiet: say`Every tool asks until you let it run by itself.` },
  ];
}

export function renderServer(server: ToolServer, known: Known): readonly SpokenSpan[] {
  const lines = server.tools.slice(0, MOST_LINES).flatMap((tool): readonly SpokenSpan[] => {
    return ['\n', tool.name, ': ', sayGrade(known.of(tool))];
  });
  const left = server.tools.length - MOST_LINES;
  return [
    { bold: server.name },
    '\n',
    capital(sayState(server, known)),
    ...lines,
    ...(left > 0 ? ['\n', say`and ${left} more`] : []),
  ];
}

export function renderTool(tool: Tool, grade: Grade | null): readonly SpokenSpan[] {
  const { destructive, readOnly, openWorld } = tool.hints;
  const hints: readonly Text[] = [
    ...(destructive === true ? [say`it may delete or overwrite, so it always asks`] : []),
    ...(readOnly === true ? [say`it only reads`] : []),
    ...(openWorld === true ? [say`it reaches other systems`] : []),
  ];
  const { properties } = tool.input;
  const takes = typeof properties === 'object' && properties !== null ? Object.keys(properties).join(', ') : '';
  return [
    { bold: `${tool.server}/${tool.name}` },
    '\n',
    capital(sayGrade(grade)),
    '\n\n',
    { quiet: say`Its server says:` },
    ' ',
    tool.description === '' ? say`nothing` : showHidden(shorten(tool.description, MAX_DESCRIPTION)),
    ...hints.flatMap((hint): readonly SpokenSpan[] => ['\n', hint]),
    ...(takes === '' ? [] : ['\n', say`It takes: ${showInLine(shorten(takes, 200))}`]),
  ];
}

function sayState(server: ToolServer, { isOff, of }: Known): Text {
  if (isOff(server.name)) return say`turned off`;
  if (server.state !== 'ready' && server.state !== 'running') return server.detail;
  if (server.signIn === 'needed') return say`you have to sign in`;
  const free = server.tools.filter((tool) => ['safe', 'moderate'].includes(of(tool) ?? '')).length;
  const count = server.tools.length;
  const all = plural(count, say`${count} tool`, say`${count} tools`);
  return free === 0 ? all : say`${all}, ${free} of them without asking`;
}

function sayGrade(grade: Grade | null): Text {
  switch (grade) {
    case 'safe':
      return say`safe, runs by itself`;
    case 'moderate':
      return say`moderate, runs by itself and is noted`;
    case 'asks':
      return say`asks`;
    case 'never':
      return say`never`;
    case null:
      return say`not graded, asks`;
  }
}
