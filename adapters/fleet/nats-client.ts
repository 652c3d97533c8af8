/**
 * The NATS client, to be loaded only where there is a server. Named here one by one: a package of CommonJS that is loaded by itself at run
 * time has no names once it is bundled.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';

export const client = { connect, jetstream, jetstreamManager, Kvm } as const;
