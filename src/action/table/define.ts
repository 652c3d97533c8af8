/** Form of the table of actions: one entry holds all properties of one action. */
import { z } from 'zod';
import type { Text } from '../../words/say.ts';

export type ActFamily =
  | 'clicks'
  | 'typing'
  | 'keys'
  | 'filling'
  | 'dragging'
  | 'scrolling'
  | 'apps'
  | 'pages'
  | 'commands'
  | 'files'
  | 'notes'
  | 'tools';

/** Properties of an action beside its parameters. */
export interface Traits {
  /** `act` changes something; `look` looks, waits, thinks or asks; `end` ends the run. */
  readonly kind: 'act' | 'look' | 'end';
  /** How the action reaches the window in front: by the pointer, by keys to the focused element, or to an element through accessibility. */
  readonly input?: 'pointer' | 'keys' | 'element';
  /** No input, but it brings a window to the front. */
  readonly opensWindow?: true;
  /** No input by keys, but keys may be pressed while it works. */
  readonly pressesKeys?: true;
  /** It presses the keys that it names, which may type, paste or send. */
  readonly pressesNamed?: true;
  /** It puts a text where it can be read and sent. */
  readonly entersText?: true;
  /** Why it is no act of its own for another program, which asks for one at a time: only a run can follow it, or a look tells it. */
  readonly notAlone?: 'in-run' | 'told-by-look';
  /** From `begins` to `ends` everything is one act: something is held down. */
  readonly holds?: 'begins' | 'ends';
  /** Family under which people see it counted; absent: it counts among the other acts. */
  readonly counted?: ActFamily;
  /** The action changes a file and can be undone. */
  readonly editsFile?: true;
  /** The model needs a whole picture afterwards, because it asked to see or waited for something. */
  readonly wantsPicture?: true;
  /** The output of the action is often what the person asked for. */
  readonly answers?: true;
  /** The action exists for a model only when there are tools of servers. */
  readonly needsTools?: true;
  /** A part of a plan without the screen may do it; `changes`: only where the part may change something. */
  readonly apart?: 'reads' | 'changes';
  /** The action may follow another one within the same reply. */
  readonly followsUp?: true;
  /** Whether an approval may cover the same action again in this run; `named`: only for a target with a name. Always, when absent. */
  readonly grant?: 'never' | 'named';
  /** When a skill leaves the action out if it had no effect: always, or when the same action came right after. Never, when absent. */
  readonly whenIdle?: 'left-out' | 'left-out-before-same';
  /** What a skill must name as its permission for it: `front` is the application in front, `app` and `url` are the parameter's. null: nothing. */
  readonly permission: 'front' | 'app' | 'url' | 'apps' | 'shell' | 'files' | 'clipboard' | 'vault' | 'network' | null;
}

/** Where a parameter comes from on the wire: a key of the flat object, a place made of three, or one side of `server/tool` in `path`. */
export type WireKey =
  | 'place'
  | 'toPlace'
  | 'text'
  | 'count'
  | 'button'
  | 'direction'
  | 'seconds'
  | 'element'
  | 'path'
  | 'line'
  | 'old'
  | 'options'
  | 'secret'
  | 'files'
  | 'facts'
  | 'server'
  | 'tool';

export type NameOfElement = (number: number) => Text;

export interface EntryParts<Takes extends z.ZodRawShape, T extends Traits> {
  readonly takes: Takes;
  readonly wire: { readonly [Key in keyof Takes]: WireKey };
  readonly traits: T;
  /** Its line in the system prompt, with the names of the wire (= default, [] optional). */
  readonly prompt: string;
  /** One short phrase for a person, present tense: `clicking at 512, 340`. */
  readonly says: (params: z.infer<z.ZodObject<Takes>>, nameOfElement: NameOfElement) => Text;
  /** The complete text under approval, when the phrase does not contain it. */
  readonly whole?: (params: z.infer<z.ZodObject<Takes>>) => string;
}

/** One row of the table. */
export function define<const Name extends string, Takes extends z.ZodRawShape, const T extends Traits>(
  name: Name,
  { takes, wire, traits, prompt, says, whole }: EntryParts<Takes, T>,
) {
  const schema = z.object({ action: z.literal(name), ...takes });
  const params = z.object(takes);
  const sources: Readonly<Record<string, WireKey>> = wire;
  /** The table is asked for an action by the action's own name, so the parameters are these. */
  const isOwn = (action: { readonly action: string }): action is z.infer<typeof params> & { readonly action: Name } =>
    action.action === name;
  return {
    name,
    schema,
    wire: sources,
    traits,
    prompt,
    describe: (action: { readonly action: string }, nameOfElement: NameOfElement): Text =>
      isOwn(action) ? says(action, nameOfElement) : name,
    whole: (action: { readonly action: string }): string | null =>
      whole !== undefined && isOwn(action) ? whole(action) : null,
  };
}
