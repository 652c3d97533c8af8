/** Gets a page of the public web and tells its text, or in one sentence why not. */

import type { MachineResult } from '../../../src/ports/machine.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import { isSameSite, readFetchAddress } from '../../../src/safety/places/fetch-address.ts';
import { join, say, type Text } from '../../../src/words/say.ts';
import type { DocumentCode, DocumentPlaceOptions } from '../documents/document-place.ts';
import { understand } from '../documents/open-document.ts';
import type { ReadProcesses } from '../process-group.ts';
import { createUnderWay } from '../under-way.ts';
import { type Answer, get, TooLarge } from './get.ts';
import { PrivateAddress, WEB, type Web } from './web.ts';

export interface Fetch {
  fetch(url: string, signal: AbortSignal): Promise<MachineResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface FetchOptions extends Omit<DocumentPlaceOptions, keyof DocumentCode> {
  readonly readProcesses: ReadProcesses;
  /** For tests: a stand-in for the network, and the time limit. */
  readonly web?: Web;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
/** The length that the next step is shown of a result, less the words around it. */
const MAX_CHARACTERS = 5_500;
const LITTLE_TEXT = 200;
const READABLE =
  /^(?:text\/(?:html|plain|csv|tab-separated-values|markdown|xml)|application\/(?:xhtml\+xml|json|xml|pdf|x-pdf|[\w.-]+\+(?:json|xml)))$/;

/** `code`: what reads pages, in a process that has nothing else; without it nothing is fetched. */
export function createFetch(code: DocumentCode | undefined, options: FetchOptions): Fetch {
  const { web = WEB, timeoutMs = TIMEOUT_MS } = options;
  const underWay = createUnderWay();
  const read = async (text: string, signal: AbortSignal): Promise<MachineResult> => {
    const address = readFetchAddress(text);
    if (!address.ok) return no(say`${address.why}. Nothing was fetched.`);
    if (code === undefined) return no(say`Pages are not read here. Open it with open_url.`);
    const limit = AbortSignal.timeout(timeoutMs);
    const found = await follow(address.url, web, anySignal(signal, limit)).catch((error: unknown) => {
      signal.throwIfAborted();
      return no(limit.aborted ? say`${address.url.hostname} took too long to answer.` : whyNot(address.url, error));
    });
    if ('ok' in found) return found;
    return await tellPage(found, signal, { ...code, ...options });
  };
  return {
    async fetch(url, signal) {
      signal.throwIfAborted();
      return await underWay.track(read(url, underWay.signalOf(signal)));
    },
    close: underWay.close,
  };
}

interface Page {
  readonly url: URL;
  readonly answer: Answer;
}

/** Follows redirects within one site only: another site is reported, since going there is a new act for the gate to judge. */
async function follow(start: URL, web: Web, signal: AbortSignal): Promise<Page | MachineResult> {
  let url = start;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const answer = await get(url, web, signal);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return { url, answer };
    const next = readFetchAddress(URL.parse(location, url.href)?.href ?? '');
    if (!next.ok) return no(say`${url.hostname} leads elsewhere, and that is not fetched: ${next.why}.`);
    if (!isSameSite(url, next.url))
      return no(say`The page leads to another address: ${next.url.href}. Nothing was fetched from there.`);
    url = next.url;
  }
  return no(say`${start.hostname} leads from one address to the next without an end.`);
}

async function tellPage(
  { url, answer }: Page,
  signal: AbortSignal,
  options: Omit<FetchOptions, 'web'> & DocumentCode,
): Promise<MachineResult> {
  const why = whyNoPage(url, answer);
  if (why !== null) return no(why);
  const type = answer.headers['content-type'] ?? 'text/plain';
  const { platform, hasPlace, readProcesses, program, code, timeoutMs = TIMEOUT_MS } = options;
  const place = { platform, hasPlace, readProcesses, program, code, timeoutMs };
  const facts = await understand(answer.bytes, ['page', url.href, type], signal, place);
  if (facts.kind === 'unreadable') return no(say`The page cannot be read: ${facts.why}. Open it with open_url.`);
  const text = 'text' in facts ? facts.text.trim() : '';
  const hint = say`There is hardly any text without JavaScript or pictures. Open it with open_url to see more.`;
  const isMarkup = /html/i.test(type);
  if (text === '') return no(isMarkup ? hint : say`The page is empty.`);
  const left = text.length - MAX_CHARACTERS;
  return {
    ok: true,
    text: join(
      [
        url.href,
        left > 0 ? text.slice(0, MAX_CHARACTERS) : text,
        ...(left > 0 ? [say`(${left} more characters are left out; open_url shows the whole page)`] : []),
        ...(isMarkup && text.length < LITTLE_TEXT ? [hint] : []),
      ],
      '\n',
    ),
  };
}

function whyNoPage({ hostname: host }: URL, { status, headers }: Answer): Text | null {
  if (status === 404 || status === 410) return say`${host} has no such page (${status}).`;
  if (status === 401 || status === 403 || status === 407)
    return say`${host} does not show this page to everyone (${status}). Open it with open_url if the person is signed in there.`;
  if (status === 429) return say`${host} was asked too often (429). Wait, or go on without it.`;
  if (status >= 500) return say`${host} has trouble (${status}). Try again later.`;
  if (status < 200 || status >= 300) return say`${host} did not give the page (${status}).`;
  const media = (headers['content-type'] ?? 'text/plain').replace(/;.*$/s, '').trim().toLowerCase();
  return READABLE.test(media)
    ? null
    : say`It is ${media.replaceAll(/[^\w./+-]/g, '')}: only pages, text, JSON, XML, CSV and PDF are fetched. Open it with open_url.`;
}

const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL']);
const UNREACHABLE = /^(?:ECONN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|EPIPE|EADDRNOTAVAIL)/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|HOSTNAME_MISMATCH/;

function whyNot({ hostname: host }: URL, error: unknown): Text {
  if (error instanceof PrivateAddress)
    return say`${host} leads to this computer or its own network. Nothing was fetched.`;
  if (error instanceof TooLarge) return say`The page is larger than 2 MB. Open it with open_url.`;
  const code = codeOf(error);
  if (NO_NAME.has(code)) return say`${host} was not found, or this computer is offline.`;
  if (CERTIFICATE.test(code)) return say`The certificate of ${host} is not valid, so nothing was fetched.`;
  if (UNREACHABLE.test(code)) return say`${host} cannot be reached.`;
  return say`${host} did not answer as a web server does.`;
}

/** '' for what has none. Several failed addresses come as one error. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function no(text: Text): MachineResult {
  return { ok: false, text };
}
