/** What is known of commands that stay open: what the gateway and the machine have on their disks, and what the server waits for. */
import { join } from 'node:path';
import { openJournal } from '../../../adapters/files/journal.ts';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { client } from '../../../adapters/fleet/nats-client.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { GATEWAY_INBOX, subjectsOf, WORK_STREAM } from '../../../src/fleet/subjects.ts';
import { type InboxEvent, inboxEventSchema } from '../../../src/inbox/inbox-events.ts';
import type { FleetServer } from '../fleet-server.ts';

const MOST_MACHINES = 10;

export interface StuckPorts {
  readonly folder: string;
  readonly server: FleetServer;
  /** The machine of each open command, by the command's update. */
  readonly open: ReadonlyMap<string, string>;
  /** The number of this machine's working connections. */
  readonly lines: (machine: string) => number;
  readonly note: (line: string) => void;
}

/** To be called when no process writes to these disks any more and the server still runs. Never rejects. */
export async function tellStuck({ folder, server, open, lines, note }: StuckPorts): Promise<void> {
  try {
    const gateway = readEvents(folder, 'gateway');
    const url = server.url;
    const connection = await connectFleet({
      url,
      creds: server.credsOf('gateway'),
      name: 'why',
      inboxPrefix: GATEWAY_INBOX,
      note,
    });
    const { streams, consumers } = await client.jetstreamManager(connection);
    const { state } = await streams.info(WORK_STREAM);
    note(`the stream has ${state.messages} commands, ${state.first_seq} to ${state.last_seq}`);
    const machines = [...new Set(open.values())];
    for (const machine of machines.slice(0, MOST_MACHINES)) {
      const info = await consumers.info(WORK_STREAM, subjectsOf(machine).consumer).catch(String);
      note(`${machine}: ${lines(machine)} lines through; its consumer: ${describe(info)}`);
      const own = readEvents(folder, machine);
      for (const [update] of [...open].filter(([, name]) => name === machine))
        note(`  ${update}: at the gateway ${wordsOn(gateway, update)}; at the machine ${wordsOn(own, update)}`);
    }
    await connection.close();
  } catch (error) {
    note(`what became of them could not be found out: ${String(error)}`);
  }
}

function describe(info: unknown): string {
  if (typeof info !== 'object' || info === null) return String(info);
  const { config: _config, ...state } = { config: null, ...info };
  return JSON.stringify(state);
}

function readEvents(folder: string, name: string): readonly InboxEvent[] {
  const journal = openJournal(join(folder, name, 'inbox.jsonl'), inboxEventSchema, createSystemClock());
  journal.close();
  return journal.found;
}

function wordsOn(events: readonly InboxEvent[], update: string): string {
  const of = events.filter((event) => 'update' in event && event.update === update);
  return (
    of.map((event) => (event.type === 'message.refused' ? `settled: ${event.why}` : event.type)).join(', ') || 'nothing'
  );
}
