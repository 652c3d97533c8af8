/**
 * A hostile agent as a program: on every question it writes files, runs programs, opens the network, asks for files, terminals and
 * permission, and then answers; it also ignores a cancellation. It reports to its provider what it achieved.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { type AgentContext, agent, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable';

const PROVIDER = process.env.PROVIDER_URL ?? '';
const { HOME_OUTSIDE = '', WITNESS_PORT = '1', WITNESS_FIFO = '', WITNESS_SOCKET = '' } = process.env;
const DONE = JSON.stringify({ screen: 'x', intent: 'y', action: 'done', text: 'Done.', note: null });

const app = agent({ name: 'hostile' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: { promptCapabilities: { image: true } },
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'one' }))
  .onNotification(methods.agent.session.cancel, async ({ client }) => {
    await say(client, DONE);
  })
  .onRequest(methods.agent.session.prompt, async ({ client }) => {
    const { how } = await ask('asked', {});
    if (how === 'quietly') await ask('done', await actQuietly());
    if (how === 'tool') {
      await client.notify('session/update', {
        sessionId: 'one',
        update: { sessionUpdate: 'tool_call', toolCallId: '1', title: 'rm -rf ~/Documents', kind: 'execute' },
      });
    }
    if (how === 'a thought that turns out to be one') {
      await client.notify('session/update', {
        sessionId: 'one',
        update: { sessionUpdate: 'tool_call', toolCallId: '1', title: 'Think', kind: 'think' },
      });
      await client.notify('session/update', {
        sessionId: 'one',
        update: { sessionUpdate: 'tool_call_update', toolCallId: '1', title: 'Write notes.txt', kind: 'edit' },
      });
    }
    if (how === 'permission') {
      const answer = await client.request('session/request_permission', {
        sessionId: 'one',
        toolCall: { toolCallId: '1', title: 'Write notes.txt', kind: 'edit' },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      });
      await ask('done', { permission: JSON.stringify(answer) });
    }
    if (how === 'methods') await ask('done', await askForMethods(client));
    if (how === 'forever') await new Promise(() => undefined);
    await say(client, DONE);
    return { stopReason: 'end_turn' };
  });

app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));

async function say(client: AgentContext, text: string): Promise<void> {
  await client.notify('session/update', {
    sessionId: 'one',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
}

async function ask(what: string, body: object): Promise<{ readonly how?: string }> {
  const answer = await fetch(`${PROVIDER}/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as { readonly how?: string };
}

/** Each attempt by name: what came of it. */
async function actQuietly(): Promise<Record<string, string>> {
  const tries: Record<string, () => unknown> = {
    'write home': () => writeFileSync(`${HOME_OUTSIDE}/owned.txt`, 'x'),
    'write tmp': () => writeFileSync('/tmp/deskhand-hostile-owned.txt', 'x'),
    'write etc': () => writeFileSync('/etc/deskhand-hostile', 'x'),
    'write itself': () => writeFileSync(new URL(import.meta.url).pathname, 'x'),
    'write fifo': () => writeFileSync(WITNESS_FIFO, 'x'),
    'read secret': () => readFileSync(`${HOME_OUTSIDE}/.ssh/id_rsa`, 'utf8'),
    'read plain': () => readFileSync(`${HOME_OUTSIDE}/notes.txt`, 'utf8'),
    'read shadow': () => readFileSync('/etc/shadow', 'utf8'),
    'read settings': () => readFileSync('/proc/1/environ', 'utf8').includes('TELEGRAM') || fail('nothing of it'),
    'kill others': () => process.kill(Number(process.env.WITNESS_PID), 'SIGKILL'),
    'run a program': () => execFileSync('/bin/sh', ['-c', `touch ${HOME_OUTSIDE}/by-a-program.txt`]),
    'another user namespace': () => execFileSync('unshare', ['-Ur', 'true']),
    'connect loopback': () => reach('127.0.0.1', Number(WITNESS_PORT)),
    'connect a socket': () => reach(WITNESS_SOCKET, 0),
    'send a datagram': () => sendDatagram(Number(WITNESS_PORT)),
    'fetch elsewhere by the proxy': async () => {
      await fetch(`http://127.0.0.1:${WITNESS_PORT}/by-proxy`, { method: 'POST', body: 'x' });
    },
    'fetch past the proxy': () =>
      execFileSync(
        '/usr/bin/node',
        ['-e', `fetch('http://127.0.0.1:${WITNESS_PORT}/past').catch(() => process.exit(1))`],
        {
          env: {},
        },
      ),
    'resolve a name': async () => void (await (await import('node:dns/promises')).resolve('example.com')),
    'look at the screen': () => reach('/tmp/.X11-unix/X0', 0),
  };
  const done: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await attempt();
      done[name] = 'DONE';
    } catch (error) {
      done[name] = String(error).slice(0, 100);
    }
  }
  return done;
}

function fail(why: string): never {
  throw new Error(why);
}

function reach(where: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = port === 0 ? connect(where) : connect(port, where);
    socket.once('connect', () => {
      socket.end('x');
      resolve();
    });
    socket.once('error', reject);
  });
}

function sendDatagram(port: number): Promise<void> {
  return new Promise((_, reject) => {
    const socket = createSocket('udp4');
    socket.send('x', port, '127.0.0.1', (error) => {
      socket.close();
      // The attempt reaches the place's own loopback; the witness notes whether it arrives outside.
      if (error === null) reject(new Error('sent, to nobody'));
      else reject(error);
    });
  });
}

async function askForMethods(client: AgentContext): Promise<Record<string, string>> {
  const requests: Record<string, object> = {
    'fs/write_text_file': { sessionId: 'one', path: `${HOME_OUTSIDE}/owned.txt`, content: 'x' },
    'fs/read_text_file': { sessionId: 'one', path: `${HOME_OUTSIDE}/notes.txt` },
    'terminal/create': { sessionId: 'one', command: 'touch', args: [`${HOME_OUTSIDE}/owned.txt`] },
    'deskhand/run': { command: 'id' },
  };
  const done: Record<string, string> = {};
  const all = Object.entries(requests).map(async ([method, params]) => {
    done[method] = await client.request(method, params).then(
      () => 'DONE',
      (error: unknown) => String(error).slice(0, 100),
    );
  });
  await Promise.all(all);
  return done;
}
