/** The description of a server that a person sees before its use: its source, its access, its tools. */
import type { Pin } from '../../../adapters/tools/server-files.ts';
import type { Tool } from '../../ports/tools.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, plural, say, type Text } from '../../words/say.ts';

/** `before`: as it was confirmed; null: never. */
export function describeServer(name: string, what: string, pin: Pin, before: Pin | null): readonly Text[] {
  const { package: from, hosts, folders, tools } = pin;
  const known = new Map((before?.tools ?? []).map((tool) => [tool.name, tool]));
  const gone = [...known.keys()].filter((tool) => !tools.some((one) => one.name === tool));
  return [
    `${name}: ${what}`,
    ...(from === null
      ? []
      : [say`  ${from.name} ${from.version}, ${shorten(from.integrity, 40)}; this version is kept`]),
    ...(pin.words.length === 0 ? [] : [say`  starts: ${pin.words.join(' ')}`]),
    ...(pin.words.length === 0 ? [] : [say`  reaches: ${hosts.length === 0 ? say`no host` : hosts.join(', ')}`]),
    ...(pin.words.length === 0
      ? []
      : [
          say`  sees: ${join([say`its own folder`, ...folders.map(({ path, isWritable }) => (isWritable ? say`${path} (may change it)` : path))], ', ')}`,
        ]),
    ...(before !== null && before.code !== pin.code ? [say`  its code is another than before`] : []),
    '',
    tools.length === 0
      ? say`It offers no tools:`
      : plural(tools.length, say`It offers one tool:`, say`It offers ${tools.length} tools:`),
    ...tools.flatMap((tool) => describeTool(tool, known.get(tool.name), before !== null)),
    ...gone.map((tool) => say`  gone: ${tool}`),
  ];
}

function describeTool(tool: Tool, known: Tool | undefined, isAgain: boolean): readonly Text[] {
  const change = !isAgain ? '' : known === undefined ? say` (new)` : known.hash === tool.hash ? '' : say` (changed)`;
  const { readOnly, destructive, openWorld } = tool.hints;
  const says = [
    ...(readOnly === true ? [say`only reads`] : []),
    ...(destructive === true ? [say`may delete`] : []),
    ...(openWorld === true ? [say`reaches other systems`] : []),
  ];
  const { properties } = tool.input;
  const takes = typeof properties === 'object' && properties !== null ? Object.keys(properties).join(', ') : '';
  return [
    say`  ${tool.name}${change}${takes === '' ? '' : ` (${shorten(takes, 80)})`}${says.length === 0 ? '' : say`, says of itself: ${join(says, ', ')}`}`,
    ...(tool.description === '' ? [] : [`    ${shorten(oneLine(tool.description), 300)}`]),
  ];
}
