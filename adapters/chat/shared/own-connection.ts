/**
 * A request over a connection of its own, which ends with its answer. A kept one that died without a word (another network, a night's
 * sleep) would swallow the next message until its timeout; a message every few seconds does not miss the handshake that is saved.
 */
export function onOwnConnection(init: RequestInit | undefined, signal: AbortSignal): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return { ...init, headers, signal };
}
