/** Addresses to fetch: pages of the public web, by name. Others are refused without asking anybody. */
import { type Sentence, say } from '../../words/say.ts';
import { high, moderate, name, safe } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import type { Places } from './places.ts';
import { bareHost } from './same-site.ts';
import { isLocal, judgeUrl, parseUrl } from './url.ts';

export type FetchAddress = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly why: Sentence };

/** Rule of an address that is refused. */
export const FETCH_REFUSED = 'url.refused';

const LONGEST = 4096;
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Checks the text alone; the address that the name resolves to is checked when it is fetched. */
export function readFetchAddress(text: string): FetchAddress {
  const given = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u2000-\u206f\u3000\ufeff\\]/.test(given) || given.startsWith('-'))
    return { ok: false, why: say`The address holds characters that plain addresses don't have` };
  const url = given.length > LONGEST ? null : parseUrl(given);
  if (url === null) return { ok: false, why: say`That is not a full address such as https://example.com/` };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, why: say`Only https and http addresses are fetched, not ${url.protocol}` };
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(given))
    return { ok: false, why: say`The address holds a user name or a password` };
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (isLocal(host) || (NUMBERS.test(host) && isLocalNumber(host)))
    return { ok: false, why: say`${name(host)} is this computer or its own network` };
  if (NUMBERS.test(host)) return { ok: false, why: say`${name(host)} is an address in numbers` };
  return { ok: true, url };
}

/** Only for the wording of the refusal: an address by number is never fetched. */
function isLocalNumber(host: string): boolean {
  return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
}

/**
 * Judged like opening the address, with these differences: a refused address is safe, as nothing is done; a port that the person wrote is allowed; an
 * unencrypted address must be written so by the person; and a link of a page of the same site may be followed, even if it could carry data.
 */
export function judgeFetch(text: string, context: GateContext, places: Places): Judgement {
  const address = readFetchAddress(text);
  if (!address.ok) return safe(FETCH_REFUSED, address.why);
  const { url } = address;
  const goal = context.goal ?? '';
  if (url.protocol === 'http:' && !goal.toLowerCase().includes(`http://${url.host}`))
    return high('url.plain', say`This page comes unencrypted, and you didn't write http`);
  const isPortSaid = url.port !== '' && goal.split(/[\s/?#,;'"<>()]+/).includes(url.host);
  const judged = isPortSaid
    ? judgeUrl(withoutPort(url), { ...context, goal: goal.replaceAll(url.host, url.hostname) }, places)
    : judgeUrl(text, context, places);
  return judged.rule === 'url.data' && context.isFetchedLink === true
    ? moderate('url.link', say`A page of ${name(url.hostname)} leads there`)
    : judged;
}

function withoutPort(url: URL): string {
  const plain = new URL(url);
  plain.port = '';
  return plain.href;
}

/** Whether a redirect stays with the same host, with or without www, and does not drop encryption. */
export function isSameSite(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === to.protocol || (from.protocol === 'http:' && from.port === '');
  return bareHost(from.hostname) === bareHost(to.hostname) && from.port === to.port && isUpgrade;
}
