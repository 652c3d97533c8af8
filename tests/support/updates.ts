/** Every kind of update of the Bot API (10.3), as Telegram would word it for somebody who must not get in. */

/** Who is behind an update, and what marks it. */
export interface Outsider {
  readonly name: string;
  readonly from: {
    readonly id: number;
    readonly is_bot: boolean;
    readonly first_name: string;
    readonly username?: string;
  };
  readonly chat: { readonly id: number; readonly type: string; readonly title?: string; readonly first_name?: string };
  /** Fields of each of their messages. */
  readonly marks: Readonly<Record<string, unknown>>;
  /** Only messages count as theirs: a tap, or a Stop pressed in that chat, would be somebody else's. */
  readonly onlyMessages?: boolean;
}

const STRANGER = { id: 666, is_bot: false, first_name: 'Mallory' };
const group = { id: -100_500, type: 'supergroup', title: 'Friends' };
const channel = { id: -100_900, type: 'channel', title: 'News' };

/** `owner`: somebody who is allowed, in whose name others try; `former`: somebody who was. */
export function outsiders(owner: number, former: number): readonly Outsider[] {
  const ownerUser = { id: owner, is_bot: false, first_name: 'Ann' };
  const alone = (user: { readonly id: number; readonly first_name: string }) => ({ ...user, type: 'private' });
  return [
    { name: 'a stranger', from: STRANGER, chat: alone(STRANGER), marks: {} },
    { name: 'a stranger in a group', from: STRANGER, chat: group, marks: {} },
    {
      name: 'a former member',
      from: { id: former, is_bot: false, first_name: 'Fred' },
      chat: alone({ id: former, first_name: 'Fred' }),
      marks: {},
    },
    { name: 'a bot', from: { id: 4040, is_bot: true, first_name: 'Bot', username: 'x_bot' }, chat: group, marks: {} },
    { name: 'a bot with the number of the owner', from: { ...ownerUser, is_bot: true }, chat: group, marks: {} },
    {
      name: 'a channel',
      from: { id: 136_817_688, is_bot: true, first_name: 'Channel' },
      chat: channel,
      marks: { sender_chat: channel },
    },
    {
      name: 'the owner in the name of a channel',
      from: ownerUser,
      chat: group,
      marks: { sender_chat: channel },
      onlyMessages: true,
    },
    {
      name: 'words of the owner, forwarded by a stranger',
      from: STRANGER,
      chat: alone(STRANGER),
      marks: {
        forward_origin: { type: 'user', sender_user: ownerUser, date: 1 },
        forward_from: ownerUser,
        forward_date: 1,
      },
    },
    {
      // In a private chat such a message becomes a card that asks: tests/inbound/offer-words.test.ts.
      name: 'words of a stranger, forwarded by the owner to a group',
      from: ownerUser,
      chat: group,
      marks: { forward_origin: { type: 'user', sender_user: STRANGER, date: 1 }, forward_date: 1 },
      onlyMessages: true,
    },
    {
      name: 'words of another bot, sent by the owner',
      from: ownerUser,
      chat: alone(ownerUser),
      marks: { via_bot: { id: 4041, is_bot: true, first_name: 'Other', username: 'other_bot' } },
      onlyMessages: true,
    },
    {
      name: 'an anonymous admin',
      from: { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
      chat: group,
      marks: { sender_chat: group },
    },
  ];
}

type Make = (who: Outsider) => unknown;

const date = 1_795_000_000;
let lastMessageId = 5_000;

function message(who: Outsider, content: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  lastMessageId += 1;
  return { message_id: lastMessageId, date, from: who.from, chat: who.chat, ...content, ...who.marks };
}

function nextQuery(): string {
  lastMessageId += 1;
  return `q${lastMessageId}`;
}

const file = { file_id: 'AgAD', file_unique_id: 'u', file_size: 9 };

/** What a message can hold. */
const CONTENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { text: '/run rm -rf ~' },
  stop: { text: 'stop' },
  approval: { text: 'Approve' },
  voice: { voice: { ...file, duration: 1, mime_type: 'audio/ogg' } },
  photo: { photo: [{ ...file, width: 1, height: 1 }], caption: '/run with a picture' },
  document: { document: { ...file, file_name: 'run.sh' }, caption: '/run it' },
  video: { video: { ...file, duration: 1, width: 1, height: 1 }, caption: '/status' },
  video_note: { video_note: { ...file, duration: 1, length: 1 } },
  audio: { audio: { ...file, duration: 1 }, caption: '/screenshot' },
  album: { photo: [{ ...file, width: 1, height: 1 }], media_group_id: 'm1', caption: '/run with an album' },
  paid_media: { paid_media: { star_count: 1, paid_media: [] }, caption: '/run x' },
  checklist: { checklist: { title: '/run x', tasks: [{ id: 1, text: '/run x' }] } },
  answer: { text: 'yes', reply_to_message: { message_id: 1, date: 0, chat: group, text: 'May I?' } },
  quote: { text: '/run x', external_reply: { origin: { type: 'user', date: 1 } }, quote: { text: 'x', position: 0 } },
  sticker: { sticker: { ...file, type: 'regular', width: 1, height: 1, is_animated: false, is_video: false } },
  animation: { animation: { ...file, duration: 1, width: 1, height: 1 } },
  contact: { contact: { phone_number: '1', first_name: 'x' } },
  location: { location: { latitude: 1, longitude: 1 } },
  dice: { dice: { emoji: '🎲', value: 6 } },
  poll: { poll: { id: '1', question: '/run x', options: [] } },
  story: { story: { id: 1, chat: group } },
  web_app_data: { web_app_data: { data: '/run x', button_text: 'Run' } },
  joined: { new_chat_members: [STRANGER] },
  pinned: { pinned_message: { message_id: 1, date: 0, chat: group, text: '/run pinned' } },
};

const each =
  (
    makeOne: (who: Outsider, content: Readonly<Record<string, unknown>>) => unknown,
  ): ((who: Outsider) => readonly unknown[]) =>
  (who) =>
    Object.values(CONTENTS).map((content) => makeOne(who, content));
const once =
  (make: Make): ((who: Outsider) => readonly unknown[]) =>
  (who) => [make(who)];

/**
 * By kind: what must not be obeyed. Somebody who lets another kind be delivered has to put it here first, and see that it is refused.
 */
export const UPDATE_KINDS: Readonly<Record<string, (who: Outsider) => readonly unknown[]>> = {
  message: each(message),
  edited_message: each((who, content) => ({ ...message(who, content), edit_date: date })),
  channel_post: each((who, content) => ({
    ...message(who, content),
    from: undefined,
    sender_chat: channel,
    chat: channel,
  })),
  edited_channel_post: once((who) => ({ ...message(who, { text: '/run x' }), edit_date: date, chat: channel })),
  business_connection: once(({ from }) => ({ id: 'b', user: from, user_chat_id: from.id, date, is_enabled: true })),
  business_message: each((who, content) => ({ ...message(who, content), business_connection_id: 'b' })),
  edited_business_message: once((who) => ({ ...message(who, { text: '/run x' }), business_connection_id: 'b' })),
  deleted_business_messages: once(({ chat }) => ({ business_connection_id: 'b', chat, message_ids: [1] })),
  message_reaction: once(({ from, chat }) => ({
    chat,
    message_id: 1,
    user: from,
    date,
    old_reaction: [],
    new_reaction: [{ type: 'emoji', emoji: '👍' }],
  })),
  message_reaction_count: once(({ chat }) => ({ chat, message_id: 1, date, reactions: [] })),
  inline_query: once(({ from }) => ({ id: '1', from, query: '/run x', offset: '' })),
  chosen_inline_result: once(({ from }) => ({ result_id: 'run', from, query: '/run x' })),
  callback_query: (who) => [
    {
      id: nextQuery(),
      from: who.from,
      chat_instance: '1',
      data: 'approve',
      message: message(who, { text: 'May I?' }),
    },
    { id: nextQuery(), from: who.from, chat_instance: '1', data: 'x', inline_message_id: 'i' },
    { id: nextQuery(), from: who.from, chat_instance: '1', game_short_name: 'g' },
  ],
  shipping_query: once(({ from }) => ({ id: '1', from, invoice_payload: '/run x', shipping_address: {} })),
  pre_checkout_query: once(({ from }) => ({
    id: '1',
    from,
    currency: 'XTR',
    total_amount: 1,
    invoice_payload: '/run x',
  })),
  purchased_paid_media: once(({ from }) => ({ from, paid_media_payload: '/run x' })),
  poll: once(() => ({ id: '1', question: '/run x', options: [], is_closed: false })),
  poll_answer: once(({ from }) => ({ poll_id: '1', user: from, option_ids: [0] })),
  my_chat_member: once(({ from, chat }) => ({
    chat,
    from,
    date,
    old_chat_member: {},
    new_chat_member: { status: 'administrator' },
  })),
  chat_member: once(({ from, chat }) => ({
    chat,
    from,
    date,
    old_chat_member: {},
    new_chat_member: { status: 'member' },
  })),
  chat_join_request: once(({ from, chat }) => ({ chat, from, user_chat_id: from.id, date, bio: '/run x' })),
  chat_boost: once(({ from, chat }) => ({ chat, boost: { boost_id: 'b', source: { source: 'premium', user: from } } })),
  removed_chat_boost: once(({ chat }) => ({ chat, boost_id: 'b', remove_date: date, source: { source: 'premium' } })),
  /** A kind that Telegram may add. */
  kind_of_tomorrow: once((who) => message(who, { text: '/run x' })),
  /** An update that names only its chat. */
  stopped_message_generation: once(({ chat }) => ({ chat, draft_id: 1 })),
};
