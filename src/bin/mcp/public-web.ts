/** Connections to sign-in servers: only to addresses of the public web, checked for each connection. */
import { isPublicAddress } from '../../../adapters/machine/fetch/public-address.ts';
import { connectTo, WEB } from '../../../adapters/machine/fetch/web.ts';
import type { PublicWeb } from '../../../adapters/tools/sign-in/guarded-fetch.ts';

export const PUBLIC_WEB: PublicWeb = {
  async isPublic(host) {
    const found = await WEB.resolve(host.replace(/^\[|\]$/g, '')).catch(() => []);
    return found.length > 0 && found.every(isPublicAddress);
  },
  connect: (url, signal) => connectTo(url, WEB, signal),
};
