/** What Slack takes as blocks of a message (https://docs.slack.dev/reference/block-kit/blocks): everything else is `invalid_blocks`. */

import { z } from 'zod';
import { refuse } from './refusal.ts';
import type { Plan } from './stream-rules.ts';

const blockId = z.string().min(1).max(255).optional();
const style = z.strictObject({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
});
const richText = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style: style.optional() });
const richLink = z.strictObject({
  type: z.literal('link'),
  url: z.url({ protocol: /^https?$/ }).max(3000),
  text: z.string().min(1),
});
const richUser = z.strictObject({ type: z.literal('user'), user_id: z.string().regex(/^[UW][A-Z0-9]+$/) });
const richSection = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(z.union([richText, richLink, richUser])).min(1),
});
const richBox = z.strictObject({ type: z.literal('rich_text_preformatted'), elements: z.array(richText).min(1) });
const richBlock = z.strictObject({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: z.array(z.union([richSection, richBox])).min(1),
});
const image = z.strictObject({
  type: z.literal('image'),
  block_id: blockId,
  alt_text: z.string().min(1).max(2000),
  slack_file: z.strictObject({ id: z.string() }),
});
const button = z.strictObject({
  type: z.literal('button'),
  action_id: z.string().min(1).max(255),
  value: z.string().min(1).max(2000),
  text: z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(75),
    emoji: z.boolean().optional(),
  }),
  style: z.enum(['primary', 'danger']).optional(),
});
const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: z.array(button).min(1).max(25),
});
const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: z
    .array(z.strictObject({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(3000) }))
    .min(1)
    .max(10),
});
const task = z.strictObject({
  type: z.literal('task_card'),
  task_id: z.string().min(1).max(255),
  title: z.string().min(1).max(256),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
});
const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: z.string().min(1).max(256),
  tasks: z.array(task).max(50).optional(),
});
const blocks = z.array(z.discriminatedUnion('type', [richBlock, image, actions, context, plan])).max(50);
/** https://docs.slack.dev/reference/views/home-tab-views: up to 100 blocks, none of a message alone. */
const home = z.strictObject({
  type: z.literal('home'),
  blocks: z.array(z.discriminatedUnion('type', [richBlock, image, actions, context])).max(100),
  private_metadata: z.string().max(3000).optional(),
  callback_id: z.string().max(255).optional(),
});

export type Block = z.infer<typeof blocks>[number];

/** All blocks of a message together, as JSON (slackapi/bolt-js issues 2509, 2867). */
const MAX_CHARACTERS = 13_200;

/** `isShowable`: whether that file is a picture that is ready and may be shown. */
export function readBlocks(json: string | undefined, isShowable: (fileId: string) => boolean): readonly Block[] {
  if (json === undefined || json === '') return [];
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    refuse('invalid_blocks_format');
  }
  const parsed = blocks.safeParse(sent);
  if (!parsed.success) refuse('invalid_blocks', z.prettifyError(parsed.error));
  checkIds(parsed.data);
  for (const block of parsed.data) {
    if (block.type === 'plan' && new Set(block.tasks?.map((one) => one.task_id)).size < (block.tasks?.length ?? 0)) {
      refuse('invalid_blocks', 'task_id is not unique');
    }
    if (block.type === 'image' && !isShowable(block.slack_file.id)) refuse('invalid_blocks', 'invalid slack file');
  }
  if (json.length > MAX_CHARACTERS) refuse('msg_blocks_too_long');
  return parsed.data;
}

/** What `views.publish` takes as a view. */
export function readHome(json: string): { readonly blocks: readonly Block[] } {
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    refuse('invalid_arguments', 'view is not JSON');
  }
  const parsed = home.safeParse(sent);
  if (!parsed.success) refuse('invalid_arguments', z.prettifyError(parsed.error));
  checkIds(parsed.data.blocks);
  return { blocks: parsed.data.blocks };
}

function checkIds(given: readonly Block[]): void {
  const ids = given.flatMap((block) => block.block_id ?? []);
  if (new Set(ids).size < ids.length) refuse('invalid_blocks', 'block_id is not unique');
  const buttons = given.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  if (new Set(buttons.map((one) => one.action_id)).size < buttons.length) refuse('invalid_blocks', 'action_id twice');
}

/** The list of steps among the blocks; null without one. */
export function planOf(blocks: readonly Block[]): Plan | null {
  const found = blocks.flatMap((block) => (block.type === 'plan' ? [block] : []))[0];
  if (found === undefined) return null;
  const tasks = (found.tasks ?? []).map(({ task_id: id, title, status }) => ({ id, title, status }));
  return { title: found.title, tasks };
}

/** The visible text of a block; '' for one without words. */
export function textOf(block: Block): string {
  if (block.type !== 'rich_text') return '';
  return block.elements
    .map((element) => {
      const text = element.elements.map((one) => (one.type === 'user' ? `@${one.user_id}` : one.text)).join('');
      return element.type === 'rich_text_preformatted' ? `\n${text}\n` : text;
    })
    .join('');
}

/** Where the links of a block lead. */
export function linksOf(block: Block): readonly string[] {
  if (block.type !== 'rich_text') return [];
  return block.elements.flatMap(({ elements }) => elements.flatMap((one) => (one.type === 'link' ? [one.url] : [])));
}
