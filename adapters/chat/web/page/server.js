// Talks with Deskhand: lets this browser in, keeps the event stream open, sends what the person does.

import { say } from './words.js';

const TOKEN_KEY = 'deskhand-token';
const REQUEST_LIMIT_MS = 15_000;
const UPLOAD_LIMIT_MS = 120_000;
/** The server beats every 0.9 s: two missed beats are a dead connection. */
const SILENCE_LIMIT_MS = 1_900;
/** A timer that fires later than this: the page did nothing for a while. */
const LATE_MS = 250;
const CATCH_UP_MS = 400;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 5_000;
const SEND_ATTEMPTS = 6;

/** Why, where a person can do something about it. */
const WHY = {
  401: say`The session has ended; open a new link.`,
  413: say`It is too large.`,
};

const TERMINAL = say`Run ${'deskhand link (npm run link)'} in a terminal and open the link it prints.`;
/** Why a run is not taken away. */
const WHY_KEPT = {
  401: WHY[401],
  403: `${say`Deleting needs a fresh link.`} ${TERMINAL}`,
  404: say`It's already gone.`,
  409: say`It is still at work. Stop it first.`,
};

/** Why a setting is not changed. */
const WHY_NOT_SET = {
  401: WHY[401],
  403: `${say`Raising a limit needs a fresh link.`} ${TERMINAL}`,
  400: say`This value is not possible.`,
};

/** Deskhand understood and said no; trying again is no use. */
export class RefusedByServer extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Uses up a link's secret. Resolves with 'opened', 'wrong' (used, too old) or 'locked' (too many wrong ones). Rejects when
 * nobody answers.
 */
export async function redeemSecret(secret) {
  const response = await postJson('/session', { secret });
  if (response.status === 429) return 'locked';
  if (!response.ok) return 'wrong';
  const { token } = await response.json();
  // Kept per origin, port included, unlike the cookie; both are needed. Other tabs of this browser join in.
  localStorage.setItem(TOKEN_KEY, token);
  return 'opened';
}

/** What went wrong with a request, for the person. */
export function sayTrouble(error) {
  return error instanceof RefusedByServer ? error.message : say`Deskhand does not answer.`;
}

/** Asks for JSON, once. Rejects when Deskhand says no or does not answer. */
export async function fetchJson(path) {
  const headers = { 'X-Deskhand-Token': readToken() };
  const response = await fetch(path, { headers, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
  if (response.status >= 500) throw new Error(refusal(response));
  if (!response.ok) throw new RefusedByServer(response.status, WHY[response.status] ?? refusal(response));
  return response.json();
}

/** Takes a run away for good. Rejects as `fetchJson` does. */
export async function removeRun(runId) {
  const response = await postJson(`/runs/${runId}/remove`, {});
  if (!response.ok) throw new RefusedByServer(response.status, WHY_KEPT[response.status] ?? refusal(response));
}

/** Changes one setting; resolves with all of them. Rejects as `fetchJson` does. */
export async function changeSettings(change) {
  const response = await postJson('/settings', change);
  if (response.status >= 500) throw new Error(refusal(response));
  if (!response.ok) throw new RefusedByServer(response.status, WHY_NOT_SET[response.status] ?? refusal(response));
  return response.json();
}

/** Shuts a browser out. Rejects as `fetchJson` does. */
export async function endSession(id) {
  const response = await postJson(`/sessions/${id}/end`, {});
  if (!response.ok) throw new RefusedByServer(response.status, refusal(response));
}

/** Sends an update until it arrives. Resolves with the receipt; rejects with RefusedByServer, or when Deskhand stays away. */
export function sendUpdate(path, body) {
  return persist(() => postJson(path, body));
}

/** Brings a file to Deskhand, as `sendUpdate` does. Resolves with the id under which a message names it. */
export async function uploadFile(file) {
  const where = `/uploads?${new URLSearchParams({ name: file.name, type: file.type })}`;
  const headers = { 'Content-Type': 'application/octet-stream', 'X-Deskhand-Token': readToken() };
  const signal = () => AbortSignal.timeout(UPLOAD_LIMIT_MS);
  const receipt = await persist(() => fetch(where, { method: 'POST', headers, body: file, signal: signal() }));
  return receipt.file;
}

async function persist(post) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await post();
      if (response.ok) return await response.json();
      if (response.status < 500) throw new RefusedByServer(response.status, WHY[response.status] ?? refusal(response));
      throw new Error(refusal(response));
    } catch (error) {
      if (error instanceof RefusedByServer || attempt === SEND_ATTEMPTS) throw error;
      await waitForRetry(attempt);
    }
  }
}

/**
 * Follows the conversation for good. `on.whole` and `on.changes` get the server's events; `on.state` one of connecting, connected, lost,
 * and at the end `ended` (no session) or `crowded` (other tabs took over).
 */
export async function followEvents(on) {
  let lastEventId = '';
  for (let failures = 0; ; failures += 1) {
    const isOver = await followOnce({
      lastEventId,
      onEvent(event) {
        failures = 0;
        if (event.name === 'crowded') return;
        on.state('connected');
        if (event.id !== '') lastEventId = event.id;
        if (event.name === 'whole') on.whole(JSON.parse(event.data));
        if (event.name === 'changes') on.changes(JSON.parse(event.data));
      },
    });
    if (isOver !== '') return on.state(isOver);
    on.state('lost');
    await waitForRetry(failures);
  }
}

/** One connection, until it breaks; returns how it all ended, '' to try again. */
async function followOnce({ lastEventId, onEvent }) {
  const ending = new AbortController();
  let watchdog;
  const expectMore = (limit = SILENCE_LIMIT_MS) => {
    clearTimeout(watchdog);
    const due = performance.now() + limit;
    // A page that was busy or asleep itself may just not have read yet what came meanwhile.
    watchdog = setTimeout(() => (performance.now() - due > LATE_MS ? expectMore(CATCH_UP_MS) : ending.abort()), limit);
  };
  try {
    expectMore();
    const headers = { 'X-Deskhand-Token': readToken(), 'Last-Event-ID': lastEventId };
    const response = await fetch('/events', { headers, signal: ending.signal });
    if (response.status === 401) return 'ended';
    if (!response.ok) return '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return '';
      expectMore();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop();
      for (const event of blocks.map(readEvent)) {
        onEvent(event);
        if (event.name === 'crowded') return 'crowded';
      }
    }
  } catch {
    // Whatever broke it, the next try tells.
    return '';
  } finally {
    clearTimeout(watchdog);
    ending.abort();
  }
}

function readEvent(block) {
  const field = (name) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  return { name: field('event'), id: field('id'), data: field('data') };
}

export function hasToken() {
  return readToken() !== '';
}

function refusal({ status }) {
  return say`Deskhand refused it (${status}).`;
}

function readToken() {
  return localStorage.getItem(TOKEN_KEY) ?? '';
}

function postJson(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Deskhand-Token': readToken() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  });
}

/** Waits longer each time, but not when the computer wakes up, comes online, or the person looks at the page again. */
function waitForRetry(failures) {
  const { promise, resolve } = Promise.withResolvers();
  const waking = new AbortController();
  const { signal } = waking;
  const timer = setTimeout(resolve, Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS));
  addEventListener('online', resolve, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || resolve(), { signal });
  return promise.finally(() => {
    clearTimeout(timer);
    waking.abort();
  });
}
