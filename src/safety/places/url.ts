/** Judges addresses: free only http(s) to a host the person named, with nothing in it that they did not say. */
import { say } from '../../words/say.ts';
import { cite, critical, high, moderate, name } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import type { Places } from './places.ts';
import { isOfSite } from './same-site.ts';
import { isShared } from './shared-hosts.ts';
import { COMMON_WORDS } from './url-words.ts';
import { WELL_KNOWN_SITES } from './well-known-sites.ts';

/** Schemes that run code or show secrets in the page they open. */
const RUNS_CODE =
  /^(?:javascript|vbscript|data|blob|filesystem|view-source|livescript|mocha|jar|applescript|x-applescript|x-terminal|ssh|telnet|shell|itms-services|x-man-page|vscode|vscode-insiders|cursor|jetbrains|shortcuts|workflow|ms-msdt|search-ms)$/;

/** Words in a path or query by which merely opening a page does something. */
const ACTING_PART =
  /(?:^|[^a-z])(?:logout|log-out|signout|sign-out|delete|remove|unsubscribe|confirm|approve|authorize|authorise|oauth|grant|checkout|purchase|buy|order|pay|payment|transfer|withdraw|cancel|reset|deactivate|disable|invite|accept|callback|webhook|exec|eval|cmd|shutdown|intent|compose|share|sharer|install|download)(?:$|[^a-z])/i;

/** A longer address carries data, and would take long to check. */
const LONGEST_ADDRESS = 4096;
const LONGEST_HOST = 253;

const DOWNLOADS =
  /\.(?:dmg|pkg|mpkg|exe|msi|app|sh|bash|zsh|command|tool|workflow|scpt|applescript|terminal|jar|deb|rpm|appimage|run|bat|cmd|ps1|vbs|hta|iso|img|zip|tar|gz|tgz|xz|7z|rar|xip|mobileconfig|ipa|apk|crx|xpi|vsix|webloc|inetloc|url|desktop|lnk|plist)$/i;

export function judgeUrl(url: string, context: GateContext, places: Places): Judgement {
  const text = url.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u2000-\u206f\u3000\ufeff\\]/.test(text) || text.startsWith('-')) {
    return high('url.odd', say`The address holds characters that plain addresses don't have`);
  }
  if (text.length > LONGEST_ADDRESS)
    return RUNS_CODE.test(/^[a-z][a-z0-9+.-]{0,30}(?=:)/i.exec(text)?.[0].toLowerCase() ?? '')
      ? critical('url.runs-code', say`This address runs what it says`)
      : high('url.long', say`The address is long enough to carry data away`);
  const parsed = parseUrl(text);
  if (parsed === null) return high('url.not-understood', say`${cite(text)} is not an address`);
  const scheme = parsed.protocol.slice(0, -1).toLowerCase();
  if (RUNS_CODE.test(scheme)) return critical('url.runs-code', say`A ${scheme}: address runs what it says`);
  if (scheme === 'file') return judgeFileUrl(parsed, places);
  if (parsed.href === 'about:blank') return moderate('url.blank', say`It opens an empty page`);
  if (scheme !== 'http' && scheme !== 'https') return high('url.scheme', say`A ${scheme}: address opens another app`);
  return judgeWebUrl(parsed, text, context);
}

/** `example.com/x` counts as https; anything else without a scheme is no address. */
export function parseUrl(text: string): URL | null {
  if (URL.canParse(text) && /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+\.[a-z]{2,}:\d/i.test(text))
    return new URL(text);
  const withScheme = `https://${text}`;
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}]{2,}(?:[/:?#]|$)/u.test(text) && URL.canParse(withScheme)
    ? new URL(withScheme)
    : null;
}

function judgeFileUrl(url: URL, places: Places): Judgement {
  const found = places.read(decodeURIComponent(url.pathname), '/', false);
  if (url.hostname !== '' || found.kind !== 'plain')
    return critical('url.file', say`It opens a file as a page: ${found.why}`);
  return high('url.file', say`It opens a file as a page, and that can be anything`);
}

function judgeWebUrl(url: URL, text: string, context: GateContext): Judgement {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(text))
    return high('url.credentials', say`The address holds a user name or a password`);
  if (host.length > LONGEST_HOST) return high('url.long', say`The address is long enough to carry data away`);
  if (/^[\d.]+$/.test(host)) return high('url.number', say`${name(host)} is an address in numbers`);
  if (isLocal(host)) return high('url.local', say`${name(host)} is this computer or its own network`);
  if (/(?:^|\.)xn--/.test(host)) return high('url.look-alike', say`${name(host)} can look like another address`);
  if (url.port !== '') return high('url.port', say`Port ${url.port} is an unusual one for a page`);
  const goal = context.goal ?? '';
  const isGranted = context.scope?.sites.some((site) => isOfSite(host, site)) === true;
  if (!isGranted && !isNamedHost(host, goal)) return high('url.host-not-named', say`You didn't mention ${name(host)}`);
  if (DOWNLOADS.test(url.pathname)) return high('url.download', say`It downloads a file`);
  const isVerbatim =
    goal.toLowerCase().includes(text.toLowerCase()) ||
    goal.toLowerCase().includes(url.href.toLowerCase().replace(/\/$/, ''));
  if (isVerbatim) return moderate('url.said', say`You gave this address`);
  return judgeRest(url, goal);
}

/** Judges the part behind the host: it must be short and plain, and its query may only contain the person's words. */
function judgeRest(url: URL, goal: string): Judgement {
  const rest = safeDecode(`${url.pathname}${url.search}${url.hash}`);
  if (rest === null) return high('url.odd', say`The address is not written plainly`);
  if (ACTING_PART.test(rest)) return high('url.acts', say`Opening this address may already do something`);
  if (url.pathname.length > 120 || url.search.length > 200 || url.hash.length > 60)
    return high('url.long', say`The address is long enough to carry data away`);
  const path = safeDecode(url.pathname) ?? '';
  if (path.split('/').some((part) => looksLikeData(part, goal)))
    return high('url.data', say`The address carries something you didn't say`);
  const said = foldWords(goal);
  const isKnown = (word: string): boolean =>
    word.length <= 2 || said.has(word) || COMMON_WORDS.has(word) || hasSameStem(word, said);
  const names = [path, url.hostname, ...url.searchParams.keys()].flatMap((text) => [...foldWords(text)]);
  const values = [...url.searchParams.values(), safeDecode(url.hash.slice(1)) ?? ''].flatMap((value) => [
    ...foldWords(value),
  ]);
  const stranger =
    names.find((word) => !isKnown(word) && !isPartOfSite(word, url.hostname)) ??
    values.find((word) => word.length > 2 && !said.has(word));
  return stranger === undefined
    ? moderate('url.host-named', say`You mentioned ${name(url.hostname)}`)
    : high('url.data', say`The address carries ${cite(stranger)}, which you didn't say`);
}

/** Whether a word of the address has the stem of a said one: “cats” was said, the address has “Cat”. */
function hasSameStem(word: string, said: ReadonlySet<string>): boolean {
  if (word.length < 3) return false;
  return [...said].some(
    (other) =>
      other.length >= 3 &&
      Math.abs(other.length - word.length) <= 3 &&
      (other.startsWith(word) || word.startsWith(other)),
  );
}

/** Whether the word is part of the site's own name; what stands before it could carry data, and is checked by itself. */
function isPartOfSite(word: string, host: string): boolean {
  const labels = host.split('.');
  const own = labels.slice(/^(?:co|com|org|net|gov|ac|edu|ltd)$/.test(labels.at(-2) ?? '') ? -3 : -2);
  return own.some((label) => foldWords(label).has(word));
}

/** Whether a part of a path looks like data: long runs of letters and digits, instead of words. */
function looksLikeData(part: string, goal: string): boolean {
  if (part === '' || goal.toLowerCase().includes(part.toLowerCase())) return false;
  if (!/^[\p{L}\p{N}._~@()'!,:+ -]+$/u.test(part)) return true;
  return part
    .split(/[^\p{L}\p{N}]+/u)
    .some((piece) => piece.length > 24 || (piece.length > 10 && /\d/.test(piece) && /[a-z]/i.test(piece)));
}

/** Whether the goal names the host, a parent domain of it, or a plain name for it. */
function isNamedHost(host: string, goal: string): boolean {
  const text = ` ${goal.toLowerCase()} `;
  const labels = host.replace(/^www\./, '').split('.');
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const candidate = labels.slice(at).join('.');
    if (isShared(candidate)) break;
    if (hasWhole(text, candidate)) return true;
  }
  return Object.entries(WELL_KNOWN_SITES).some(([name, hosts]) => {
    const isMeant = hosts.some(
      (known) =>
        host === known ||
        host === `www.${known}` ||
        (host.endsWith(`.${known}`) && /^[a-z]{2,3}(?:\.m)?$|^m$/.test(host.slice(0, -known.length - 1))),
    );
    return isMeant && hasWhole(text, name);
  });
}

function hasWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\p{L}\p{N}.@_-]/u.test(before) && !/^[\p{L}\p{N}_-]|^\.[\p{L}\p{N}]/u.test(after)) return true;
    if (
      before === '.' &&
      name.includes('.') &&
      !/^[\p{L}\p{N}_-]|^\.[\p{L}\p{N}]/u.test(after) &&
      /www\.$/.test(text.slice(0, at))
    )
      return true;
  }
  return false;
}

/** Whether it is this computer or a private network, by name or number. */
export function isLocal(host: string): boolean {
  if (host.startsWith('[')) return !/^\[2(?!002:|001:0?:)[0-9a-f]{3}:/.test(host) || host.includes('::ffff:');
  return (
    !host.includes('.') ||
    /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion|localtest\.me|lvh\.me|nip\.io|sslip\.io|xip\.io|fritz\.box|speedport\.ip|localnet|localhost\.direct|vcap\.me|lacolhost\.com)$/.test(
      host,
    )
  );
}

function foldWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
}

function safeDecode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    // A second layer of percent encoding is never accidental.
    return /%[0-9a-f]{2}/i.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}
