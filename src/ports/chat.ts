/** A way to talk with the person: Telegram, Slack, the local web page. */
import type { Language } from '../words/languages.ts';
import type { Text } from '../words/say.ts';
import type { PersonSettings } from './person-settings.ts';

export type Platform = 'telegram' | 'slack' | 'web';

/** Place of a conversation. Equal `key` = same thread. */
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
  /** The original thread, when the run has a thread of its own now, with a link to that. */
  readonly movedFrom?: { readonly thread: Thread; readonly link: string; readonly name: string } | undefined;
  /** From a page whose link was opened long ago: it may ask for work, but not grant more. */
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
  /** One or more files, with the text written to them ('' for none). */
  | {
      readonly kind: 'files';
      readonly text: string;
      readonly files: readonly Attachment[];
      /** Id of the album that the file belongs to, on platforms that deliver its files one by one. */
      readonly album?: string | undefined;
      /** Forwarded: a text written to the files is left out, as it is somebody else's. */
      readonly isForwarded?: true | undefined;
    }
  /** A voice note; `seconds` as the platform reports, null when it does not. */
  | { readonly kind: 'voice'; readonly audio: Attachment; readonly seconds: number | null }
  /** Somebody else's words that this person forwarded. */
  | { readonly kind: 'forwarded'; readonly text: string }
  /** An earlier message of this person, as it reads now. `of`: its update, and `text` is its new words; null and '': not remembered. */
  | { readonly kind: 'edited'; readonly text: string; readonly of: string | null }
  /** This person's own message, deleted; `of`: its update. */
  | { readonly kind: 'deleted'; readonly of: string }
  /** The platform's own Stop, for the run of this thread. */
  | { readonly kind: 'stop' };

/** A file that is still at the platform: nothing of it is on this computer before `Chat.fetch`. JSON-safe, survives a restart. */
export interface Attachment {
  /** Opaque to everyone but the platform's adapter; holds no secret. */
  readonly ref: string;
  /** Name on the sender's device, not to be trusted; '' without one. */
  readonly name: string;
  /** Media type as the sender's device reports it; '' when it does not. */
  readonly mediaType: string;
  /** Size as the platform reports it; null when it does not. */
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
  /** An http or https address to open; `label` is the shown text. */
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
  /** Data of a tap on a point of the picture, in a chat that reports the point; left out when such a tap has no meaning. */
  readonly point?: string;
  /** Rows of buttons. */
  readonly buttons: readonly (readonly Button[])[];
  /** `status` is the live message of a run: it rings no phone. */
  readonly kind: 'status' | 'reply' | 'question' | 'end';
  /** A file to send beside the text. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Only for a live message: the steps of its run, for a chat that can show them. The text is complete without them. */
  readonly progress?: Progress;
}

/** A run as the list of its steps. */
export interface Progress {
  /** One line. */
  readonly title: string;
  /** In the order in which they began; a step keeps its id. */
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

/** Result of a send. `later`: try again after `retryAfterMs`; `lost`: trying again is useless (chat gone, blocked). */
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
  /** Time since which another program uses this bot's connection (Telegram's 409), milliseconds since 1970; absent when none does. */
  readonly takenSince?: number;
  /** The platform refuses the token as such. */
  readonly isRejected?: boolean;
}

export interface Chat {
  readonly platform: Platform;
  /**
   * Connects and hands each update to `receive`, which returns within milliseconds and never rejects. An update is acknowledged to the platform only
   * after `receive` resolved, so that a crash in between redelivers it. Resolves once connected (or while it keeps trying: a chat that is down never
   * delays the start); later connection errors are handled inside and shown in `health`.
   * `lookedAtHome` is called whenever an allowed person opens the platform's page for the bot, if there is one. `settings` are for a chat that has a
   * page for them.
   */
  start(
    receive: (message: InboundMessage) => Promise<Receipt>,
    lookedAtHome?: (sender: Sender, thread: Thread) => void,
    settings?: PersonSettings,
  ): Promise<void>;
  post(thread: Thread, message: OutboundMessage, signal: AbortSignal): Promise<Delivery>;
  /** The direct chat with this person (`telegram:123`); null for somebody of another platform. Left out where every thread belongs to one person. */
  direct?(senderId: string): Thread | null;
  /**
   * Replaces the content of the platform's page for this bot and person; left out where there is none. Taps on its buttons come from the direct chat.
   * Never rejects: errors are logged.
   */
  showHome?(senderId: string, message: OutboundMessage, signal: AbortSignal): Promise<void>;
  /** Whether an update came from the same chat as `placed`, in any of its threads or topics. */
  isSameChat(placed: Thread, update: Pick<InboundMessage, 'thread' | 'sender'>): boolean;
  /**
   * Replaces text, buttons and (where the platform can) picture of a posted message; an unchanged one counts as sent. A question keeps
   * room for `TOLD_LATER` more characters.
   */
  edit(posted: PostedMessage, message: OutboundMessage, signal: AbortSignal): Promise<Delivery>;
  /** Bytes of a received file. Reads at most `maxBytes`: a larger file is lost, and `why` names the limit. */
  fetch(attachment: Attachment, maxBytes: number, signal: AbortSignal): Promise<Fetched>;
  health(): ChatHealth;
  /** What the ready line shows: `telegram`, `web http://127.0.0.1:7780`. */
  label(): string;
  stop(): Promise<void>;
}
