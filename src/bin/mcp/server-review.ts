/** What a person is shown of a server before it is used: where it comes from, what it reaches, what it offers. */
import type { Pin } from '../../../adapters/tools/server-files.ts';
import type { Tool } from '../../ports/tools.ts';
import { oneLine, shorten } from '../../words/amounts.ts';

/** `before`: as it was confirmed; null: never. */
export function describeServer(name: string, what: string, pin: Pin, before: Pin | null): readonly string[] {
  const { package: from, hosts, folders, tools } = pin;
  const known = new Map((before?.tools ?? []).map((tool) => [tool.name, tool]));
  const gone = [...known.keys()].filter((tool) => !tools.some((one) => one.name === tool));
  return [
    `${name}: ${what}`,
    ...(from === null ? [] : [`  ${from.name} ${from.version}, ${shorten(from.integrity, 40)}; this version is kept`]),
    ...(pin.words.length === 0 ? [] : [`  starts: ${pin.words.join(' ')}`]),
    ...(pin.words.length === 0 ? [] : [`  reaches: ${hosts.length === 0 ? 'no host' : hosts.join(', ')}`]),
    ...(pin.words.length === 0
      ? []
      : [
          `  sees: its own folder${folders.map(({ path, isWritable }) => `, ${path}${isWritable ? ' (may change it)' : ''}`).join('')}`,
        ]),
    ...(before !== null && before.code !== pin.code ? ['  its code is another than before'] : []),
    '',
    `It offers ${tools.length === 0 ? 'no tools' : tools.length === 1 ? 'one tool' : `${tools.length} tools`}:`,
    ...tools.flatMap((tool) => describeTool(tool, known.get(tool.name), before !== null)),
    ...gone.map((tool) => `  gone: ${tool}`),
  ];
}

function describeTool(tool: Tool, known: Tool | undefined, isAgain: boolean): readonly string[] {
  const change = !isAgain ? '' : known === undefined ? ' (new)' : known.hash === tool.hash ? '' : ' (changed)';
  const { readOnly, destructive, openWorld } = tool.hints;
  const says = [
    ...(readOnly === true ? ['only reads'] : []),
    ...(destructive === true ? ['may delete'] : []),
    ...(openWorld === true ? ['reaches other systems'] : []),
  ];
  const { properties } = tool.input;
  const takes = typeof properties === 'object' && properties !== null ? Object.keys(properties).join(', ') : '';
  return [
    `  ${tool.name}${change}${takes === '' ? '' : ` (${shorten(takes, 80)})`}${says.length === 0 ? '' : `, says it ${says.join(', ')}`}`,
    ...(tool.description === '' ? [] : [`    ${shorten(oneLine(tool.description), 300)}`]),
  ];
}
