/** Who the app is, who others are, where it may listen, and what its threads show in the agent view. */

import { readHome } from './block-rules.ts';
import type { Method } from './method.ts';
import { refuse } from './refusal.ts';
import type { World } from './world.ts';

export interface Account {
  readonly teamId: string;
  readonly botUserId: string;
}

export interface SessionChange {
  readonly channelId: string;
  readonly rootTs: string;
  readonly status: string;
  /** '' when it was not told. */
  readonly title: string;
}

/** `openTicket` gives out an address for one socket. */
export function createAccountMethods(
  world: World,
  { teamId, botUserId }: Account,
  openTicket: (origin: string) => string,
  sessions: SessionChange[],
): Readonly<Record<string, Method>> {
  return {
    'auth.test': {
      scope: '',
      parameters: [],
      run: () => ({ team_id: teamId, user_id: botUserId, bot_id: 'B00000001', team: 'Test', user: 'deskhand' }),
    },
    'apps.connections.open': {
      scope: 'app',
      parameters: [],
      run: ({ origin }) => ({ url: openTicket(origin) }),
    },
    'conversations.open': {
      scope: 'im:write',
      parameters: ['users'],
      run({ fields }) {
        const user = world.users.get(fields.get('users') ?? '');
        if (user === undefined) refuse('user_not_found');
        const known = [...world.channels.values()].find((channel) => channel.userId === user.id);
        const id = known?.id ?? world.nextId('D');
        world.channels.set(id, { id, userId: user.id, hasBot: true, isArchived: false });
        return { channel: { id } };
      },
    },
    'users.info': {
      scope: 'users:read',
      parameters: ['user', 'include_locale'],
      run({ fields }) {
        const user = world.users.get(fields.get('user') ?? '');
        if (user === undefined) refuse('user_not_found');
        const locale = fields.get('include_locale') === 'true' ? { locale: user.locale } : {};
        return { user: { id: user.id, real_name: user.name, profile: { display_name: '' }, ...locale } };
      },
    },
    'views.publish': {
      scope: '',
      parameters: ['user_id', 'view', 'hash', 'external_id'],
      run({ fields }) {
        const user = world.users.get(fields.get('user_id') ?? '');
        if (user === undefined) refuse('user_not_found');
        const { blocks } = readHome(fields.get('view') ?? '');
        const id = world.homes.get(user.id)?.id ?? world.nextId('V');
        world.homes.set(user.id, { id, blocks });
        return { view: { id, type: 'home', blocks } };
      },
    },
    'agents.sessions.setStatus': {
      scope: 'chat:write',
      parameters: ['channel_id', 'thread_ts', 'status', 'title'],
      run({ fields }) {
        const channelId = fields.get('channel_id') ?? '';
        const rootTs = fields.get('thread_ts') ?? '';
        const status = fields.get('status') ?? '';
        const title = fields.get('title') ?? '';
        if (!['active', 'processing', 'suspended', 'closed'].includes(status)) refuse('invalid_status');
        if (!world.channels.has(channelId)) refuse('channel_not_found');
        if (rootTs === '') refuse('thread_ts_required');
        if (world.find(channelId, rootTs) === undefined) refuse('thread_not_found');
        if (title.length > 200) refuse('invalid_arguments', 'title');
        sessions.push({ channelId, rootTs, status, title });
        return { status };
      },
    },
  };
}
