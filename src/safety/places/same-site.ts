/** Whether a page is of a site that a scope names: by its host. */
import { isShared } from './shared-hosts.ts';

/** False for an address that cannot be parsed. */
export function isOfSites(address: string, sites: readonly string[]): boolean {
  const host = hostOf(address);
  return host !== null && sites.some((site) => isOfSite(host, site));
}

/** The host itself, or its language or mobile subdomain; other subdomains are other sites. */
export function isOfSite(host: string, site: string): boolean {
  const named = bareHost(site);
  if (named === '' || !named.includes('.') || isShared(named)) return false;
  const bare = bareHost(host);
  if (bare === named) return true;
  return bare.endsWith(`.${named}`) && /^[a-z]{2,3}(?:\.m)?$|^m$/.test(bare.slice(0, -named.length - 1));
}

/** null: it is no page of the web. */
export function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' ? hostname : null;
}

/** The host, from the spelling of people and scopes: with or without a scheme, `www.`, a path. */
export function bareHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}
