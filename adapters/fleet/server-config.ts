/** The configuration of a nats-server (2.9 or newer): its certificate, the accounts it trusts, where it stores data. Pure. */
import { MOST_DISK_BYTES, MOST_MEMORY_BYTES } from './authority.ts';

export interface ServerConfig {
  /** Absolute folder of `server.crt`, `server.key`, `accounts/` and `data/`. */
  readonly folder: string;
  /** Address and port to listen at; port -1: any that is free. */
  readonly listen: string;
  readonly operatorJwt: string;
  readonly systemAccount: string;
}

export function renderServerConfig({ folder, listen, operatorJwt, systemAccount }: ServerConfig): string {
  const path = (name: string): string => JSON.stringify(`${folder}/${name}`);
  return `# Written by Deskhand. Nobody connects without TLS and a user that Deskhand signed.
server_name: "deskhand"
listen: ${JSON.stringify(listen)}

tls {
  cert_file: ${path('server.crt')}
  key_file: ${path('server.key')}
  timeout: 10
}

operator: ${JSON.stringify(operatorJwt)}
system_account: ${JSON.stringify(systemAccount)}
# Who is shut out is told while it runs, and kept here.
resolver {
  type: full
  dir: ${path('accounts')}
  allow_delete: false
  interval: "2m"
}

jetstream {
  store_dir: ${path('data')}
  max_memory_store: ${MOST_MEMORY_BYTES}
  max_file_store: ${MOST_DISK_BYTES}
}

max_payload: 1MB
max_connections: 20000
# A machine whose network went away is noticed within a minute.
ping_interval: "20s"
ping_max: 2
write_deadline: "10s"
`;
}
