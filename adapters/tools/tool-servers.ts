/** The servers of mcp.json: each as it was confirmed, started when it is first needed, watched, and ended with us. */
import type { SignInStore } from '../../src/ports/sign-ins.ts';
import type { ToolPlace } from '../../src/ports/tool-place.ts';
import type { Tool, ToolAnswer, ToolCall, ToolServer, Tools } from '../../src/ports/tools.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import type { Connection } from './connection.ts';
import { describeError, sayChanged, saySignIn, sayUnconfirmed } from './said-of-server.ts';
import { hashOfEntry, type Pin, type ServerEntry, type ServerFiles } from './server-files.ts';
import type { PublicWeb } from './sign-in/guarded-fetch.ts';
import { hashOfTools } from './tool-list.ts';

export interface ToolServersOptions {
  readonly files: ServerFiles;
  readonly place: ToolPlace;
  readonly signIns: SignInStore;
  readonly web: PublicWeb;
  /** Deskhand's version, told to servers. */
  readonly version: string;
}

/** A server that nobody uses for this long is ended. */
const IDLE_MS = 5 * 60_000;
/** A server that ends this often within `ENDS_WITHIN_MS` is left alone for a while. */
const MOST_ENDS = 3;
const ENDS_WITHIN_MS = 60_000;

/** The protocol's library is 4 MB in memory: it is loaded with the first call. */
export function createToolServers({ files, place, signIns, web, version }: ToolServersOptions): Tools {
  const running = new Map<string, Promise<Connection>>();
  const open = new Set<string>();
  const ends = new Map<string, readonly number[]>();
  /** Servers for which no valid sign-in was found. */
  const signedOut = new Set<string>();
  const idle = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const stop = (name: string): void => {
    clearTimeout(idle.get(name));
    idle.delete(name);
    const connection = running.get(name);
    running.delete(name);
    open.delete(name);
    connection?.then(
      (one) => one.close(),
      () => undefined,
    );
  };

  const restLater = (name: string): void => {
    clearTimeout(idle.get(name));
    idle.set(name, setTimeout(() => stop(name), IDLE_MS).unref());
  };

  const noteEnd = (name: string): void => {
    const now = performance.now();
    ends.set(name, [...(ends.get(name) ?? []).filter((at) => now - at < ENDS_WITHIN_MS), now]);
  };

  const servers = (): readonly ToolServer[] => {
    const { entries, pins } = files.read();
    return [...entries].map(([name, entry]) => {
      const pin = pins.get(name) ?? null;
      const why = whyOff(name, entry, pin);
      const state = why !== null ? why.state : open.has(name) ? 'running' : 'ready';
      const isNeeded = pin?.changed === 'issuer' || (why === null && signedOut.has(name));
      const signIn = isNeeded ? 'needed' : pin?.signIn === undefined ? 'none' : 'kept';
      const detail = why?.detail ?? (isNeeded ? saySignIn(name) : '');
      return { name, what: describeEntry(entry), state, detail, signIn, tools: pin?.tools ?? [] };
    });
  };

  /** Throws a sentence. */
  const confirmed = (name: string): { readonly entry: ServerEntry; readonly pin: Pin } => {
    const { entries, pins } = files.read();
    const [entry, pin] = [entries.get(name), pins.get(name)];
    if (entry === undefined || pin === undefined || whyOff(name, entry, pin) !== null)
      throw new SaidError(say`it is not confirmed`);
    return { entry, pin };
  };

  /** A changed issuer turns the server off on the disk, so that the next caller is told, too. */
  const noteFault = async (name: string, fault: unknown): Promise<void> => {
    if (!(fault instanceof SaidError)) return;
    if (fault.name === 'SignInNeeded') signedOut.add(name);
    const pin = files.read().pins.get(name);
    if (fault.name === 'IssuerChanged' && pin !== undefined) await files.markChanged(name, pin, 'issuer');
  };

  /** Rejects with a sentence. */
  const start = async (name: string, signal: AbortSignal): Promise<Connection> => {
    const { entry, pin } = confirmed(name);
    const { openServer } = await import('./open-server.ts');
    const connection = await openServer(
      { name, entry, pin, folder: files.folderOf(name).files, place, signIns, web, version },
      signal,
    ).catch(async (error: unknown) => {
      await noteFault(name, error);
      throw error;
    });
    try {
      await checkTools(name, pin, connection, signal);
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  };

  /** Tools other than the confirmed ones turn the server off on the disk. */
  const checkTools = async (name: string, pin: Pin, connection: Connection, signal: AbortSignal): Promise<void> => {
    if (hashOfTools(await connection.list(signal)) === hashOfTools(pin.tools)) return;
    await files.markChanged(name, pin, 'tools');
    throw new SaidError(sayChanged(name, 'tools'));
  };

  const use = async (name: string, signal: AbortSignal): Promise<Connection> => {
    const known = await running.get(name)?.catch(() => null);
    const pin = files.read().pins.get(name);
    if (known?.isOpen() === true && pin !== undefined) {
      try {
        await checkTools(name, pin, known, signal);
        return known;
      } catch (error) {
        stop(name);
        await noteFault(name, known.fault() ?? error);
        if (error instanceof SaidError) throw error;
        signal.throwIfAborted();
      }
    } else if (known !== undefined) {
      noteEnd(name);
      stop(name);
    }
    // A server that must not be started throws here; that is no end to count.
    confirmed(name);
    if ((ends.get(name) ?? []).length >= MOST_ENDS)
      throw new SaidError(say`it ended ${MOST_ENDS} times within a minute; try again later`);
    const starting = start(name, signal).catch((error: unknown) => {
      if (!signal.aborted) noteEnd(name);
      throw error instanceof SaidError ? error : new SaidError(describeError(error));
    });
    running.set(name, starting);
    try {
      const connection = await starting;
      open.add(name);
      return connection;
    } catch (error) {
      running.delete(name);
      throw error;
    }
  };

  const find = ({ server, name }: ToolCall): Tool | undefined =>
    files
      .read()
      .pins.get(server)
      ?.tools.find((tool) => tool.name === name);

  return {
    servers,
    async misfit(call) {
      const tool = find(call);
      if (tool === undefined) return null;
      const { findMisfit } = await import('./check-arguments.ts');
      return findMisfit(tool.input, call.arguments);
    },
    async call(call, ask, signal): Promise<ToolAnswer> {
      const { server } = call;
      if (isClosed) return { ok: false, text: say`Tool servers have ended.` };
      clearTimeout(idle.get(server));
      try {
        const connection = await use(server, signal);
        const answer = await connection.call(call, ask, signal);
        if (answer.ok) signedOut.delete(server);
        else await noteFault(server, connection.fault());
        if (!connection.isOpen()) open.delete(server);
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, text: say`The tool server “${server}” could not be used: ${textOf(error)}` };
      } finally {
        restLater(server);
      }
    },
    async signIn(server, talk, signal) {
      const { entries, pins } = files.read();
      const [entry, pin] = [entries.get(server), pins.get(server)];
      if (entry === undefined || pin === undefined) throw new SaidError(say`it is not confirmed`);
      const { signInAnew } = await import('./sign-in/sign-in-anew.ts');
      const signedIn = await signInAnew({ name: server, entry, pin, store: signIns, web, talk }, signal);
      await files.setPin(server, signedIn);
      signedOut.delete(server);
      stop(server);
      try {
        await use(server, signal);
        return '';
      } catch (error) {
        signal.throwIfAborted();
        return textOf(error);
      } finally {
        restLater(server);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all(
        [...running.values()].map((one) =>
          one.then(
            (connection) => connection.close(),
            () => undefined,
          ),
        ),
      );
      for (const name of [...running.keys()]) stop(name);
    },
  };
}

/** null: it may be started. */
function whyOff(name: string, entry: ServerEntry, pin: Pin | null): Pick<ToolServer, 'state' | 'detail'> | null {
  if (entry.disabled) return { state: 'broken', detail: say`mcp.json says that it is disabled` };
  if (pin === null) return { state: 'unconfirmed', detail: sayUnconfirmed(name) };
  if (pin.changed !== undefined) return { state: 'changed', detail: sayChanged(name, pin.changed) };
  if (pin.declared !== hashOfEntry(entry)) return { state: 'changed', detail: sayChanged(name, 'entry') };
  return null;
}

function describeEntry(entry: ServerEntry): string {
  return 'url' in entry ? entry.url : [entry.command, ...entry.args].join(' ');
}
