/** Sentences for people about a server that is not as it was confirmed, or that fails. */
import { say, slash, type Text } from '../../src/words/say.ts';

const MAX_ERROR = 1000;
const MOST_HOSTS = 5;

export function describeError(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR);
}

/** Of addresses only the host: the rest can carry anything. */
export function sayWantsOpened(addresses: readonly string[]): Text {
  const [host] = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).host] : []));
  return host === undefined
    ? say`It wanted the person to open a page, which is declined: Deskhand opens no addresses for tool servers.`
    : say`It wanted the person to open a page of ${host.slice(0, 100)}, which is declined: Deskhand opens no addresses for tool servers.`;
}

/** `granted`: hosts that it has already. */
export function sayRefusedHosts(server: string, refused: readonly string[], granted: readonly string[]): Text {
  const hosts = refused.slice(0, MOST_HOSTS).map((host) => host.replace(/:443$/, ''));
  const command = ['deskhand mcp confirm', server, ...[...granted, ...hosts].map((host) => `--host ${host}`)].join(' ');
  return say`It wanted to reach ${hosts.join(', ')}, which nobody granted. To grant it, run this on the computer: ${command}`;
}

export function sayUnconfirmed(name: string): Text {
  return say`nobody has confirmed it yet: ${`deskhand mcp confirm ${name}`} on the computer shows what it offers`;
}

export function sayChanged(name: string, what: 'code' | 'tools' | 'entry' | 'issuer'): Text {
  const command = `deskhand mcp confirm ${name}`;
  switch (what) {
    case 'code':
      return say`its code has changed since you confirmed it, so it is off; ${command} on the computer turns it on again`;
    case 'tools':
      return say`it describes its tools differently since you confirmed it, so it is off; ${command} on the computer shows them and turns it on again`;
    case 'entry':
      return say`its entry in mcp.json has changed since you confirmed it, so it is off; ${command} on the computer turns it on again`;
    case 'issuer':
      return say`it wants you to sign in elsewhere than when it was confirmed, so it is off; ${slash(`tools ${name}`)} in the chat, or ${command} on the computer, shows where and turns it on again`;
  }
}

export function saySignIn(name: string): Text {
  return say`you have to sign in to it: ${slash(`tools ${name}`)} in the chat has a button for it, or run ${`deskhand mcp sign-in ${name}`} on the computer`;
}
