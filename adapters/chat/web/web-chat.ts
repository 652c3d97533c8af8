/** The local web chat: one page on 127.0.0.1, for the person at this computer. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { RunHistory } from '../../../src/journal/history/run-history.ts';
import type {
  Attachment,
  Chat,
  Delivery,
  InboundContent,
  InboundMessage,
  Receipt,
  Thread,
} from '../../../src/ports/chat.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { PersonSettings } from '../../../src/ports/person-settings.ts';
import type { StateStore } from '../../../src/ports/state-store.ts';
import { join, say, type Text } from '../../../src/words/say.ts';
import { chooseLanguage, type Language, speak } from '../../../src/words/speak.ts';
import { createAccess, type OpenSession } from './access.ts';
import { createAttachments, type Attachment as StoredAttachment } from './attachments.ts';
import { createConversation } from './conversation.ts';
import { keepConversation, readConversation } from './keep-conversation.ts';
import { type Listener, listen } from './listener.ts';
import { attachmentIds, viewMessage } from './message-view.ts';
import { createOpenPages } from './open-pages.ts';
import { readPageFiles } from './page-files.ts';
import { createPageLanguage } from './page-language.ts';
import { createWebApp } from './web-app.ts';
import type { CommandHint, DeskhandMessage, MessageView, textBody } from './wire.ts';

export interface WebChatOptions {
  /** TCP port; 0 = any free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The folder of the page's own files. */
  readonly page: string;
  /** The list behind `/`, in this order. */
  readonly commands: (language: Language) => readonly CommandHint[];
  /** Earlier runs, for the page's list of them. */
  readonly history: RunHistory;
  /** The setting; `auto` goes by the browser. */
  readonly language: Language | 'auto';
  /** Small settings: sessions stand in them, hashed. */
  readonly state: StateStore;
  /** The conversation alone, whole. */
  readonly kept: StateStore;
  /** Takes secrets out of a text before it is kept. */
  readonly mask: (text: string) => string;
}

export interface WebChat extends Chat {
  /**
   * A new address that lets one browser in, once, within 10 minutes. Earlier ones stay valid. Print it to a terminal only: it is the key.
   * Throws before `start`.
   */
  openLink(): string;
  /** Browsers that were let in. */
  sessions(): readonly OpenSession[];
  /** Shuts one out at once; false: there is none of that id. */
  endSession(id: string): Promise<boolean>;
}

const OWNER_ID = 'web:owner';
/** The name of whoever is at the page, in cards and reports. */
const OWNER_NAME = say`Owner`;
/** Shown instead of an answer that is used once and stored nowhere. */
const HIDDEN = '••••••••';

/** The settings of a chat that was given none. */
const NO_SETTINGS: PersonSettings = {
  read: () => ({ detail: 'normal', limits: [], allowed: [] }),
  setDetail: async () => undefined,
  setLimits: async () => 'too high',
  revoke: async () => undefined,
};

/** How many replaced pictures and files stay available for a moment longer than they are shown. */
const MOST_LEAVING = 8;

/** The one conversation of the page. */
export const WEB_THREAD: Thread = { platform: 'web', key: 'main', isGroup: false };

/**
 * The last 200 messages are kept: a post counts as sent when it is stored, shown to every open page and to those opened later. Sessions
 * and words outlive the process, pictures and files do not. `start` rejects with `WebChatPortUnavailable` when the port cannot be had.
 */
export function createWebChat({
  port,
  page,
  clock,
  log,
  commands,
  history,
  language: setting,
  state,
  kept,
  mask,
}: WebChatOptions): WebChat {
  const access = createAccess(clock, state);
  const pageLanguage = createPageLanguage(setting, state);
  const attachments = createAttachments();
  const conversation = createConversation(readConversation(kept, chooseLanguage(setting, '')));
  const keeper = keepConversation(kept, () => conversation.changedSince(0), mask);
  const pages = createOpenPages();
  const epoch = randomBytes(6).toString('base64url');
  /** Ids of replaced pictures and files that a page may just be asking for. */
  const leaving: string[] = [];
  let listener: Listener | null = null;
  let lastContactAt: number | null = null;
  let posts = 0;
  let ending: Promise<void> = Promise.resolve();

  const address = (): string => `http://127.0.0.1:${listener?.port ?? port}`;

  function put(message: MessageView): void {
    const gone = conversation.put(message).flatMap(attachmentIds);
    const shown = attachmentIds(message);
    leaving.push(...gone.filter((id) => !shown.includes(id)));
    for (const id of leaving.splice(0, Math.max(0, leaving.length - MOST_LEAVING))) attachments.drop(id);
    void keeper.save();
  }

  function toInbound(updateId: string, language: string, content: InboundContent, isFresh = true): InboundMessage {
    const sender = { id: OWNER_ID, name: speak(OWNER_NAME, chooseLanguage(setting, language)), language };
    const message = { updateId: `web:${updateId}`, thread: WEB_THREAD, sender, sentAt: clock.now(), content };
    return isFresh ? message : { ...message, isFromOldSession: true };
  }

  /** Shows the person's own words at once, in their place among the answers; accepted only after the gateway has them. */
  async function receiveText(
    update: z.infer<typeof textBody>,
    language: string,
    receive: (message: InboundMessage) => Promise<Receipt>,
  ): Promise<Receipt> {
    const id = `p.${update.id}`;
    const before = conversation.find(id);
    const files = update.files.map((ref) => describeUpload(ref, attachments.find(ref)));
    const message = {
      from: 'person',
      id,
      at: before?.at ?? clock.now(),
      text: update.text,
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes ?? 0 })),
    } as const;
    if (before === undefined) put({ ...message, isAccepted: false });
    const content = readContent(update, files);
    const receipt = await receive(toInbound(update.id, language, content));
    const isHidden = receipt.isSecret === true || (before?.from === 'person' && before.text === HIDDEN);
    put({ ...message, ...(isHidden ? { text: HIDDEN } : {}), isAccepted: true });
    return { toast: receipt.toast };
  }

  function findOwn(messageId: string): DeskhandMessage | null {
    const message = conversation.find(messageId);
    return message?.from === 'deskhand' ? message : null;
  }

  async function endSession(id: string): Promise<boolean> {
    const isThere = await access.revoke(id);
    // All pages are closed; those whose session still counts reconnect by themselves.
    if (isThere) pages.closeAll();
    return isThere;
  }

  return {
    platform: 'web',

    async start(receive, _lookedAtHome, settings = NO_SETTINGS) {
      const files = await readPageFiles(page);
      listener = await listen(port, (realPort) => {
        const app = createWebApp({
          port: realPort,
          access,
          files,
          attachments,
          events: { conversation, clock, epoch },
          commands,
          pages,
          endSession,
          history,
          language: pageLanguage,
          settings,
          ownerId: OWNER_ID,
          updates: {
            receiveText: (update, language) => receiveText(update, language, receive),
            receiveTap: ({ id, ...tap }, language, isFresh) =>
              receive(toInbound(id, language, { kind: 'tap', ...tap }, isFresh)),
            keepUpload: ({ name, mediaType, bytes }) => attachments.keep({ bytes, name, mediaType }),
          },
          onRefused: (why) => log.warn({ why }, 'web chat refused a request'),
          onContact: () => {
            lastContactAt = clock.now();
          },
          onError: (error) => log.error({ err: error }, 'web chat failed on a request'),
        });
        return app.fetch;
      });
      log.info({ port: listener.port }, 'web chat listens');
    },

    async post(thread, message, signal): Promise<Delivery> {
      signal.throwIfAborted();
      if (thread.key !== WEB_THREAD.key) return { result: 'lost', why: say`The web page has one conversation only.` };
      posts += 1;
      const messageId = `m.${epoch}.${posts}`;
      put(viewMessage(messageId, clock.now(), message, null, attachments));
      await keeper.save();
      return { result: 'sent', message: { thread, messageId } };
    },

    async edit(posted, message, signal): Promise<Delivery> {
      signal.throwIfAborted();
      const before = findOwn(posted.messageId);
      if (before === null) {
        return {
          result: 'lost',
          why: say`The message is no longer there: the web page keeps the last 200.`,
        };
      }
      const after = viewMessage(before.id, before.at, message, before, attachments);
      if (!isSame(before, after)) put(after);
      return { result: 'sent', message: posted };
    },

    direct: (senderId) => (senderId === OWNER_ID ? WEB_THREAD : null),

    isSameChat: (placed, { thread }) => placed.platform === thread.platform && placed.key === thread.key,

    async fetch({ ref }, maxBytes, signal) {
      signal.throwIfAborted();
      const upload = attachments.find(ref);
      if (upload === undefined) return { result: 'lost', why: say`the page no longer has it` };
      if (upload.bytes.length <= maxBytes) return { result: 'fetched', bytes: upload.bytes };
      return { result: 'lost', why: say`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB` };
    },

    health: () => ({
      isConnected: listener !== null,
      lastContactAt,
      detail: listener === null ? say`not started` : join([address(), countPages(pages.count())], ', '),
    }),

    label: () => (listener === null && port === 0 ? 'web' : `web ${address()}`),

    openLink() {
      if (listener === null) throw new Error('the web chat has no address before it is started');
      // Behind #, the secret is in no request line, no log and no referrer; the page takes it out of the address bar at once.
      return `${address()}/#${access.issueSecret()}`;
    },

    sessions: access.list,

    endSession,

    async stop() {
      pages.closeAll();
      if (listener !== null) ending = listener.close();
      listener = null;
      await ending;
      await keeper.save();
    },
  };
}

function readContent({ text, voice }: z.infer<typeof textBody>, files: readonly Attachment[]): InboundContent {
  const [audio] = files;
  if (audio === undefined) return { kind: 'text', text };
  return voice ? { kind: 'voice', audio, seconds: null } : { kind: 'files', text, files };
}

/** What fell out of memory is named all the same: fetching it then tells that it is gone. */
function describeUpload(ref: string, upload: StoredAttachment | undefined): Attachment {
  return {
    ref,
    name: upload?.name ?? '',
    mediaType: upload?.mediaType ?? '',
    bytes: upload?.bytes.length ?? null,
  };
}

function isSame(before: DeskhandMessage, after: DeskhandMessage): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function countPages(count: number): Text {
  if (count === 0) return say`no page open`;
  return count === 1 ? say`1 page open` : say`${count} pages open`;
}
