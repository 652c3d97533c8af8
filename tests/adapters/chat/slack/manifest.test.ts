/** The manifest asks for exactly what the adapter uses: a scope for every method called and event heard, and none besides. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EVENTS, MANIFEST, manifestLink, SCOPES } from '../../../../adapters/chat/slack/manifest.ts';

const ADAPTER = join(import.meta.dirname, '../../../../adapters/chat/slack');

/** The bot scope each method needs (https://docs.slack.dev/reference/methods, "Required scopes"); '' = any token will do. */
const METHOD_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'auth.test': [],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.delete': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.startStream': ['chat:write'],
  'chat.appendStream': ['chat:write'],
  'chat.stopStream': ['chat:write'],
  'conversations.open': ['im:write'],
  'users.info': ['users:read'],
  'files.info': ['files:read'],
  'files.delete': ['files:write'],
  filesUploadV2: ['files:write'],
  'agents.sessions.setStatus': ['chat:write'],
  'views.publish': [],
};
/** https://docs.slack.dev/reference/events, "Required scopes". */
const EVENT_SCOPES: Readonly<Record<string, readonly string[]>> = {
  app_mention: ['app_mentions:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  agent_session_stopped: [],
  app_home_opened: [],
};

/** Scopes of the slash command and of the agent view. */
const FEATURE_SCOPES = ['commands', 'assistant:write'];

function calledMethods(): readonly string[] {
  const sources = readdirSync(ADAPTER).map((name) => readFileSync(join(ADAPTER, name), 'utf8'));
  const calls = sources.flatMap((text) => [...text.matchAll(/\bweb\.([a-zA-Z0-9]+(?:\.[a-zA-Z0-9]+)*)\(/g)]);
  return [...new Set(calls.map((match) => match[1] ?? ''))].sort();
}

describe('the manifest', () => {
  it('knows the scopes of every method that is called', () => {
    assert.deepEqual(calledMethods(), Object.keys(METHOD_SCOPES).sort());
  });

  it('asks for exactly the scopes of those methods, of the events, and of the command', () => {
    assert.deepEqual(Object.keys(EVENT_SCOPES).sort(), [...EVENTS].sort());
    const needed = [...Object.values(METHOD_SCOPES), ...Object.values(EVENT_SCOPES), FEATURE_SCOPES].flat();
    assert.deepEqual([...SCOPES].sort(), [...new Set(needed)].sort());
  });

  it('fits into one link that brings it back to the letter', () => {
    const link = new URL(manifestLink());
    assert.equal(link.origin, 'https://api.slack.com');
    assert.deepEqual(JSON.parse(link.searchParams.get('manifest_json') ?? ''), JSON.parse(JSON.stringify(MANIFEST)));
    assert.ok(link.href.length < 8_000, `${link.href.length} characters`);
  });

  it('keeps within what Slack takes', () => {
    const { display_information: about, features } = MANIFEST;
    assert.ok(about.name.length <= 35 && about.description.length <= 140);
    assert.match(features.bot_user.display_name, /^[a-z0-9._-]{1,80}$/);
    assert.ok(features.agent_view.agent_description.length <= 300);
    for (const { command, description, usage_hint: hint } of features.slash_commands) {
      assert.match(command, /^\/[a-z0-9_-]{1,31}$/);
      assert.ok(description.length <= 2000 && hint.length <= 1000);
    }
  });
});
