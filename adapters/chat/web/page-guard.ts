/** Guards the page: only its own requests get through, and its responses reach only this server; nothing is kept, framed or guessed. */
import { createMiddleware } from 'hono/factory';
import { NONCE, secureHeaders } from 'hono/secure-headers';

/**
 * Refuses with 403 what does not come from this server's own page.
 * Host: a name that resolves to 127.0.0.1 is not ours (DNS rebinding). Origin: sent with every POST of a browser; anything but our own is
 * another site. Sec-Fetch-Site: also tells another port of this host (`same-site`) from us. Opening the address itself is free to all:
 * the bare page holds nothing.
 */
export function guardRequests(port: number, onRefused: (why: string) => void) {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return createMiddleware(async (c, next) => {
    const why = findFault({
      hosts,
      host: c.req.header('host'),
      origin: c.req.header('origin'),
      site: c.req.header('sec-fetch-site'),
      isPost: c.req.method === 'POST',
      isShell: c.req.path === '/',
      isEvents: c.req.path === '/events',
    });
    if (why === '') return next();
    onRefused(why);
    return c.json({ error: `Refused: ${why}.` }, 403);
  });
}

interface RequestFacts {
  readonly hosts: readonly string[];
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly isPost: boolean;
  readonly isShell: boolean;
  readonly isEvents: boolean;
}

/** Why this request is not ours; '' when it is. */
function findFault({ hosts, host, origin, site, isPost, isShell, isEvents }: RequestFacts): string {
  if (host === undefined || !hosts.includes(host)) return 'asked for under a foreign host name';
  if (origin === undefined ? isPost : origin !== `http://${host}`) return 'sent by a foreign page';
  if (site === undefined || site === 'same-origin') return '';
  if (isShell) return '';
  return site === 'none' && !isPost && !isEvents ? '' : 'sent from a foreign site';
}

/** Sets the policy; the nonce of the response is in the context as `secureHeadersNonce`. */
export function setPageHeaders() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE],
      styleSrc: [NONCE],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
    },
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], geolocation: [], microphone: ['self'] },
    // Plain HTTP on loopback: a promise of HTTPS would be wrong.
    strictTransportSecurity: false,
  });
}

/** Nothing of the conversation stays in a cache, whatever a handler says. */
export const forbidCaching = createMiddleware(async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
});
