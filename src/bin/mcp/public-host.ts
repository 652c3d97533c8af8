/** Hosts of the public web, by what the resolver says of them now. */
import { lookup } from 'node:dns/promises';
import { isPublicAddress } from '../../../adapters/machine/fetch/public-address.ts';

/** Whether all its addresses belong to the public web; false where it has none. */
export async function isPublicHost(host: string): Promise<boolean> {
  try {
    const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true });
    return found.length > 0 && found.every(({ address }) => isPublicAddress(address));
  } catch {
    return false;
  }
}
