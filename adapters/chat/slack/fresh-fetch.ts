/**
 * Node's fetch, each request over a connection of its own. A kept one that died without a word (another network, a night's sleep) would
 * swallow the next message until its timeout; a message every few seconds does not miss the handshake that is saved.
 */
export function freshFetch(signal: AbortSignal): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('connection', 'close');
    return fetch(url, { ...init, headers, signal });
  };
}
