/** The one way out of an agent's place: tunnels (CONNECT, RFC 9110, 9.3.6) to the hosts that are named, and to no other. */
import { connect, type Server, type Socket } from 'node:net';

export interface ConnectRules {
  /** `host` for port 443, or `host:port`; small letters. `*.host` is every name below it. */
  readonly hosts: readonly string[];
  /** Called with a refused target, as `host:port`. */
  readonly onRefused: (target: string) => void;
  /** What `Proxy-Authorization` must carry, where others could reach the proxy too; null: nobody else can. */
  readonly secret: string | null;
}

const MAX_HEAD_BYTES = 8192;
const HEAD_MS = 10_000;
const MAX_TUNNELS = 64;

/** Answers every connection to the server from now on. Returns what ends all of them. */
export function serveTunnels(server: Server, rules: ConnectRules): () => void {
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  server.on('connection', (socket) => {
    if (open.size >= 2 * MAX_TUNNELS) {
      socket.destroy();
      return;
    }
    track(socket);
    readHead(socket, (head, rest) => answer(socket, head, rest, rules, track));
  });
  server.on('error', () => undefined);
  return () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
}

/** Whether a target `host:port` is among the hosts. */
export function isAllowed(target: string, hosts: readonly string[]): boolean {
  const at = target.lastIndexOf(':');
  const [host, port] = [target.slice(0, at).toLowerCase(), target.slice(at + 1)];
  if (host === '' || host.endsWith('.')) return false;
  return hosts.some((allowed) => {
    const [, name = allowed, wanted = '443'] = /^(.*?)(?::(\d+))?$/.exec(allowed) ?? [];
    if (port !== wanted) return false;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
  });
}

function readHead(socket: Socket, then: (head: string, rest: Buffer) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), HEAD_MS);
  socket.once('close', () => clearTimeout(timer));
  const onData = (more: Buffer): void => {
    bytes = Buffer.concat([bytes, more]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      if (bytes.length > MAX_HEAD_BYTES) socket.destroy();
      return;
    }
    clearTimeout(timer);
    socket.off('data', onData);
    socket.pause();
    then(bytes.subarray(0, end).toString('latin1'), bytes.subarray(end + 4));
  };
  socket.on('data', onData);
}

function answer(
  socket: Socket,
  head: string,
  rest: Buffer,
  { hosts, onRefused, secret }: ConnectRules,
  track: (socket: Socket) => void,
): void {
  const [first = '', ...headers] = head.split('\r\n');
  const [, method = '', target = ''] = /^(\S+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
  const refuse = (status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  };
  if (secret !== null && !headers.some((line) => line.toLowerCase() === authorization(secret).toLowerCase())) {
    refuse('407 Proxy Authentication Required');
    return;
  }
  if (method !== 'CONNECT') {
    onRefused(describeTarget(target));
    refuse('405 Method Not Allowed');
    return;
  }
  if (!isAllowed(target, hosts)) {
    onRefused(target);
    refuse('403 Forbidden');
    return;
  }
  const at = target.lastIndexOf(':');
  const far = connect({ host: target.slice(0, at), port: Number(target.slice(at + 1)) });
  track(far);
  far.once('error', () => {
    if (far.connecting || far.bytesRead === 0) refuse('502 Bad Gateway');
    else socket.destroy();
  });
  far.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (rest.length > 0) far.write(rest);
    socket.pipe(far).pipe(socket);
    socket.once('close', () => far.destroy());
    far.once('close', () => socket.end());
  });
}

function authorization(secret: string): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`deskhand:${secret}`).toString('base64')}`;
}

/** The target of a request that is no tunnel, for the log. */
function describeTarget(target: string): string {
  return URL.canParse(target) ? new URL(target).host : target.slice(0, 200);
}
