/** A server's question for the person: one card a field, the answers go to the server. More than a few fields are declined, and told. */
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { AskForServer } from '../../src/ports/tools.ts';
import { say, type Text } from '../../src/words/say.ts';
import { sayWantsOpened } from './said-of-server.ts';

const MOST_FIELDS = 5;
const MOST_OPTIONS = 8;
const TRIES = 2;

const DECLINED: ElicitResult = { action: 'decline' };
const CANCELLED: ElicitResult = { action: 'cancel' };

/** An address to open is declined: where it leads nobody has confirmed. `tell` gets why something was declined. */
export async function elicit(
  { params }: ElicitRequest,
  ask: AskForServer,
  tell: (why: Text) => void,
): Promise<ElicitResult> {
  if (params.mode === 'url' || !('requestedSchema' in params)) {
    tell(sayWantsOpened('url' in params ? [params.url] : []));
    return DECLINED;
  }
  const { properties, required = [] } = params.requestedSchema;
  const fields = Object.entries(properties);
  if (fields.length > MOST_FIELDS) {
    tell(
      say`It asked the person for ${fields.length} answers at once. More than ${MOST_FIELDS} are declined unasked: give it what it needs in the arguments, where it takes it there.`,
    );
    return DECLINED;
  }
  if (fields.length === 0) {
    const answer = await ask({ text: params.message, options: ['OK'] });
    return answer === null ? DECLINED : { action: 'accept', content: {} };
  }
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const [name, field] of fields) {
    const value = await askField(params.message, name, field, required.includes(name), ask);
    if (value === null) return CANCELLED;
    if (value !== undefined) content[name] = value;
  }
  return { action: 'accept', content };
}

interface Field {
  readonly type?: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly { readonly const: string }[];
}

/** Asks for one field. undefined: it was left out, as it may be. null: the person declined, or the answer does not fit. */
async function askField(
  message: string,
  name: string,
  field: Field,
  isNeeded: boolean,
  ask: AskForServer,
): Promise<string | number | boolean | undefined | null> {
  const given = field.enum ?? field.oneOf?.map((one) => one.const) ?? (field.type === 'boolean' ? ['yes', 'no'] : []);
  if (given.length > MOST_OPTIONS || field.type === 'array') return isNeeded ? null : undefined;
  const told = [message, `${field.title ?? name}${field.description === undefined ? '' : `: ${field.description}`}`];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask({ text: told.join('\n'), options: given });
    if (answer === null) return null;
    const value = read(answer.trim(), field, given);
    if (value !== null) return value;
  }
  return null;
}

function read(answer: string, { type }: Field, options: readonly string[]): string | number | boolean | null {
  if (type === 'boolean')
    return /^(?:yes|ja|y|j|true)$/i.test(answer) ? true : /^(?:no|nein|n|false)$/i.test(answer) ? false : null;
  if (type === 'number' || type === 'integer') {
    const number = Number(answer.replace(',', '.'));
    return answer === '' || !Number.isFinite(number) || (type === 'integer' && !Number.isInteger(number))
      ? null
      : number;
  }
  if (options.length === 0) return answer;
  return options.find((option) => option.toLowerCase() === answer.toLowerCase()) ?? null;
}
