/** Every action Deskhand can take: the one place where names, parameters, defaults and limits stand (design, section 5). */
import { z } from 'zod';

const OUTSIDE = 'outside the screen: x and y go from 0 to 1000';
const coordinate = z.number().min(0, OUTSIDE).max(1000, OUTSIDE);

/** A point on the whole captured display: 0–1000 on both axes, decimals allowed. */
const pointSchema = z.object({ x: coordinate, y: coordinate });

const elementNumber = z.number().int().min(1, 'elements are numbered from 1, as in the list');

const targetSchema = z.union([z.object({ element: elementNumber }), pointSchema], {
  error: 'a target is {"element": number from the list} or {"x": 0–1000, "y": 0–1000}',
});

/** Models write `LEFT` as readily as `left`. */
function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
}

const text = z.string().min(1, 'the text is empty').max(20_000);
const path = z.string().min(1, 'the path is empty').max(4096);
const keys = z.string().trim().min(1, 'name a key').max(200);

/** Parameters of each action by name. */
const shapes = {
  click: z.object({
    action: z.literal('click'),
    target: targetSchema,
    button: word(['left', 'right', 'middle']).default('left'),
    count: z.number().int().min(1).max(3).default(1),
  }),
  move: z.object({ action: z.literal('move'), target: targetSchema }),
  mouse_down: z.object({ action: z.literal('mouse_down'), target: targetSchema.optional() }),
  mouse_up: z.object({ action: z.literal('mouse_up'), target: targetSchema.optional() }),
  drag: z.object({ action: z.literal('drag'), from: targetSchema, to: targetSchema }),
  scroll: z.object({
    action: z.literal('scroll'),
    target: targetSchema.optional(),
    direction: word(['up', 'down', 'left', 'right']),
    amount: z.number().int().min(1).max(20).default(3),
  }),
  type: z.object({ action: z.literal('type'), text }),
  clipboard_write: z.object({ action: z.literal('clipboard_write'), text }),
  key: z.object({ action: z.literal('key'), keys, repeat: z.number().int().min(1).max(50).default(1) }),
  hold_key: z.object({ action: z.literal('hold_key'), keys, seconds: z.number().min(0).max(10) }),
  focus: z.object({ action: z.literal('focus'), element: elementNumber }),
  // Nothing is a value too: it clears the field.
  set_value: z.object({ action: z.literal('set_value'), element: elementNumber, text: z.string().max(20_000) }),
  ui_elements: z.object({ action: z.literal('ui_elements'), app: z.string().max(200).optional() }),
  web_elements: z.object({ action: z.literal('web_elements'), app: z.string().max(200).optional() }),
  screenshot: z.object({ action: z.literal('screenshot') }),
  cursor_position: z.object({ action: z.literal('cursor_position') }),
  clipboard_read: z.object({ action: z.literal('clipboard_read') }),
  shell_restart: z.object({ action: z.literal('shell_restart') }),
  zoom: z.object({ action: z.literal('zoom'), from: pointSchema, to: pointSchema }),
  wait: z.object({ action: z.literal('wait'), seconds: z.number().min(0).max(60) }),
  wait_until: z.object({
    action: z.literal('wait_until'),
    text: z.string().max(1000).optional(),
    seconds: z.number().min(0).max(120).default(30),
  }),
  open_app: z.object({ action: z.literal('open_app'), app: z.string().trim().min(1, 'name an application').max(200) }),
  open_url: z.object({
    action: z.literal('open_url'),
    url: z.string().trim().min(1, 'the address is empty').max(8192),
  }),
  shell: z.object({
    action: z.literal('shell'),
    command: z.string().min(1, 'the command is empty').max(65_536),
    timeout_s: z.number().min(1).max(600).default(30),
  }),
  applescript: z.object({
    action: z.literal('applescript'),
    script: z.string().min(1, 'the script is empty').max(65_536),
  }),
  file_view: z.object({
    action: z.literal('file_view'),
    path,
    line: z.number().int().min(1).default(1),
    amount: z.number().int().min(1).max(2000).default(200),
  }),
  file_create: z.object({ action: z.literal('file_create'), path, text: z.string().max(1_000_000) }),
  file_replace: z.object({
    action: z.literal('file_replace'),
    path,
    old: z.string().min(1, 'the text to replace is empty').max(100_000),
    text: z.string().max(1_000_000),
  }),
  file_insert: z.object({
    action: z.literal('file_insert'),
    path,
    line: z.number().int().min(0),
    text: z.string().max(1_000_000),
  }),
  file_undo: z.object({ action: z.literal('file_undo'), path }),
  vault_read: z.object({ action: z.literal('vault_read'), path }),
  vault_write: z.object({ action: z.literal('vault_write'), path, text: z.string().max(1_000_000) }),
  recall: z.object({ action: z.literal('recall'), text }),
  ask_user: z.object({
    action: z.literal('ask_user'),
    text: z.string().min(1, 'the question is empty').max(4000),
    options: z.array(z.string().min(1).max(100)).max(8).default([]),
    secret: z.boolean().default(false),
  }),
  send_file: z.object({ action: z.literal('send_file'), path }),
  think: z.object({ action: z.literal('think'), text: z.string().max(20_000) }),
  done: z.object({ action: z.literal('done'), summary: z.string().max(20_000) }),
  fail: z.object({ action: z.literal('fail'), summary: z.string().max(20_000) }),
} as const;

export type ActionName = keyof typeof shapes;

/** Names of all actions, in the order of the contract. */
export const ACTION_NAMES: readonly string[] = Object.keys(shapes);

const union = z.discriminatedUnion('action', [
  shapes.click,
  shapes.move,
  shapes.mouse_down,
  shapes.mouse_up,
  shapes.drag,
  shapes.scroll,
  shapes.type,
  shapes.clipboard_write,
  shapes.key,
  shapes.hold_key,
  shapes.focus,
  shapes.set_value,
  shapes.ui_elements,
  shapes.web_elements,
  shapes.screenshot,
  shapes.cursor_position,
  shapes.clipboard_read,
  shapes.shell_restart,
  shapes.zoom,
  shapes.wait,
  shapes.wait_until,
  shapes.open_app,
  shapes.open_url,
  shapes.shell,
  shapes.applescript,
  shapes.file_view,
  shapes.file_create,
  shapes.file_replace,
  shapes.file_insert,
  shapes.file_undo,
  shapes.vault_read,
  shapes.vault_write,
  shapes.recall,
  shapes.ask_user,
  shapes.send_file,
  shapes.think,
  shapes.done,
  shapes.fail,
]);

/** An action as it came in: its name may be in any case. Unknown keys are dropped, defaults filled in. */
export const actionSchema = z.preprocess(lowerCaseName, union);

function lowerCaseName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('action' in value) || typeof value.action !== 'string')
    return value;
  return { ...value, action: value.action.trim().toLowerCase() };
}

/** A checked action with its defaults filled in. */
export type Action = z.infer<typeof union>;
/** One action by its name. */
export type ActionOf<Name extends ActionName> = Extract<Action, { readonly action: Name }>;
export type Point = z.infer<typeof pointSchema>;
export type Target = z.infer<typeof targetSchema>;

export type ParsedAction =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly reason: string };

/** Reads one action from already parsed JSON; the reason is a sentence a model or a person can act on. */
export function parseAction(value: unknown): ParsedAction {
  const name = nameOf(value);
  if (name === null) return { ok: false, reason: 'an action needs a name: {"action": "click", …}' };
  if (!ACTION_NAMES.includes(name)) return { ok: false, reason: `there is no action "${name.slice(0, 60)}"` };
  const result = actionSchema.safeParse(value);
  if (result.success) return { ok: true, action: result.data };
  const issue = result.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? name : `${name}.${issue.path.join('.')}`;
  return { ok: false, reason: `${where}: ${issue?.message ?? 'not valid'}` };
}

function nameOf(value: unknown): string | null {
  const named = lowerCaseName(value);
  if (typeof named !== 'object' || named === null || !('action' in named)) return null;
  return typeof named.action === 'string' ? named.action : null;
}
