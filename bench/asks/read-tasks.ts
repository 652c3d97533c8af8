/**
 * Tasks step by step: each step as the action it is, in the moment it is done in. Written down in the `.txt` files beside this one, a step a
 * line. Most follow public recordings of people (OSWorld-Human, MiniWoB++), agents (Online-Mind2Web) and scripted solutions (WorkArena):
 * their controls by role and name, their order and keys. Names, texts and addresses are made up.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, parseAction } from '../../src/action/schema.ts';
import { kindOfApp } from '../../src/safety/apps/app-names.ts';
import type { CopiedIn, GateContext } from '../../src/safety/risk.ts';
import { type Scope, scopeSchema } from '../../src/safety/scope.ts';
import { english } from '../../src/words/speak.ts';

export interface Step {
  readonly action: Action;
  /** The context without the scope. */
  readonly context: GateContext;
  /** What the step does that no scope allows: `sends`, `pays`, `deletes`; null for none. */
  readonly never: string | null;
  /** The line of the file. */
  readonly line: string;
}

export interface Task {
  readonly title: string;
  readonly goal: string;
  /** The scope that a person would grant for it. */
  readonly scope: Scope;
  readonly steps: readonly Step[];
}

/** In the order of the files; a line that cannot be read is an error that names it. */
export function readTasks(home: string): readonly Task[] {
  const files = globSync('*.txt', { cwd: import.meta.dirname }).toSorted();
  return files.flatMap((file) => {
    const [, ...parts] = `\n${readFileSync(join(import.meta.dirname, file), 'utf8')}`.split('\n= ');
    return parts.map((part) => readTask(part, home));
  });
}

function readTask(text: string, home: string): Task {
  const [title = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const goal = lines.find((line) => line.startsWith('goal '))?.slice(5) ?? '';
  const scope = readScope(lines.find((line) => line.startsWith('scope '))?.slice(6) ?? '');
  const moment = createMoment(goal, home);
  const steps = lines.flatMap((line) => {
    if (line.startsWith('goal ') || line.startsWith('scope ')) return [];
    try {
      return readLine(line, moment);
    } catch (error) {
      throw new Error(`${title}: ${line}`, { cause: error });
    }
  });
  return { title, goal, scope, steps };
}

/** `apps A, B; sites x.example; kinds edit save` */
function readScope(text: string): Scope {
  const entries = text.split(';').map((part): readonly [string, readonly string[]] => {
    const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(part) ?? [];
    return [name, rest.split(name === 'kinds' ? ' ' : ',').map((word) => word.trim())];
  });
  return scopeSchema.strict().parse(Object.fromEntries(entries));
}

type Element = NonNullable<GateContext['element']>;

/** What is so between two steps. */
interface Moment {
  readonly goal: string;
  readonly home: string;
  window: { readonly app: string; readonly window: string; readonly address?: string } | null;
  cwd: string;
  /** The focused element, by window. */
  readonly focus: Map<string, Element>;
  /** The text typed since the last Enter or click. */
  typed: string;
  copiedIn: CopiedIn | null;
}

function createMoment(goal: string, home: string): Moment {
  return { goal, home, window: null, cwd: home, focus: new Map(), typed: '', copiedIn: null };
}

const WINDOW = /^@ ([^|]+?) \| ([^|]+?)(?: \| (\S+))?$/;
const STEP = /^(?:never (\w+) )?(\w+)(?: (.*))?$/;

function readLine(line: string, moment: Moment): readonly Step[] {
  const [, app, window, address] = WINDOW.exec(line) ?? [];
  if (app !== undefined && window !== undefined) {
    moment.window = { app, window, ...(address === undefined ? {} : { address }) };
    moment.typed = '';
    return [];
  }
  if (line.startsWith('in ')) {
    moment.cwd = line.slice(3).replace(/^~/, moment.home);
    return [];
  }
  const [, never = null, verb = '', rest = ''] = STEP.exec(line) ?? [];
  const { action, element } = readStep(verb, rest, moment);
  const parsed = parseAction(action);
  if (!parsed.ok) throw new Error(english(parsed.reason));
  const step = { action: parsed.action, context: contextOf(moment, element), never, line };
  follow(parsed.action, element, moment);
  return [step];
}

const CLICKS: Readonly<Record<string, object>> = {
  click: {},
  double: { count: 2 },
  triple: { count: 3 },
  right: { button: 'right' },
};

function readStep(
  verb: string,
  rest: string,
  moment: Moment,
): { readonly action: object; readonly element: Element | null } {
  const target = { x: 500, y: 400 };
  const click = CLICKS[verb];
  if (click !== undefined) return { action: { action: 'click', target, ...click }, element: readElement(rest) };
  const focus = moment.focus.get(keyOf(moment)) ?? null;
  switch (verb) {
    case 'drag':
      return { action: { action: 'drag', from: { x: 300, y: 300 }, to: target }, element: readElement(rest) };
    case 'move':
      return { action: { action: 'move', target }, element: null };
    case 'scroll':
      return { action: { action: 'scroll', direction: 'down' }, element: null };
    case 'key':
      return { action: { action: 'key', keys: rest }, element: focus };
    case 'hold':
      return { action: { action: 'key_down', keys: rest }, element: focus };
    case 'release':
      return { action: { action: 'key_up', keys: rest }, element: focus };
    case 'type': {
      const [, quoted = '', into] = /^"((?:[^"\\]|\\.)*)"(?: into (.*))?$/.exec(rest) ?? [];
      const text = quoted.replaceAll('\\n', '\n').replaceAll('\\"', '"');
      return { action: { action: 'type', text }, element: into === undefined ? focus : readElement(into) };
    }
    case 'open':
      return { action: { action: 'open_app', app: rest }, element: null };
    case 'shell':
      return { action: { action: 'shell', command: rest }, element: null };
    default:
      throw new Error(`no such step: ${verb}`);
  }
}

/** `menu item "Export..."`; a bare role has no name. */
function readElement(text: string): Element {
  const [, role = '', name = ''] = /^([a-z ]+?)(?: "(.*)")?$/.exec(text) ?? [];
  if (role === '') throw new Error(`no element: ${text}`);
  return { role, name: name.replaceAll('\\"', '"'), secure: role === 'password field' };
}

function contextOf({ goal, window, cwd, typed, copiedIn }: Moment, element: Element | null): GateContext {
  const isTerminal = window !== null && kindOfApp(window, []) === 'terminal';
  return {
    ...window,
    ...(element === null ? {} : { element }),
    cwd,
    goal,
    ...(typed === '' && !isTerminal ? {} : { typed }),
    ...(isTerminal ? { terminal: { reader: 'shell', isLineKnown: true } } : {}),
    ...(copiedIn === null ? {} : { copiedIn }),
  };
}

/** What the step changes for the next one. */
function follow(action: Action, element: Element | null, moment: Moment): void {
  switch (action.action) {
    case 'click':
      moment.typed = '';
      if (element !== null) moment.focus.set(keyOf(moment), element);
      return;
    case 'type':
      moment.typed += action.text;
      return;
    case 'key':
      if (/^(?:return|enter|tab|alt\+tab)$/i.test(action.keys)) moment.typed = '';
      // Tab in a cell leads to the next cell; elsewhere the next focus is unknown.
      if (/^tab$/i.test(action.keys))
        if (element?.role === 'cell') moment.focus.set(keyOf(moment), { role: 'cell', name: '', secure: false });
        else moment.focus.delete(keyOf(moment));
      if (/^ctrl\+[cx]$/.test(action.keys) && moment.window !== null) {
        const { app, address } = moment.window;
        moment.copiedIn = { app, ...(address === undefined ? {} : { address }) };
      }
      return;
    default:
  }
}

function keyOf({ window }: Moment): string {
  return window === null ? '' : `${window.app} ${window.window}`;
}
