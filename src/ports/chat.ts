/** A way to talk with the person: Telegram, Slack, the local web page. */
import type { Language } from '../words/languages.ts';
import type { Text } from '../words/say.ts';
import type { PersonSettings } from './person-settings.ts';

export type Platform = 'telegram' | 'slack' | 'web';

/** Where a conversation happens. Equal `key` = same thread. */
export interface Thread {
  readonly platform: Platform;
  /** Opaque to everyone but the platform's adapter; stable across restarts. */
  readonly key: string;
  readonly isGroup: boolean;
}

export interface Sender {
  /** `telegram:123`, `slack:T1:U1`, `web:owner`. */
  readonly id: string;
  readonly name: string;
  /** The language the platform reports (BCP 47), '' when unknown. */
  readonly language: string;
}

/** One update with the platform stripped off. */
export interface InboundMessage {
  /** Unique for this update on this platform; a redelivery carries the same one. */
  readonly updateId: string;
  readonly thread: Thread;
  readonly sender: Sender;
  /** When the platform says it was sent, milliseconds since 1970. */
  readonly sentAt: number;
  readonly content: InboundContent;
  /** Where it was said, when what it asks for has a thread of its own now, and where that is found. */
  readonly movedFrom?: { readonly thread: Thread; readonly link: string; readonly name: string } | undefined;
  /** From a page whose link was opened long ago: enough for work, not for allowing more. */
  readonly isFromOldSession?: true | undefined;
}

export type InboundContent =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A tapped button; `data` is what the button carried, `messageId` the message it sits on. `at`: a point of the message's picture, 0–1000
   * across and down, and `data` its `point`.
   */
  | {
      readonly kind: 'tap';
      readonly data: string;
      readonly messageId: string;
      readonly at?: { readonly x: number; readonly y: number } | undefined;
    }
  /** One or more files, with what was written to them ('' for nothing). */
  | {
      readonly kind: 'files';
      readonly text: string;
      readonly files: readonly Attachment[];
      /** Names what it is a part of, where the platform delivers a message with several files one by one. */
      readonly album?: string | undefined;
      /** Sent on: what was written to them, if anything, is left out as somebody else's words. */
      readonly isForwarded?: true | undefined;
    }
  /** Something spoken; `seconds` as the platform says, null when it does not. */
  | { readonly kind: 'voice'; readonly audio: Attachment; readonly seconds: number | null }
  /** Words of somebody else that this person sent on. */
  | { readonly kind: 'forwarded'; readonly text: string }
  /** An earlier message of this person, as it reads now. `of`: its update, and `text` is its new words; null and '': not remembered. */
  | { readonly kind: 'edited'; readonly text: string; readonly of: string | null }
  /** This person's own message, taken away; `of`: its update. */
  | { readonly kind: 'deleted'; readonly of: string }
  /** The platform's own Stop, for the run of this thread. */
  | { readonly kind: 'stop' };

/** A file as the platform keeps it: nothing of it is on this computer before `Chat.fetch`. JSON-safe, survives a restart. */
export interface Attachment {
  /** Opaque to everyone but the platform's adapter; holds no secret. */
  readonly ref: string;
  /** As the sender's device calls it, not to be trusted; '' without one. */
  readonly name: string;
  /** As the sender's device says; '' when it does not. */
  readonly mediaType: string;
  /** As the platform says; null when it does not. */
  readonly bytes: number | null;
}

/** What became of a fetch; `later` and `lost` as in `Delivery`, with `why` half a sentence for people. */
export type Fetched =
  | { readonly result: 'fetched'; readonly bytes: Uint8Array }
  | { readonly result: 'later'; readonly retryAfterMs: number; readonly why: Text }
  | { readonly result: 'lost'; readonly why: Text };

/** A piece of text with its looks; the adapter escapes. */
export type Span =
  | string
  | { readonly bold: string }
  | { readonly code: string }
  | { readonly block: string }
  | { readonly quiet: string }
  /** An address of the web to open, http or https; `label` is what is read. */
  | { readonly link: string; readonly label: string };

export interface Button {
  readonly label: string;
  /** Opaque, under 64 bytes. null: shown but dead (a decided question). */
  readonly data: string | null;
  readonly style: 'plain' | 'good' | 'danger';
}

export interface OutboundMessage {
  readonly text: readonly Span[];
  /** The language of its words, for what an adapter has to add; left out, or one that nobody speaks here: English. */
  readonly language?: Language;
  /** JPEG shown with the text, or a GIF: what moves replaces a picture that stood still, by an edit. */
  readonly picture: Uint8Array | null;
  /** For a screen reader, one sentence; '' without a picture. */
  readonly pictureAlt: string;
  /** What a tap on a point of the picture carries, in a chat that can tell the point; left out where pointing means nothing. */
  readonly point?: string;
  /** Rows of buttons. */
  readonly buttons: readonly (readonly Button[])[];
  /** `status` is the live message of a run: it rings no phone. */
  readonly kind: 'status' | 'reply' | 'question' | 'end';
  /** A file to send beside the text. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Of a live message: its run step by step, for a chat that has a place for that. The text says enough without it. */
  readonly progress?: Progress;
}

/** A run as the list of its steps. */
export interface Progress {
  /** One line. */
  readonly title: string;
  /** In the order they were begun; a step keeps its id. */
  readonly steps: readonly ProgressStep[];
}

export interface ProgressStep {
  readonly id: string;
  /** One line. */
  readonly title: string;
  readonly state: 'doing' | 'done' | 'failed';
}

/** Characters that an edit may add to a question: why it is asked, and how it ended. */
export const TOLD_LATER = 440;

/** Names a posted message for later edits; JSON-safe, survives a restart. */
export interface PostedMessage {
  readonly thread: Thread;
  readonly messageId: string;
}

/** What became of a send. `later`: try again after `retryAfterMs`; `lost`: trying again is no use (chat gone, blocked). */
export type Delivery =
  | { readonly result: 'sent'; readonly message: PostedMessage }
  | { readonly result: 'later'; readonly retryAfterMs: number; readonly why: Text }
  | { readonly result: 'lost'; readonly why: Text };

/** What the gateway did with an update; the adapter acknowledges to the platform accordingly. */
export interface Receipt {
  /** Shown at once where the platform can (an answered callback); '' for nothing. */
  readonly toast: string;
  /** The text answered a secret question: a chat that shows it hides it now. */
  readonly isSecret?: boolean | undefined;
}

/** Connection as /status shows it. */
export interface ChatHealth {
  readonly isConnected: boolean;
  /** Last successful contact, milliseconds since 1970; null when never. */
  readonly lastContactAt: number | null;
  /** One sentence for people. */
  readonly detail: Text;
  /** Since when another program holds this one's place (Telegram's 409), milliseconds since 1970; absent when none does. */
  readonly takenSince?: number;
  /** The platform refuses the token as such. */
  readonly isRejected?: boolean;
}

export interface Chat {
  readonly platform: Platform;
  /**
   * Connects and hands each update to `receive`, which returns within milliseconds and never rejects. An update is acknowledged to the
   * platform only after `receive` resolved, so that a crash in between redelivers it. Resolves once connected (or while it goes on
   * trying: a chat that is down never holds up the start); later connection troubles are handled inside and shown in `health`.
   * `lookedAtHome` is told whenever somebody allowed looks at the page that the platform keeps for the bot, where there is one.
   * `settings` are for a chat with a place of its own to show them.
   */
  start(
    receive: (message: InboundMessage) => Promise<Receipt>,
    lookedAtHome?: (sender: Sender, thread: Thread) => void,
    settings?: PersonSettings,
  ): Promise<void>;
  post(thread: Thread, message: OutboundMessage, signal: AbortSignal): Promise<Delivery>;
  /**
   * The conversation with this person alone (`telegram:123`); null for somebody of another platform. Left out where every thread is
   * one person's own.
   */
  direct?(senderId: string): Thread | null;
  /**
   * Shows it on the page that the platform keeps for this bot and person, in place of what was there; left out where there is none.
   * Buttons on it are tapped from the conversation with this person alone. Never rejects: what fails is in the log.
   */
  showHome?(senderId: string, message: OutboundMessage, signal: AbortSignal): Promise<void>;
  /** Whether an update came from the chat that `placed` is in, in whatever thread or topic of it. */
  isSameChat(placed: Thread, update: Pick<InboundMessage, 'thread' | 'sender'>): boolean;
  /**
   * Replaces text, buttons and (where the platform can) picture of a posted message; an unchanged one counts as sent. A question keeps
   * room for `TOLD_LATER` more characters.
   */
  edit(posted: PostedMessage, message: OutboundMessage, signal: AbortSignal): Promise<Delivery>;
  /** The bytes of a file that was received. Never more than `maxBytes` are read: a larger one is lost, and `why` names the limit. */
  fetch(attachment: Attachment, maxBytes: number, signal: AbortSignal): Promise<Fetched>;
  health(): ChatHealth;
  /** What the ready line shows: `telegram`, `web http://127.0.0.1:7780`. */
  label(): string;
  stop(): Promise<void>;
}
