/** Effects of programs that talk to other computers. */
import { type Sentence, say } from '../../../words/say.ts';
import type { ShellWord } from '../words.ts';
import { always, type Effect, type Effects, has, hostIn, namesOf, operandsOf, type Use, unless } from './use.ts';

type RequestKind = 'ask' | 'send' | 'delete' | 'download';

function sayRequest(kind: RequestKind, words: readonly ShellWord[]): Sentence {
  const host = hostIn(words);
  switch (kind) {
    case 'ask':
      return host === null ? say`It asks a server` : say`It asks ${host}`;
    case 'send':
      return host === null ? say`It sends something to a server` : say`It sends something to ${host}`;
    case 'delete':
      return host === null ? say`It deletes something on a server` : say`It deletes something on ${host}`;
    case 'download':
      return host === null ? say`It downloads something` : say`It downloads something from ${host}`;
  }
}

function kindOfMethod(method: string): RequestKind | null {
  if (method === 'DELETE') return 'delete';
  return /^(?:POST|PUT|PATCH)$/.test(method) ? 'send' : null;
}

const METHOD = /^(?:-X|--request|--method)(?:=?(.+))?$/;

function methodOf({ words }: Use): string {
  const at = words.findIndex(({ text }) => METHOD.test(text));
  if (at < 0) return '';
  return (METHOD.exec(words[at]?.text ?? '')?.[1] ?? words[at + 1]?.text ?? '').toUpperCase();
}

/** Options that send a request body. */
const CURL_SENDS = /^(?:-[a-zA-Z]*[dFT]|-[dFT]\S.*|--(?:data|json|form|upload-file)(?:-[a-z]+)?(?:=.*)?)$/;
const CURL_SAVES = /^(?:-[a-zA-Z]*[oO]|--output.*|--remote-name.*)$/;

const curl: Effect = (use) => {
  const kind =
    kindOfMethod(methodOf(use)) ?? (has(use, CURL_SENDS) ? 'send' : has(use, CURL_SAVES) ? 'download' : 'ask');
  return sayRequest(kind, use.words);
};

const wget: Effect = (use) => {
  const kind = kindOfMethod(methodOf(use)) ?? (has(use, /^--(?:post|body)-/) ? 'send' : 'download');
  return sayRequest(kind, use.words);
};

/** `http POST example.com name=value` */
const httpie: Effect = (use) => {
  const operands = operandsOf(use);
  const method = operands.find(({ text }) => /^[A-Z]{3,7}$/.test(text))?.text ?? '';
  const isSending = operands.slice(1).some(({ text }) => /[:=]?=|@/.test(text.replace(/^[a-z]+:\/\/\S*/i, '')));
  return sayRequest(kindOfMethod(method) ?? (isSending ? 'send' : 'ask'), use.words);
};

const logsIn: Effect = (use) => {
  const [first] = use.words;
  const names = first === undefined || first.text.startsWith('-') ? null : namesOf([first]);
  return names === null ? say`It works on another computer` : say`It works on another computer, ${names}`;
};

/** `host:path` means another computer. */
const copiesOver: Effect = (use) =>
  use.program !== 'rsync' || operandsOf(use).some(({ text }) => /^[^/]*:/.test(text))
    ? say`It copies files to or from another computer`
    : say`It copies files`;

/** The host comes last: `ping -c 1 example.com`. */
const pings: Effect = (use) => {
  const host = namesOf(operandsOf(use).slice(-1));
  return host === null ? say`It asks a server` : say`It asks ${host}`;
};

export const NETWORK_EFFECTS: Effects = {
  curl: unless(/^(?:-[a-zA-Z]*K|--config|--engine)/, curl),
  'wget|aria2c': unless(/^(?:-e|-i|--(?:execute|config|use-askpass|input-file|on-))/, wget),
  'http|https|xh': httpie,
  // Of their options some run a program on this computer.
  'ssh|mosh': unless(/^-[oFJSD]|^--ssh/, logsIn),
  'scp|sftp|rsync|ftp': unless(/^-[a-zA-Z]*[oeFSD]|^--(?:rsh|rsync-path)/, copiesOver),
  'nc|ncat|netcat|socat|telnet': always(say`It connects to another computer`),
  'ping|ping6|traceroute|tracepath|mtr|fping': pings,
  'dig|host|nslookup|whois|drill': always(say`It asks name servers`),
  'mail|mailx|sendmail|mutt|msmtp|swaks': always(say`It sends a mail`),
};
