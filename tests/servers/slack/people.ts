/** People of the workspace: what they type, press, and see. */

import type { SessionChange } from './account-methods.ts';
import { linksOf, textOf } from './block-rules.ts';
import type { Delivered, SocketHub } from './socket-hub.ts';
import type { Plan } from './stream-rules.ts';
import { fromWire, toWire } from './wire-text.ts';
import type { Channel, StoredMessage, User, World } from './world.ts';

/** A message as the person's client shows it. */
export interface SeenMessage {
  readonly ts: string;
  readonly channelId: string;
  readonly rootTs: string | null;
  readonly isFromBot: boolean;
  readonly text: string;
  /** Where the links in the text lead. */
  readonly links: readonly string[];
  /** What a notification says. */
  readonly fallback: string;
  readonly picture: Uint8Array | null;
  readonly pictureAlt: string;
  /** Rows; a button that cannot be pressed has null as its data. */
  readonly buttons: readonly (readonly {
    readonly label: string;
    readonly data: string | null;
    readonly style: string;
  }[])[];
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  readonly isOnlyForMe: boolean;
  readonly edits: number;
  /** The list of steps in it. */
  readonly plan: Plan | null;
  /** It goes on growing. */
  readonly isStreaming: boolean;
}

export interface SayOptions {
  readonly channel?: string;
  readonly thread?: string;
  /** Fields that replace what Slack would send. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface Said extends Delivered {
  readonly ts: string;
}

export interface Person {
  readonly user: User;
  /** The direct conversation with the app. */
  readonly dm: string;
  /** Types a message, by default into the direct conversation. */
  say(text: string, options?: SayOptions): Said;
  /** Sends a file with words. */
  send(file: { readonly name: string; readonly bytes: Uint8Array }, text: string, options?: SayOptions): Said;
  /** Speaks. */
  speak(bytes: Uint8Array, seconds: number, options?: SayOptions): Said;
  /** Types a message with a mention of the app at its beginning: it comes as a mention, and as a message too. */
  mention(text: string, options: SayOptions & { readonly channel: string }): readonly [Said, Said];
  /** Types `/deskhand text`. */
  command(text: string, options?: SayOptions): Delivered;
  /** Presses the live button with this label. */
  tap(ts: string, label: string, options?: SayOptions): Delivered;
  /** Presses a button that is no longer there, with what it carried. */
  tapLate(ts: string, data: string): Delivered;
  /** Deletes the person's own message. */
  takeBack(ts: string): Delivered;
  edit(ts: string, text: string): Delivered;
  /** Opens the app's home, or the tab beside it. */
  openHome(tab?: 'home' | 'messages'): Delivered;
  /** The app's home as they see it; null: nothing was ever put there. */
  home(): Pick<SeenMessage, 'text' | 'buttons'> | null;
  /** Presses a button of the home. */
  tapHome(label: string): Delivered;
  /** Presses Slack's own Stop, which is there while the session of that thread is `processing`; streams in it end at once. */
  pressStop(rootTs: string, options?: SayOptions): Delivered;
  /** All they see of a conversation, oldest first. */
  messages(channel?: string): readonly SeenMessage[];
}

export interface PeoplePorts {
  readonly world: World;
  readonly hub: SocketHub;
  readonly sessions: readonly SessionChange[];
  readonly teamId: string;
  readonly botUserId: string;
}

export function createPerson(
  { world, hub, sessions, teamId, botUserId }: PeoplePorts,
  user: User,
  dm: Channel,
): Person {
  /** Slack names the team of people from elsewhere beside them. */
  const mine = user.teamId === teamId ? { team: teamId } : { team: user.teamId, user_team: user.teamId };

  function callback(event: Readonly<Record<string, unknown>>): Delivered {
    const about = { token: 'x', team_id: teamId, api_app_id: 'A00000001', type: 'event_callback' };
    return hub.deliver('events_api', {
      ...about,
      event,
      event_id: world.nextId('Ev'),
      event_time: Math.floor(Date.now() / 1000),
    });
  }

  function store(channelId: string, rootTs: string | null, text: string): StoredMessage {
    const about = { channelId, rootTs, userId: user.id, isBot: false, blocks: [], fileId: null, onlyFor: null };
    return world.add({ ...about, text });
  }

  function eventOf(message: StoredMessage, blocks: readonly unknown[], fields: SayOptions['fields']) {
    const { channelId, rootTs, ts, text } = message;
    const root = rootTs === null ? {} : { thread_ts: rootTs, parent_user_id: world.find(channelId, rootTs)?.userId };
    const kind = channelId.startsWith('D') ? 'im' : channelId.startsWith('G') ? 'group' : 'channel';
    const about = { type: 'message', user: user.id, ts, channel: channelId, channel_type: kind, event_ts: ts, ...mine };
    return { ...about, ...root, text, blocks, client_msg_id: world.nextId('m'), ...fields };
  }

  function press(message: StoredMessage, value: string, actionId: string): Delivered {
    const { ts, rootTs, channelId, text } = message;
    const root = rootTs === null ? {} : { thread_ts: rootTs };
    return hub.deliver('interactive', {
      type: 'block_actions',
      user: { id: user.id, username: user.name.toLowerCase(), name: user.name, team_id: user.teamId },
      team: { id: teamId, domain: 'test' },
      channel: { id: channelId, name: 'directmessage' },
      container: { type: 'message', message_ts: ts, channel_id: channelId, is_ephemeral: false, ...root },
      trigger_id: world.nextId('tr'),
      message: { type: 'message', user: botUserId, ts, text, ...root },
      actions: [{ type: 'button', action_id: actionId, block_id: 'row-0', value, action_ts: world.nextTs() }],
    });
  }

  function find(channelId: string, ts: string): StoredMessage {
    const message = world.find(channelId, ts);
    if (message === undefined) throw new Error(`there is no message ${ts} in ${channelId}`);
    return message;
  }

  function send(
    name: string,
    bytes: Uint8Array,
    text: string,
    about: Readonly<Record<string, unknown>>,
    options: SayOptions,
  ) {
    const { channel = dm.id, thread, fields } = options;
    const id = world.nextId('F');
    const stored = { id, name, alt: '', length: bytes.length, readyAt: 0, isComplete: true, shares: {} };
    world.files.set(id, { ...stored, bytes: Buffer.from(bytes) });
    const wire = toWire(text);
    const message = store(channel, thread ?? null, wire.text);
    const files = [{ id, name, size: bytes.length, mimetype: 'application/octet-stream', ...about }];
    const event = { ...eventOf(message, wire.blocks, fields), subtype: 'file_share', files };
    return { ts: message.ts, ...callback(event) };
  }

  return {
    user,
    dm: dm.id,
    send: (file, text, options = {}) => send(file.name, file.bytes, text, {}, options),
    speak(bytes, seconds, options = {}) {
      const about = { subtype: 'slack_audio', mimetype: 'audio/mp4', duration_ms: seconds * 1000 };
      return send('audio_message.m4a', bytes, '', about, options);
    },
    say(text, { channel = dm.id, thread, fields } = {}) {
      const wire = toWire(text);
      const message = store(channel, thread ?? null, wire.text);
      return { ts: message.ts, ...callback(eventOf(message, wire.blocks, fields)) };
    },
    mention(text, { channel, thread, fields }) {
      const wire = toWire(text);
      const message = store(channel, thread ?? null, `<@${botUserId}> ${wire.text}`);
      const event = eventOf(message, wire.blocks, fields);
      return [
        { ts: message.ts, ...callback(event) },
        { ts: message.ts, ...callback({ ...event, type: 'app_mention' }) },
      ];
    },
    command: (text, { channel = dm.id, fields } = {}) =>
      hub.deliver('slash_commands', {
        command: '/deskhand',
        text: toWire(text).text.replace(/<(https?:[^>]*)>/g, '$1'),
        team_id: user.teamId,
        user_id: user.id,
        user_name: user.name.toLowerCase(),
        channel_id: channel,
        trigger_id: world.nextId('tr'),
        response_url: 'https://hooks.slack.test/never',
        ...fields,
      }),
    tap(ts, label, { channel = dm.id } = {}) {
      const message = find(channel, ts);
      const buttons = message.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
      const button = buttons.find((one) => one.text.text === label);
      if (button === undefined) throw new Error(`there is no button "${label}" to press on ${ts}`);
      return press(message, button.value, button.action_id);
    },
    tapLate: (ts, data) => press(find(dm.id, ts), data, 'b-0-0'),
    edit(ts, text) {
      const wire = toWire(text);
      const message = world.change(find(dm.id, ts), { text: wire.text });
      const changed = { ...eventOf(message, wire.blocks, {}), edited: { user: user.id, ts } };
      const about = { type: 'message', subtype: 'message_changed', hidden: true, channel: dm.id, ts: world.nextTs() };
      return callback({ ...about, message: changed, previous_message: changed, event_ts: ts, channel_type: 'im' });
    },
    takeBack(ts) {
      const message = find(dm.id, ts);
      const about = { type: 'message', subtype: 'message_deleted', hidden: true, channel: dm.id, ts: world.nextTs() };
      const gone = eventOf(message, [], {});
      return callback({ ...about, deleted_ts: ts, previous_message: gone, event_ts: ts, channel_type: 'im' });
    },
    openHome: (tab = 'home') =>
      callback({ type: 'app_home_opened', user: user.id, channel: dm.id, tab, event_ts: world.nextTs() }),
    home() {
      const shown = world.homes.get(user.id);
      return shown === undefined ? null : { text: shown.blocks.map(textOf).join(''), buttons: rowsOf(shown) };
    },
    tapHome(label) {
      const shown = world.homes.get(user.id);
      const all = shown?.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : [])) ?? [];
      const button = all.find((one) => one.text.text === label);
      if (shown === undefined || button === undefined) throw new Error(`there is no button "${label}" on the home`);
      return hub.deliver('interactive', {
        type: 'block_actions',
        user: { id: user.id, username: user.name.toLowerCase(), name: user.name, team_id: user.teamId },
        team: { id: teamId, domain: 'test' },
        container: { type: 'view', view_id: shown.id },
        trigger_id: world.nextId('tr'),
        view: { id: shown.id, type: 'home', team_id: teamId, app_id: 'A00000001', blocks: shown.blocks },
        actions: [
          {
            type: 'button',
            action_id: button.action_id,
            block_id: 'row-0',
            value: button.value,
            action_ts: world.nextTs(),
          },
        ],
      });
    },
    pressStop(rootTs, { channel = dm.id } = {}) {
      const session = sessions.findLast((one) => one.channelId === channel && one.rootTs === rootTs);
      if (session?.status !== 'processing') throw new Error(`there is no Stop to press on ${rootTs}`);
      const open = world.messages().filter((one) => one.rootTs === rootTs && one.stream?.state === 'open');
      for (const message of open) {
        if (message.stream !== null) world.change(message, { stream: { ...message.stream, state: 'stopped by user' } });
      }
      return callback({
        type: 'agent_session_stopped',
        channel,
        thread_ts: rootTs,
        user: user.id,
        streaming_message_ts: open.map(({ ts }) => ts),
        event_ts: world.nextTs(),
      });
    },
    messages: (channel = dm.id) =>
      world
        .messages()
        .filter((message) => message.channelId === channel && (message.onlyFor ?? user.id) === user.id)
        .map((message) => seen(world, message)),
  };
}

function seen(world: World, message: StoredMessage): SeenMessage {
  const { ts, channelId, rootTs, isBot: isFromBot, edits, blocks, fileId, plan, stream } = message;
  const image = blocks.flatMap((block) => (block.type === 'image' ? [block] : []))[0];
  const picture = image === undefined ? null : (world.files.get(image.slack_file.id)?.bytes ?? null);
  const file = fileId === null ? undefined : world.files.get(fileId);
  const words = blocks.map(textOf).join('');
  return {
    ts,
    channelId,
    rootTs,
    isFromBot,
    text: plan !== null ? linesOf(plan) : words === '' && image === undefined ? fromWire(message.text) : words,
    links: blocks.flatMap(linksOf),
    fallback: message.text,
    picture,
    pictureAlt: image?.alt_text ?? '',
    buttons: rowsOf(message),
    file: file === undefined || file.bytes === null ? null : { name: file.name, bytes: file.bytes },
    isOnlyForMe: message.onlyFor !== null,
    edits,
    plan,
    isStreaming: stream?.state === 'open',
  };
}

function linesOf({ title, tasks }: Plan): string {
  return [title, ...tasks.map((task) => `${task.status}: ${task.title}`)].join('\n');
}

/** A row is what shares the beginning of its block's id; what is struck out in small print cannot be pressed. */
function rowsOf({ blocks }: Pick<StoredMessage, 'blocks'>): SeenMessage['buttons'] {
  const rows = new Map<string, { label: string; data: string | null; style: string }[]>();
  for (const block of blocks) {
    const name = (block.block_id ?? '').replace(/-dead$/, '');
    const row = rows.get(name) ?? [];
    if (block.type === 'actions') {
      row.push(...block.elements.map((one) => ({ label: one.text.text, data: one.value, style: one.style ?? '' })));
      rows.set(name, row);
    }
    if (block.type === 'context') {
      row.push(
        ...block.elements.map(({ text }) => ({ label: fromWire(text.replace(/^~|~$/g, '')), data: null, style: '' })),
      );
      rows.set(name, row);
    }
  }
  return [...rows.values()];
}
