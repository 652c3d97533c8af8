/** What a failure means while connecting: how long to wait before the next try, and what to tell people. */

import { say, type Text } from '../../../src/words/say.ts';
import { pacedTrouble, passingTrouble, type Trouble, unreachableTrouble } from '../shared/trouble.ts';
import { describeFailure, type Failure } from './answer.ts';
import type { Pacing } from './options.ts';

/** Which token the call was made with: `bot` for what the app says, `app` for the socket. */
export type Token = 'bot' | 'app';

const NAMES = { bot: 'SLACK_BOT_TOKEN', app: 'SLACK_APP_TOKEN' } as const;
const FROM = {
  bot: say`the Bot User OAuth Token (xoxb-…) from your app's page "OAuth & Permissions"`,
  app: say`the app-level token (xapp-…) with connections:write from your app's page "Basic Information"`,
} as const;

/** Whether the token as such is refused, whatever it was used for. */
export function isOfToken(failure: Failure): boolean {
  const codes = ['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'];
  return failure.kind === 'refused' && codes.includes(failure.code);
}

/** `failures` counts those in a row, this one included. */
export function readTrouble(failure: Failure, token: Token, failures: number, pacing: Pacing): Trouble {
  if (failure.kind === 'unreachable') return unreachableTrouble('Slack', failure.why, failures, pacing);
  if (failure.kind === 'paced') return pacedTrouble('Slack', failure.kind, failure.retryAfterMs, failures, pacing);
  const sentence = explain(failure.code, failure.detail, token);
  if (sentence === null) return passingTrouble('Slack', failure.code, describeFailure(failure), failures, pacing);
  const trouble = { kind: `${token} ${failure.code}`, delayMs: pacing.tokenRetryMs, detail: sentence };
  return isOfToken(failure) ? { ...trouble, isRejected: true } : trouble;
}

/** What to do about a code; null for trouble that passes by itself. */
function explain(code: string, needed: string, token: Token): Text | null {
  const set = say`set ${NAMES[token]} to ${FROM[token]} and start again`;
  switch (code) {
    case 'invalid_auth':
    case 'not_authed':
      return say`Slack does not know the token in ${NAMES[token]} (${code}): ${set}.`;
    case 'token_revoked':
    case 'token_expired':
    case 'account_inactive':
      return say`The token in ${NAMES[token]} was taken back (${code}): reinstall the app into your workspace, ${set}.`;
    case 'not_allowed_token_type':
      return say`The token in ${NAMES[token]} is of the wrong kind (${code}): ${set}.`;
    case 'missing_scope':
      return token === 'app'
        ? say`The token in SLACK_APP_TOKEN lacks the scope connections:write: make a new one with it on your app's page "Basic Information" and start again.`
        : say`The Slack app lacks the scope ${needed}: add it on your app's page "OAuth & Permissions" (the command slack-manifest shows all), reinstall the app, and start again.`;
    case 'team_disabled':
    case 'user_removed_from_team':
    case 'org_login_required':
      return say`The Slack workspace does not let the app in (${code}): ask who runs it, and start again.`;
    case 'app_not_found':
    case 'socket_mode_not_enabled':
    case 'forbidden_team':
      return say`Socket Mode is off for the Slack app (${code}): switch it on on your app's page "Socket Mode", and start again.`;
    default:
      return null;
  }
}

/** One sentence about scopes the app was not given; '' when none is missing. */
export function sayMissingScopes(granted: readonly string[], needed: readonly string[]): Text {
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (granted.length === 0 || missing.length === 0) return '';
  const names = missing.join(', ');
  return say`The Slack app lacks these scopes, and what needs them fails: ${names}; add them on your app's page "OAuth & Permissions" and reinstall it.`;
}
