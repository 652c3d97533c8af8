/** The servers in the settings, tested without cost: whether one answers, its time, and whether it accepts the key. */
import type { Settings } from '../../config/schema.ts';
import type { Server } from '../../doctor/examine.ts';
import { say, type Text } from '../../words/say.ts';
import { findProvider } from '../choose-model.ts';

type Look = (signal: AbortSignal) => Promise<Response>;

export function findServers(settings: Settings): readonly Server[] {
  const { TELEGRAM_BOT_TOKEN: telegram, SLACK_BOT_TOKEN: slack } = settings;
  return [
    ...(telegram === undefined
      ? []
      : [
          server('Telegram', 'TELEGRAM_BOT_TOKEN', (signal) =>
            fetch(`${settings.TELEGRAM_API_ROOT}/bot${telegram}/getMe`, { signal }),
          ),
        ]),
    ...(slack === undefined
      ? []
      : [
          server('Slack', 'SLACK_BOT_TOKEN', (signal) =>
            fetch(new URL('auth.test', withSlash(settings.SLACK_API_URL)), {
              method: 'POST',
              headers: { authorization: `Bearer ${slack}` },
              signal,
            }),
          ),
        ]),
    ...findModelServers(settings),
  ];
}

/** Servers of the provider in use, and of the second one. */
function findModelServers(settings: Settings): readonly Server[] {
  const names = new Set([settings.MODEL_PROVIDER ?? findProvider(settings), settings.FALLBACK_MODEL_PROVIDER]);
  return [...names].flatMap((name) => findModelServer(name, settings));
}

/** Clouds and agents sign in by themselves; testing them would cost money, or start a program. */
function findModelServer(name: Settings['MODEL_PROVIDER'], settings: Settings): readonly Server[] {
  const { ANTHROPIC_API_KEY: anthropic, OPENAI_API_KEY: openai, GEMINI_API_KEY: gemini } = settings;
  switch (name) {
    case 'anthropic': {
      const base = settings.ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com';
      const headers = { 'anthropic-version': '2023-06-01', authorization: `Bearer ${anthropic ?? ''}` };
      return [
        server('Anthropic', 'ANTHROPIC_API_KEY', (signal) => fetch(`${withSlash(base)}v1/models`, { headers, signal })),
      ];
    }
    case 'openai': {
      const base = settings.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
      const headers = openai === undefined ? {} : { authorization: `Bearer ${openai}` };
      return [server('OpenAI', 'OPENAI_API_KEY', (signal) => fetch(`${withSlash(base)}models`, { headers, signal }))];
    }
    case 'gemini': {
      if (gemini === undefined) return [];
      const base = settings.GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com';
      const headers = { 'x-goog-api-key': gemini };
      return [
        server('Gemini', 'GEMINI_API_KEY', (signal) => fetch(`${withSlash(base)}v1beta/models`, { headers, signal })),
      ];
    }
    default:
      return [];
  }
}

function server(name: string, variable: string, look: Look): Server {
  return {
    name,
    async ask(signal) {
      const response = await look(signal).catch((error: unknown) => {
        throw new Error(whyUnreachable(error));
      });
      const body = await response.text().catch(() => '');
      const date = Date.parse(response.headers.get('date') ?? '');
      return { time: Number.isNaN(date) ? null : date, keyTrouble: readKeyTrouble(response.status, body, variable) };
    },
  };
}

/** Slack reports an error with 200, Google with 400. */
function readKeyTrouble(status: number, body: string, variable: string): Text {
  const isRejected =
    status === 401 ||
    status === 403 ||
    (variable === 'TELEGRAM_BOT_TOKEN' && status === 404) ||
    (status === 400 && /API_KEY_INVALID|API key not valid/.test(body)) ||
    /"error":\s*"(?:invalid_auth|not_authed|token_revoked|token_expired|account_inactive)"/.test(body);
  return isRejected ? say`it does not take ${variable}: set a new one` : '';
}

/** Never the address: Telegram's holds the token. */
function whyUnreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'no answer';
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
