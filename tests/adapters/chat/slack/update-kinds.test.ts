/** Every kind of update Slack can send, from everybody who is not allowed: none is taken, whatever it holds. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Envelope } from '../../../../adapters/chat/slack/identity.ts';
import { EVENTS } from '../../../../adapters/chat/slack/manifest.ts';
import { HOME_OPENED, READERS, type Reading, readUpdate } from '../../../../adapters/chat/slack/read-update.ts';

const TEAM = 'T00000001';
const ANNA = 'U00000ANN';
const BOT = 'UDESKHAND';
const TS = '1763700000.000100';

/** The sender, and the fields that Slack adds to each of the sender's updates. */
interface From {
  readonly user: string;
  readonly team: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const ALLOWED: From = { user: ANNA, team: TEAM, fields: {} };
const OTHERS: Readonly<Record<string, From>> = {
  'a stranger': { user: 'U00000EVE', team: TEAM, fields: {} },
  'the same id from another team': { user: ANNA, team: 'T0000EVIL', fields: { user_team: 'T0000EVIL' } },
  'a stranger of a shared channel': { user: 'U00000EVE', team: TEAM, fields: { source_team: 'T0000EVIL' } },
  'a former member': { user: 'U0FORMER', team: TEAM, fields: {} },
  'a bot': { user: 'U00000BOT', team: TEAM, fields: { bot_id: 'B00000001' } },
  'an app in the name of somebody allowed': { user: ANNA, team: TEAM, fields: { bot_id: 'B00000001', app_id: 'A1' } },
  'Deskhand itself': { user: BOT, team: TEAM, fields: {} },
  nobody: { user: '', team: TEAM, fields: {} },
};

const MESSAGE = { channel: 'D00000001', channel_type: 'im', ts: TS, event_ts: TS, text: 'run harm' };

/** Events as Slack shapes them; what is not here gets the fields of a message. */
const EVENT_SHAPES: Readonly<Record<string, (from: From) => Readonly<Record<string, unknown>>>> = {
  reaction_added: ({ user }) => ({
    user,
    reaction: '+1',
    item: { type: 'message', channel: 'D1', ts: TS },
    event_ts: TS,
  }),
  file_shared: ({ user }) => ({ user_id: user, file_id: 'F1', channel_id: 'D00000001', event_ts: TS }),
  app_home_opened: ({ user }) => ({ user, channel: 'D00000001', tab: 'home', event_ts: TS }),
  team_join: ({ user, team }) => ({ user: { id: user, team_id: team }, event_ts: TS }),
  user_change: ({ user, team }) => ({ user: { id: user, team_id: team, deleted: true }, event_ts: TS }),
  agent_session_stopped: ({ user }) => ({
    user,
    channel: 'D00000001',
    thread_ts: TS,
    streaming_message_ts: [],
    event_ts: TS,
  }),
};

function event(type: string, from: From, more: Readonly<Record<string, unknown>> = {}): Envelope {
  const shape = EVENT_SHAPES[type]?.(from) ?? { ...MESSAGE, user: from.user };
  const sender = from.user === '' ? { user: undefined, user_id: undefined } : {};
  const about = { type: 'event_callback', team_id: TEAM, event_id: 'Ev1', event_time: 1 };
  return { type: 'events_api', body: { ...about, event: { type, ...shape, ...sender, ...from.fields, ...more } } };
}

function interaction(type: string, { user, team }: From): Envelope {
  const action = { type: 'button', action_id: 'b-0-0', block_id: 'row-0', value: 'approve', action_ts: TS };
  const sender = user === '' ? {} : { user: { id: user, name: 'x', team_id: team } };
  const place = { channel: { id: 'D00000001' }, message: { ts: TS, text: 'card' }, container: { message_ts: TS } };
  const view = { view: { id: 'V1', callback_id: 'x', state: { values: {} } } };
  return {
    type: 'interactive',
    body: { type, team: { id: TEAM }, ...sender, ...place, ...view, actions: [action], trigger_id: 't' },
  };
}

function slash({ user, team }: From): Envelope {
  const sender = user === '' ? {} : { user_id: user, user_name: 'x' };
  return {
    type: 'slash_commands',
    body: { command: '/deskhand', text: 'run harm', team_id: team, ...sender, channel_id: 'D1', trigger_id: 't1' },
  };
}

/** All events and all message subtypes, from Bolt's own types. */
function namesInTypes(folder: string): readonly string[] {
  const types = join(import.meta.dirname, '../../../../node_modules/@slack/types/dist', folder);
  const files = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  const found = files.flatMap((name) => [
    ...readFileSync(join(types, name), 'utf8').matchAll(/^ {4}(type|subtype): '([a-z_.]+)'/gm),
  ]);
  return [...new Set(found.map(([, field, name]) => (field === 'subtype' ? `message/${name}` : `${name}`)))];
}

/** The kinds that come over a socket, each as one update of `from`. */
const KINDS: Readonly<Record<string, (from: From) => Envelope>> = {
  ...Object.fromEntries(
    namesInTypes('events').map((kind) => {
      const [type = '', subtype] = kind.split('/');
      return [kind, (from: From) => event(type, from, subtype === undefined ? {} : { subtype })];
    }),
  ),
  'message/message_changed': (from) =>
    event(
      'message',
      { ...from, user: '' },
      { subtype: 'message_changed', message: { ...MESSAGE, user: from.user, edited: { user: from.user, ts: TS } } },
    ),
  'message/message_deleted': (from) =>
    event(
      'message',
      { ...from, user: '' },
      { subtype: 'message_deleted', previous_message: { ...MESSAGE, user: from.user } },
    ),
  'message/file_share': (from) =>
    event('message', from, { subtype: 'file_share', files: [{ id: 'F1', name: 'x.sh', size: 1 }] }),
  ...Object.fromEntries(
    [
      'block_actions',
      'shortcut',
      'message_action',
      'view_submission',
      'view_closed',
      'block_suggestion',
      'interactive_message',
      'dialog_submission',
      'workflow_step_edit',
    ].map((type) => [type, (from: From) => interaction(type, from)]),
  ),
  slash_commands: slash,
  options: (from) => ({ ...interaction('block_suggestion', from), type: 'options' }),
  'a kind nobody knows': (from) => ({ ...slash(from), type: 'brand_new' }),
  'an event nobody knows': (from) => event('brand_new', from),
  'nothing at all': () => ({ type: 'events_api', body: null }),
};

function read(envelope: Envelope, isPairing = false): Reading {
  return readUpdate(envelope, {
    teamId: TEAM,
    botUserId: BOT,
    isOrgInstall: false,
    isAllowed: (senderId) => senderId === `slack:${TEAM}:${ANNA}`,
    isPairing: () => isPairing,
    isOurThread: () => true,
    findSaid: () => ({ text: 'run something else' }),
  });
}

/** What somebody allowed may send, each proven above against everybody else. Whoever adds a kind adds it here. */
const LISTENED = [
  'agent_session_stopped',
  'app_mention',
  'block_actions',
  'message',
  'message/file_share',
  'message/message_changed',
  'message/message_deleted',
  'message/thread_broadcast',
  'slash_commands',
];

describe('every kind of update', () => {
  it('is known here: Bolt’s types name well over a hundred', () => {
    assert.ok(Object.keys(KINDS).length > 100, `${Object.keys(KINDS).length} kinds`);
  });

  it('is taken of somebody allowed only where it is listened to', () => {
    const taken = Object.entries(KINDS).filter(([, make]) => read(make(ALLOWED)).kind === 'wanted');
    assert.deepEqual(taken.map(([kind]) => kind).sort(), LISTENED);
    assert.deepEqual(Object.keys(READERS).sort(), LISTENED, 'a reader without its check here');
    const subscribed = EVENTS.map((name) => name.replace(/^message\..*/, 'message'));
    assert.deepEqual(
      subscribed.filter((name) => !LISTENED.includes(name)),
      [HOME_OPENED],
    );
    const shown = Object.entries(KINDS).filter(([, make]) => read(make(ALLOWED)).kind === 'home');
    assert.deepEqual(
      shown.map(([kind]) => kind),
      [HOME_OPENED],
    );
  });

  for (const [who, from] of Object.entries(OTHERS)) {
    it(`is never taken of ${who}, not even as a pairing code but for a stranger’s own direct words`, () => {
      for (const [kind, make] of Object.entries(KINDS)) {
        // Apps send messages in people's names, but press no buttons and type no commands.
        if (from.user === ANNA && from.team === TEAM && make(from).type !== 'events_api') continue;
        assert.equal(read(make(from)).kind, 'dropped', kind);
        const whilePairing = read(make(from), true);
        const mayPair = kind === 'message' && ['a stranger', 'a former member'].includes(who);
        assert.equal(whilePairing.kind, mayPair ? 'stranger' : 'dropped', kind);
      }
    });
  }

  it('that edits the message of somebody else, or an app’s, is dropped', () => {
    const edit = (message: object): string =>
      read(
        event('message', { ...ALLOWED, user: '' }, { subtype: 'message_changed', message: { ...MESSAGE, ...message } }),
      ).kind;
    assert.equal(edit({ user: ANNA, edited: { user: ANNA } }), 'wanted');
    assert.equal(edit({ user: ANNA, edited: { user: 'U00000EVE' } }), 'dropped');
    assert.equal(edit({ user: ANNA }), 'dropped', 'a link was unfurled');
    assert.equal(edit({ user: ANNA, edited: { user: ANNA }, bot_id: 'B1' }), 'dropped');
  });

  it('of another workspace is dropped, whoever is named in it', () => {
    for (const [kind, make] of Object.entries(KINDS)) {
      const { type, body } = make(ALLOWED);
      const moved = JSON.parse(JSON.stringify(body ?? null).replaceAll(TEAM, 'T0000EVIL'));
      assert.equal(read({ type, body: moved }, true).kind, 'dropped', kind);
    }
  });

  it('with fields of the wrong kind is dropped', () => {
    for (const [kind, make] of Object.entries(KINDS)) {
      const { type, body } = make(ALLOWED);
      const text = JSON.stringify(body ?? null);
      for (const broken of [
        text.replaceAll(`"${ANNA}"`, '{}'),
        text.replaceAll(`"${TEAM}"`, 'null'),
        text.replaceAll(`"${TS}"`, '[]'),
      ]) {
        if (broken === text) continue;
        assert.equal(read({ type, body: JSON.parse(broken) }).kind, 'dropped', `${kind}: ${broken}`);
      }
    }
  });
});
