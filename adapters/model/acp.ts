/** An agent of the Agent Client Protocol as a model: it is asked, it answers, it does nothing itself. */
import type { AgentPlace } from '../../src/ports/agent-place.ts';
import type { Model } from '../../src/ports/model.ts';
import { quoted, say, type Text } from '../../src/words/say.ts';
import { type AcpConnection, AgentGone, AgentUnfit, openConnection, type PromptResponse } from './acp-connection.ts';
import { classifyAgent, nameRefusedHosts, noPictures } from './acp-failures.ts';
import { type AcpTurn, AgentActed, AgentFlood, createTurn } from './acp-turn.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { type Answer, type Call, describeRefusal, type Provider, systemText, toBase64 } from './provider.ts';
import { countBySize, countText } from './token-count.ts';

export interface AcpOptions extends Omit<AskOptions, 'models' | 'tools'> {
  readonly place: AgentPlace;
  /** How long it may take to start and greet; an agent may load itself for a while first. */
  readonly handshakeMs?: number;
}

export interface AcpModel extends Model {
  /** Starts the agent if it does not run, asking it nothing. What makes it unfit, for the person; null when it can decide. Rejects with the signal's reason. */
  findUnfit(signal: AbortSignal): Promise<Text | null>;
  /** Ends the agent. */
  close(): void;
}

/** How long an agent may take to obey a cancelled turn before it is ended. */
const CANCEL_MS = 2000;

export function createAcpModel({ place, handshakeMs, ...options }: AcpOptions): AcpModel {
  let present: Promise<AcpConnection> | null = null;
  let opened: AcpConnection | null = null;
  /** Questions to the agent that runs now: each is a session of its own. */
  let sessions = 0;
  const life = new AbortController();

  /** One connection attempt for all questions: it is given up when the bot ends, not when one question is. */
  const connect = (signal: AbortSignal): Promise<AcpConnection> => {
    if (isFull(opened, sessions)) opened?.close(new AgentGone(say`Deskhand ends`));
    if (present === null) {
      sessions = 0;
      opened = null;
      const opening = openConnection(place, life.signal, {
        handshakeMs,
        onClosed: () => {
          if (present === opening) present = null;
        },
      });
      opening.then(
        (connection) => {
          if (present === opening) opened = connection;
        },
        () => {
          if (present === opening) present = null;
        },
      );
      present = opening;
    }
    return Promise.race([present, rejectOn(signal)]);
  };

  const provider: Provider = {
    host: place.name,
    fault: null,
    hasGrammar: false,
    async send(call, signal) {
      const connection = await connect(signal);
      sessions += 1;
      return await ask(connection, call, signal, options.clock.sleep);
    },
    classify: (error) => classifyAgent(error, place.name),
  };
  const model = createProviderModel(provider, {
    ...options,
    models: { main: place.name, fast: place.name, strong: place.name },
  });
  return {
    ...model,
    async findUnfit(signal) {
      try {
        const { takesPictures } = await connect(signal);
        return takesPictures ? null : noPictures(place.name);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const failure = classifyAgent(error, place.name);
        if (failure.kind === 'final') return failure.detail;
        return failure.kind === 'again' ? say`${place.name} cannot be started: ${failure.why}.` : quoted(String(error));
      }
    },
    close() {
      life.abort();
      present?.then(
        (open) => open.close(new AgentGone(say`Deskhand ends`)),
        () => undefined,
      );
    },
  };
}

/** An agent that cannot close sessions keeps them all, so it is restarted between two questions after this many. */
const MOST_SESSIONS = 200;

function isFull(connection: AcpConnection | null, sessions: number): boolean {
  return connection !== null && !connection.closesSessions && connection.turns.size === 0 && sessions >= MOST_SESSIONS;
}

type Sleep = AskOptions['clock']['sleep'];

async function ask(connection: AcpConnection, call: Call, signal: AbortSignal, sleep: Sleep): Promise<Answer> {
  const { agent, turns, takesPictures, close } = connection;
  const { request } = call;
  if (request.pictures.length > 0 && !takesPictures) throw new AgentUnfit(noPictures(call.model));
  const turn = createTurn(
    (text) => request.onText?.(text),
    (written) => {
      call.noteSign();
      call.noteUsage({ ...sent, output: Math.ceil(written / CHARACTERS_PER_TOKEN) });
    },
  );
  const sent = countBySize(call, '');
  const { sessionId } = await openSession(connection, turn, signal);
  call.noteUsage(sent);
  const prompting: Promise<PromptResponse> = agent.request('session/prompt', {
    sessionId,
    prompt: [
      { type: 'text', text: `${systemText({ ...call, isStructured: false })}\n\n${ONLY_DECIDE}` },
      { type: 'text', text: request.text.toWellFormed() },
      ...request.pictures.map((jpeg) => ({ type: 'image' as const, mimeType: 'image/jpeg', data: toBase64(jpeg) })),
    ],
  });
  const settled = prompting.then(
    () => undefined,
    () => undefined,
  );
  const prompted = sayWhyGone(prompting, turn);
  try {
    const answered = await Promise.race([prompted, turn.broken, rejectOn(signal)]);
    return read(answered, turn.text(), turn.costUsd(), call);
  } catch (error) {
    const isPresent = !(error instanceof AgentGone);
    if (isPresent) agent.notify('session/cancel', { sessionId }).catch(() => undefined);
    // An agent that acts, floods or ignores the cancellation is ended, with all it has started.
    if (error instanceof AgentActed || error instanceof AgentFlood) close(error);
    else if (signal.aborted) void endUnlessSettled(settled, close, sleep);
    throw nameRefusedHosts(error, connection.refusedHosts());
  } finally {
    turns.delete(sessionId);
    if (connection.closesSessions) agent.request('session/close', { sessionId }).catch(() => undefined);
  }
}

let asked = 0;

async function openSession(
  { agent, turns, cwd }: AcpConnection,
  turn: AcpTurn,
  signal: AbortSignal,
): Promise<{ readonly sessionId: string }> {
  asked += 1;
  const waiting = `not open yet: ${asked}`;
  turns.set(waiting, turn);
  try {
    const asked = agent.request('session/new', { cwd, mcpServers: [], _meta: { disableBuiltInTools: true } });
    const session = await Promise.race([sayWhyGone(asked, turn), rejectOn(signal), turn.broken]);
    turns.set(session.sessionId, turn);
    return session;
  } finally {
    turns.delete(waiting);
  }
}

const GONE_MS = 1000;

/** A broken stream gives no reason; how the agent ended is known a moment later. */
async function sayWhyGone<Value>(asked: Promise<Value>, { broken }: AcpTurn): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GONE_MS);
    await Promise.race([broken, over]).finally(() => clearTimeout(timer));
    throw error;
  }
}

const CHARACTERS_PER_TOKEN = 3.5;

const ONLY_DECIDE =
  'You only decide. You have no tools here: do not read or write files, run commands, open the network or ask for permission. Anything but the one JSON object ends this turn.';

async function endUnlessSettled(settled: Promise<void>, close: AcpConnection['close'], sleep: Sleep): Promise<void> {
  const over = new AbortController();
  const late = sleep(CANCEL_MS, over.signal).then(
    () => true,
    () => false,
  );
  const isLate = await Promise.race([settled.then(() => false), late]);
  over.abort();
  if (isLate) close(new AgentGone(say`it went on after it was told to stop, and was ended`));
}

function read({ stopReason, usage }: PromptResponse, text: string, costUsd: number | null, call: Call): Answer {
  const counted =
    usage === undefined || usage === null
      ? { ...countBySize(call, ''), output: countText(text) }
      : {
          input: count(usage.inputTokens),
          output: count(usage.outputTokens + (usage.thoughtTokens ?? 0)),
          cacheRead: count(usage.cachedReadTokens),
          cacheWrite: count(usage.cachedWriteTokens),
        };
  const answer = { text, usage: counted, model: call.model, detail: '', ...(costUsd === null ? {} : { costUsd }) };
  switch (stopReason) {
    case 'end_turn':
      return { ...answer, stop: 'complete' };
    case 'max_tokens':
      return { ...answer, stop: 'truncated' };
    case 'max_turn_requests':
      return { ...answer, stop: 'paused' };
    case 'refusal':
      return { ...answer, text: '', stop: 'refused', detail: describeRefusal('') };
    case 'cancelled':
      throw new AgentGone(say`it gave the question up by itself`);
  }
}

function count(tokens: number | null | undefined): number {
  return Number.isFinite(tokens) ? Math.max(0, Math.round(tokens ?? 0)) : 0;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
