/** A message on its way out, in three forms: not yet in a language, as it is sent, and as it is stored for a restart. */

import type { RunButton, StoredDelivery } from '../inbox/inbox-events.ts';
import type { OutboundMessage } from '../ports/chat.ts';
import { say, type Text } from '../words/say.ts';
import { type Language, type Spelling, speak } from '../words/speak.ts';
import {
  type SpokenButton,
  type SpokenProgress,
  type SpokenSpan,
  speakButtons,
  speakProgress,
  speakSpans,
} from './spoken.ts';

/** A message in nobody's language yet, with what must survive a restart: where its picture lies and what its Again buttons mean. */
export interface Outgoing extends Pick<OutboundMessage, 'kind' | 'file' | 'point'> {
  readonly text: readonly SpokenSpan[];
  readonly buttons: readonly (readonly SpokenButton[])[];
  readonly picture: {
    readonly jpeg: Uint8Array;
    readonly alt: Text;
    readonly stored: { readonly run: string; readonly name: string } | null;
  } | null;
  readonly progress?: SpokenProgress;
  readonly again: Readonly<Record<string, string>>;
  /** The interrupted runs that Again buttons go on from. */
  readonly againFrom?: Readonly<Record<string, string>>;
  /** Other buttons that must work after a restart. */
  readonly ofRun?: Readonly<Record<string, RunButton>>;
}

/** In the language of its reader. */
export interface Said extends OutboundMessage {
  readonly language: Language;
  readonly stored: { readonly run: string; readonly name: string } | null;
  readonly again: Outgoing['again'];
  readonly againFrom: NonNullable<Outgoing['againFrom']>;
  readonly ofRun: NonNullable<Outgoing['ofRun']>;
}

export function sayIn(
  language: Language,
  { text, buttons, kind, file, picture, progress, point, again, againFrom = {}, ofRun = {} }: Outgoing,
  spelling: Spelling = 'slash',
): Said {
  return {
    ...(progress === undefined ? {} : { progress: speakProgress(progress, language) }),
    ...(point === undefined ? {} : { point }),
    text: speakSpans(text, language, spelling),
    buttons: speakButtons(buttons, language),
    kind,
    language,
    file,
    picture: picture?.jpeg ?? null,
    pictureAlt: picture === null ? '' : speak(picture.alt, language),
    stored: picture?.stored ?? null,
    again,
    againFrom,
    ofRun,
  };
}

/** The part of a message that a chat is given. */
export function strip({ progress, point, ...said }: Said): OutboundMessage {
  const { text, language, buttons, kind, file, picture, pictureAlt } = said;
  const also = { ...(progress === undefined ? {} : { progress }), ...(point === undefined ? {} : { point }) };
  return { text, language, buttons, kind, file, picture, pictureAlt, ...also };
}

/** A message in the form the inbox keeps; `edits`: the delivery whose message it replaces. */
export function store(message: Said, edits: string | null): StoredDelivery {
  const { stored, pictureAlt } = message;
  return {
    text: [...message.text],
    buttons: message.buttons.map((row) => [...row]),
    kind: message.kind,
    language: message.language,
    picture: stored === null ? null : { ...stored, alt: pictureAlt },
    file: message.file?.name ?? null,
    again: { ...message.again },
    ...(Object.keys(message.againFrom).length === 0 ? {} : { again_from: { ...message.againFrom } }),
    ...(Object.keys(message.ofRun).length === 0 ? {} : { of_run: { ...message.ofRun } }),
    edits,
  };
}

/** Makes a stored message ready to be sent after a restart. */
export async function restore(
  message: StoredDelivery,
  language: Language,
  readPicture: (run: string, name: string) => Promise<Uint8Array | null>,
): Promise<OutboundMessage> {
  const { buttons, kind, picture } = message;
  // A picture that cannot be read now may stay unreadable: the text must not wait for it, nor the messages behind it.
  const jpeg = picture === null ? null : await readPicture(picture.run, picture.name).catch(() => null);
  const text = message.file === null ? message.text : [...message.text, { quiet: speak(FILE_GONE, language) }];
  const shown = { picture: jpeg, pictureAlt: jpeg === null ? '' : (picture?.alt ?? '') };
  return { text, language, buttons, kind, file: null, ...shown };
}

const FILE_GONE = say`\nDeskhand was restarted before the file was sent. Please ask for it again.`;

/** Closes a question or live message that an earlier process left open: says what happened, without working buttons. */
export function closeLeftOpen(left: StoredDelivery): Outgoing {
  const end =
    left.kind === 'question'
      ? say`Deskhand was restarted, so this counts as No.`
      : say`Deskhand was restarted; this run is over.`;
  return {
    kind: left.kind,
    text: [...left.text, '\n\n', { bold: end }],
    picture: null,
    buttons:
      left.kind === 'question' ? left.buttons.map((row) => row.map((button) => ({ ...button, data: null }))) : [],
    file: null,
    again: {},
  };
}
