/** A message as Block Kit: its words, its picture, its buttons row by row. */

import type { types } from '@slack/bolt';
import type { Button } from '../../../src/ports/chat.ts';
import { escapeMrkdwn, type Piece, toBlocks } from './markup.ts';

export type ButtonRows = readonly (readonly Button[])[];

/** A picture that was uploaded, and what a screen reader says. */
export interface ShownPicture {
  readonly fileId: string;
  readonly alt: string;
}

/** Limits of Block Kit (https://docs.slack.dev/reference/block-kit): characters of a button and of a description, buttons a row. */
const MAX_LABEL = 75;
const MAX_ALT = 2_000;
const MAX_ROW = 25;
/** Below 64, as the port promises; Slack takes 2,000. */
const MAX_DATA_BYTES = 63;
/** Blocks a message may have. */
export const MAX_BLOCKS = 50;

const STYLES = { plain: null, good: 'primary', danger: 'danger' } as const;

/** Throws on a button's data that breaks the port's limit. */
export function buildBlocks(
  pieces: readonly Piece[],
  picture: ShownPicture | null,
  rows: ButtonRows,
): types.KnownBlock[] {
  const words = toBlocks(pieces);
  const image = picture === null ? [] : [toImage(picture)];
  const buttons = rows.flatMap(toRow);
  return [...words, ...image, ...buttons].slice(0, MAX_BLOCKS);
}

function toImage({ fileId, alt }: ShownPicture): types.ImageBlock {
  const description = alt.length > MAX_ALT ? `${alt.slice(0, MAX_ALT - 1).toWellFormed()}…` : alt;
  return { type: 'image', slack_file: { id: fileId }, alt_text: description === '' ? 'Picture' : description };
}

/** Slack knows no button that cannot be pressed: a dead one is its label, struck out, in small print. */
function toRow(row: readonly Button[], index: number): types.KnownBlock[] {
  const live = row.filter((button) => button.data !== null).slice(0, MAX_ROW);
  const dead = row.filter((button) => button.data === null).slice(0, 10);
  const actions: types.ActionsBlock = {
    type: 'actions',
    block_id: `row-${index}`,
    elements: live.map((button, column) => toButton(button, `b-${index}-${column}`)),
  };
  const decided: types.ContextBlock = {
    type: 'context',
    block_id: `row-${index}-dead`,
    elements: dead.map(({ label }) => ({ type: 'mrkdwn', text: strike(label) })),
  };
  return [...(live.length > 0 ? [actions] : []), ...(dead.length > 0 ? [decided] : [])];
}

function toButton({ label, data, style }: Button, actionId: string): types.Button {
  const bytes = Buffer.byteLength(data ?? '');
  if (data === null || bytes < 1 || bytes > MAX_DATA_BYTES) {
    throw new Error(`the button "${label}" carries ${bytes} bytes; 1 to ${MAX_DATA_BYTES} are possible`);
  }
  const look = STYLES[style];
  return {
    type: 'button',
    action_id: actionId,
    value: data,
    text: { type: 'plain_text', text: shortenLabel(label), emoji: false },
    ...(look === null ? {} : { style: look }),
  };
}

function shortenLabel(label: string): string {
  const text = label.toWellFormed();
  return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…` : text;
}

/** A label in strikethrough: characters that would end it, or begin other formatting, are replaced with lookalikes. */
function strike(label: string): string {
  const flat = shortenLabel(label)
    .replace(/\s+/g, ' ')
    .replace(/[~*_`]/g, (sign) => LOOKALIKES[sign] ?? ' ')
    .trim();
  return `~${escapeMrkdwn(flat)}~`;
}

const LOOKALIKES: Readonly<Record<string, string>> = { '~': '∼', '*': '∗', _: '＿', '`': 'ˋ' };
