/** Checks a chat's tokens at the platform itself; messages contain no token. */
import { z } from 'zod';
import { SCOPES } from '../../../adapters/chat/slack/manifest.ts';
import { say, type Text } from '../../words/say.ts';

const CALL_MS = 15_000;

export type Checked<Facts> = ({ readonly ok: true } & Facts) | { readonly ok: false; readonly why: Text };

const account = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });

/** `username` without the @. */
export async function checkTelegram(token: string, apiRoot: string): Promise<Checked<{ readonly username: string }>> {
  if (!/^\d+:\S+$/.test(token))
    return { ok: false, why: say`That is no bot token: it is digits, a colon, and letters.` };
  const answer = await ask(`${apiRoot}/bot${token}/getMe`, {});
  if (!answer.ok) return answer;
  const read = account.safeParse(answer.json);
  if (read.success) return { ok: true, username: read.data.result.username };
  return { ok: false, why: say`Telegram does not know this token (${answer.status}): copy it again from @BotFather.` };
}

const said = z.object({ ok: z.boolean(), error: z.string().optional(), team: z.string().optional() });

/** Both tokens, and the scopes of the bot's. */
export async function checkSlack(bot: string, app: string, apiUrl: string): Promise<Checked<{ readonly team: Text }>> {
  if (!bot.startsWith('xoxb-'))
    return { ok: false, why: say`The bot token begins with xoxb-: page "OAuth & Permissions".` };
  if (!app.startsWith('xapp-'))
    return { ok: false, why: say`The app-level token begins with xapp-: page "Basic Information".` };
  const base = apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`;
  const self = await ask(`${base}auth.test`, { method: 'POST', headers: bearer(bot) });
  if (!self.ok) return self;
  const who = said.safeParse(self.json).data;
  if (who?.ok !== true)
    return { ok: false, why: say`Slack does not take the bot token (${who?.error ?? self.status}).` };
  const granted = self.scopes.split(',').map((scope) => scope.trim());
  const missing = self.scopes === '' ? [] : SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length > 0)
    return { ok: false, why: say`The app lacks these scopes: ${missing.join(', ')}. Add them, and install it again.` };
  const socket = await ask(`${base}apps.connections.open`, { method: 'POST', headers: bearer(app) });
  if (!socket.ok) return socket;
  const opened = said.safeParse(socket.json).data;
  if (opened?.ok !== true)
    return { ok: false, why: say`Slack does not take the app-level token (${opened?.error ?? socket.status}).` };
  return { ok: true, team: who.team ?? say`your workspace` };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
}

type Answer = Checked<{ readonly status: number; readonly json: unknown; readonly scopes: string }>;

/** Messages leave out the address, as Telegram's contains the token. */
async function ask(address: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(CALL_MS) });
    const json: unknown = await response.json().catch(() => null);
    return { ok: true, status: response.status, json, scopes: response.headers.get('x-oauth-scopes') ?? '' };
  } catch {
    return { ok: false, why: say`It cannot be reached from here. Is this computer online?` };
  }
}
