/** The ports by which text leaves Deskhand, chat and model, with every secret masked. */
import { createHash } from 'node:crypto';
import type { Chat, OutboundMessage, Span } from '../../ports/chat.ts';
import type { Model } from '../../ports/model.ts';
import type { PersonSettings } from '../../ports/person-settings.ts';
import { say, type Text } from '../../words/say.ts';
import { chooseLanguage, speak } from '../../words/speak.ts';
import type { Masked, Redactor } from './redact.ts';

/** Masks the input of a model that is asked over the network. */
export function redactModel(model: Model, redactor: Redactor): Model {
  const ask: Model['ask'] = (request, signal) =>
    model.ask({ ...request, system: redactor.text(request.system), text: redactor.text(request.text) }, signal);
  return { ...model, ask };
}

/** Files that a person asked for are sent unchanged; a file attached to a question is masked like the question. */
export function redactChat(chat: Chat, redactor: Redactor): Chat {
  // The same message stays the same when it is tried again: a chat may know it by that.
  const hidden = new WeakMap<OutboundMessage, OutboundMessage>();
  const hide = (message: OutboundMessage): OutboundMessage => {
    const before = hidden.get(message);
    if (before !== undefined) return before;
    const now = message.kind === 'question' ? hideInQuestion(message, redactor) : hideInMessage(message, redactor);
    hidden.set(message, now);
    return now;
  };
  const { showHome } = chat;
  return {
    ...chat,
    start: (receive, lookedAtHome, settings) =>
      chat.start(
        async (message) => {
          const receipt = await receive(message);
          return { ...receipt, toast: redactor.text(receipt.toast) };
        },
        lookedAtHome,
        settings && hideInSettings(settings, redactor),
      ),
    post: (thread, message, signal) => chat.post(thread, hide(message), signal),
    edit: (posted, message, signal) => chat.edit(posted, hide(message), signal),
    ...(showHome === undefined
      ? {}
      : { showHome: (senderId, message, signal) => showHome(senderId, hide(message), signal) }),
  };
}

/** Names of applications and sites come from outside. */
function hideInSettings(settings: PersonSettings, redactor: Redactor): PersonSettings {
  return { ...settings, read: (senderId) => redactor.data(settings.read(senderId)) };
}

function hideInMessage(message: OutboundMessage, redactor: Redactor): OutboundMessage {
  const { text, pictureAlt, file, progress } = message;
  return {
    ...message,
    text: redactor.data(text),
    pictureAlt: redactor.text(pictureAlt),
    file: file === null ? null : { ...file, name: redactor.text(file.name) },
    ...(progress === undefined ? {} : { progress: redactor.data(progress) }),
  };
}

/** Text under approval is shown as it runs except for its secrets; the message says so, and identifies the full text by its hash. */
function hideInQuestion(message: OutboundMessage, redactor: Redactor): OutboundMessage {
  const masked: { readonly whole: string; readonly part: Masked }[] = [];
  const hide = (whole: string): string => {
    const part = redactor.exact(whole);
    if (part.names.length > 0) masked.push({ whole, part });
    return part.text;
  };
  const { text, pictureAlt, file } = message;
  const shown = text.map((span) => mapSpan(span, hide));
  const hidden: OutboundMessage = {
    ...message,
    text: shown,
    pictureAlt: redactor.text(pictureAlt),
    file: file === null ? null : { name: redactor.text(file.name), bytes: hideBytes(file.bytes, hide) },
  };
  const longest = masked.reduce<(typeof masked)[number] | null>(
    (best, one) => (best === null || one.whole.length > best.whole.length ? one : best),
    null,
  );
  if (longest === null) return hidden;
  const names = [...new Set(masked.flatMap(({ part }) => part.names))].join(', ');
  const said = say`\n⚠ Masked here, and whole in what is done: ${names}. ${sayHash(longest)}`;
  return { ...hidden, text: [...shown, speak(said, chooseLanguage(message.language ?? 'en', ''))] };
}

/** Bytes without a secret stay unchanged, whatever they are. */
function hideBytes(bytes: Uint8Array, hide: (text: string) => string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const shown = hide(text);
  return shown === text ? bytes : new TextEncoder().encode(shown);
}

function sayHash({ whole, part }: { readonly whole: string; readonly part: Masked }): Text {
  if (part.isGuessable) return say`Its hash is not shown: the secret could be guessed from it.`;
  return say`Unmasked, the text has the sha256 ${createHash('sha256').update(whole).digest('hex').slice(0, 16)}…`;
}

function mapSpan(span: Span, change: (text: string) => string): Span {
  if (typeof span === 'string') return change(span);
  if ('bold' in span) return { bold: change(span.bold) };
  if ('code' in span) return { code: change(span.code) };
  // A masked address would lead nowhere.
  if ('link' in span) return { link: span.link, label: change(span.label) };
  return 'block' in span ? { block: change(span.block) } : { quiet: change(span.quiet) };
}
