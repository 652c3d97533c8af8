/** Where an X display's server listens and which cookie lets us in: what `DISPLAY` and `XAUTHORITY` mean. */
import { readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/** The part of the environment that says which display is meant. */
export interface DisplayEnvironment {
  readonly DISPLAY?: string | undefined;
  readonly XAUTHORITY?: string | undefined;
}

export interface DisplayAddress {
  /** As people write it: ":0". */
  readonly name: string;
  /** Display number as it stands in the authority file. */
  readonly number: string;
  readonly connect: { readonly path: string } | { readonly host: string; readonly port: number };
}

/** X(7): a display listens on TCP port 6000 + its number. */
const TCP_PORT_BASE = 6000;
/** Xauth families (X11/Xauth.h): a cookie for this machine, or for any display. */
const FAMILY_LOCAL = 256;
const FAMILY_WILD = 65_535;
const COOKIE_PROTOCOL = 'MIT-MAGIC-COOKIE-1';

/** Reads "[host]:number[.screen]"; null when it is not a display name. */
export function readDisplayName(name: string): DisplayAddress | null {
  const match = /^(?:unix)?([^:/]*):(\d+)(?:\.\d+)?$/.exec(name.trim());
  if (match === null) return null;
  const [, host = '', number = ''] = match;
  const connect = host === '' ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: TCP_PORT_BASE + Number(number) };
  return { name: `${host}:${number}`, number, connect };
}

/** The cookie for a display, empty when there is none (the server may let local users in without one). */
export async function readCookie(address: DisplayAddress, env: DisplayEnvironment): Promise<Buffer> {
  const path = env.XAUTHORITY === undefined || env.XAUTHORITY === '' ? join(homedir(), '.Xauthority') : env.XAUTHORITY;
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch {
    return Buffer.alloc(0);
  }
  return findCookie(bytes, address.number, hostname());
}

/** One authority file entry that opens any display for whoever can read the file. */
export function encodeCookieFile(cookie: Buffer): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_WILD);
  return Buffer.concat([family, counted(''), counted(''), counted(COOKIE_PROTOCOL), counted(cookie)]);
}

/** Xau's file format: family, then address, display number, protocol name and data, each with a 16-bit length, big-endian. */
function findCookie(file: Buffer, number: string, host: string): Buffer {
  let offset = 0;
  const next = (): Buffer => {
    const length = file.readUInt16BE(offset);
    const field = file.subarray(offset + 2, offset + 2 + length);
    offset += 2 + length;
    return field;
  };
  try {
    while (offset < file.length) {
      const family = file.readUInt16BE(offset);
      offset += 2;
      const [address, display, protocol, data] = [next(), next(), next(), next()];
      const isOurs = family === FAMILY_WILD || (family === FAMILY_LOCAL && address.toString() === host);
      const isForDisplay = display.length === 0 || display.toString() === number;
      if (isOurs && isForDisplay && protocol.toString() === COOKIE_PROTOCOL) return Buffer.from(data);
    }
  } catch (error) {
    // A file cut short holds no further cookie.
    if (!(error instanceof RangeError)) throw error;
  }
  return Buffer.alloc(0);
}

function counted(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The protocol name the server wants beside a cookie; '' without one. */
export function cookieProtocol(cookie: Buffer): string {
  return cookie.length === 0 ? '' : COOKIE_PROTOCOL;
}
