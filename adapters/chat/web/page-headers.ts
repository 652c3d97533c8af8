/** Headers of every response: the page may load and reach only this server, and nothing may be kept, framed or guessed. */
import { createMiddleware } from 'hono/factory';
import { NONCE, secureHeaders } from 'hono/secure-headers';

/** Sets the policy; the nonce of the response is in the context as `secureHeadersNonce`. */
export function setPageHeaders() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE],
      styleSrc: [NONCE],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
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
