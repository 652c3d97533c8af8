/** What is said of a server that is not as it was confirmed, or does not do what it should. */
import { say, type Text } from '../../src/words/say.ts';

const MAX_ERROR = 1000;

export function describeError(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR);
}

export function sayUnconfirmed(name: string): Text {
  return say`nobody has confirmed it yet: ${`deskhand mcp confirm ${name}`} on the computer shows what it offers`;
}

export function sayChanged(name: string, what: 'code' | 'tools' | 'entry'): Text {
  const command = `deskhand mcp confirm ${name}`;
  switch (what) {
    case 'code':
      return say`its code is another than the confirmed one, so it is off; ${command} on the computer turns it on again`;
    case 'tools':
      return say`it describes its tools otherwise than when it was confirmed, so it is off; ${command} on the computer shows them and turns it on again`;
    case 'entry':
      return say`its entry in mcp.json is another than the confirmed one, so it is off; ${command} on the computer turns it on again`;
  }
}
