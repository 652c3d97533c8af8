/** What goes wrong around a bot that runs for long: the model, the chat, the hands, the display. */
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision, Fault } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import type { TelegramServer } from '../servers/telegram/telegram-server.ts';
import { childrenOf, commandOf } from './vitals.ts';

export interface FaultyModel {
  readonly decide: (request: SeenRequest) => Decision;
  /** The number of steps it was asked for. */
  iterations(): number;
  /** The number of faulty answers. */
  faults(): number;
}

const SHARE_OF_FAULTS = 0.05;

/** Goes on for `iterationsARun` steps, none like the other, and is then done; one answer in twenty is a fault. */
export function createFaultyModel(random: () => number, iterationsARun: number): FaultyModel {
  const steps = new Map<string, number>();
  let [asked, faulty] = [0, 0];
  return {
    iterations: () => asked,
    faults: () => faulty,
    decide(request) {
      const schema = JSON.stringify(request.schema ?? '');
      if (schema.includes('"score"')) return { screen: 'A desktop.', reasons: ['It looks done'], score: 95 };
      if (schema.includes('"narrative"')) return { narrative: 'It was done.', lessons: [] };
      if (schema.includes('"target"')) return { target: 'the desktop', risk: 'safe', reason: 'Nothing is there.' };
      asked += 1;
      if (random() < SHARE_OF_FAULTS) {
        faulty += 1;
        return pick(FAULTS, random);
      }
      const goal = /^Goal: (.*)$/m.exec(request.text)?.[1] ?? '';
      const step = (steps.get(goal) ?? 0) + 1;
      steps.set(goal, step);
      if (step > iterationsARun) return makeReply({ action: 'done', summary: 'Enough.' });
      return makeReply(
        step % 3 === 0
          ? { action: 'shell', command: `echo ${goal} ${step}` }
          : step % 3 === 1
            ? { action: 'move', target: { x: (step * 37) % 1000, y: (step * 91) % 1000 } }
            : { action: 'key', keys: pick(['a', 'b', 'c', 'd', 'e', 'f'], random) },
      );
    },
  };
}

const FAULTS: readonly (Fault | string)[] = [
  { fault: 'status', status: 429, type: 'rate_limit_error', headers: { 'retry-after': '1' } },
  { fault: 'status', status: 529, type: 'overloaded_error' },
  { fault: 'status', status: 500 },
  { fault: 'cut' },
  { fault: 'reset' },
  { fault: 'empty' },
  { fault: 'garbage', contentType: 'text/html', body: '<html>Bad gateway</html>' },
  'no JSON at all',
  '{"screen": "x", "intent": "y"',
];

/** The next calls of some method are refused, broken or reset. */
export function troubleChat(telegram: TelegramServer, random: () => number): void {
  const method = pick(['sendMessage', 'editMessageText', 'sendPhoto', 'getUpdates', '*'], random);
  const fault = pick(
    [
      { kind: 'refuse', code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
      { kind: 'refuse', code: 502, description: 'Bad Gateway' },
      { kind: 'body', status: 502, body: '<html>Bad Gateway</html>' },
      { kind: 'reset' },
      { kind: 'cut' },
    ] as const,
    random,
  );
  telegram.fail(method, fault, 1 + Math.floor(random() * 2));
}

/** Kills the hands or their display, which the bot has to bring back. */
export function troubleDesktop(pid: number, random: () => number, say: (line: string) => void): void {
  const name = random() < 0.7 ? 'hands.ts' : 'Xvfb';
  const victim = childrenOf(pid).find((child) => commandOf(child).includes(name));
  if (victim === undefined) return;
  say(`  ${name} is killed`);
  process.kill(victim, 'SIGKILL');
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}
