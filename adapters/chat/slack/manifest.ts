/** The Slack app as Slack is asked to create it: exactly what Deskhand uses, and nothing a Mac without a public address could not serve. */

/** Scopes of the bot token, each with the call or event that needs it. */
export const SCOPES = [
  'app_mentions:read', // app_mention
  'assistant:write', // the agent view; Slack adds it to every app that has one
  'channels:history', // message.channels: the plain word in a run's thread
  // chat.postMessage, chat.update, chat.delete, chat.postEphemeral, chat.*Stream, agents.sessions.setStatus
  'chat:write',
  'commands', // /deskhand
  'files:read', // files.info, and files that are sent
  'files:write', // files.getUploadURLExternal, files.completeUploadExternal, files.delete
  'groups:history', // message.groups
  'im:history', // message.im
  'im:write', // conversations.open
  'users:read', // users.info
] as const;

/** Events the app hears over the socket. */
export const EVENTS = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'message.channels',
  'message.groups',
  'message.im',
] as const;

/** https://docs.slack.dev/reference/app-manifest */
export const MANIFEST = {
  display_information: {
    name: 'Deskhand',
    description: 'Works your computer for you, and asks before anything risky.',
    background_color: '#1f2937',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    bot_user: { display_name: 'deskhand', always_online: false },
    agent_view: { agent_description: 'Works your computer for you, and asks before anything risky.' },
    slash_commands: [
      {
        command: '/deskhand',
        description: 'Work your computer',
        usage_hint: 'run GOAL | stop | screenshot | status | help',
        should_escape: false,
      },
    ],
  },
  oauth_config: { scopes: { bot: SCOPES } },
  settings: {
    event_subscriptions: { bot_events: EVENTS },
    interactivity: { is_enabled: true },
    org_deploy_enabled: false,
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  },
} as const;

/** Opens Slack's page with everything filled in: two clicks create the app. */
export function manifestLink(): string {
  return `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(MANIFEST))}`;
}
