/** A short connection to the fleet's server, for a command at a terminal: pinned to its CA, no second try. */
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { quoted, say, type Text } from '../../src/words/say.ts';

export interface FleetAddress {
  /** `host:port`. */
  readonly address: string;
  /** PEM. */
  readonly authority: string;
}

const PATIENCE_MS = 10_000;

/** Rejects with `FleetTrouble`, or with `REFUSED` as its cause where the server does not let this user in. */
export async function openFleet(
  { address, authority }: FleetAddress,
  creds: string,
  inboxPrefix: string,
): Promise<NatsConnection> {
  try {
    return await connect({
      servers: `tls://${address}`,
      tls: pinnedTo(authority),
      authenticator: credsAuthenticator(new TextEncoder().encode(creds)),
      inboxPrefix,
      name: 'deskhand fleet',
      reconnect: false,
      timeout: PATIENCE_MS,
      ignoreClusterUpdates: true,
    });
  } catch (error) {
    throw new FleetTrouble(describe(error, address), { cause: error });
  }
}

/** TLS options that are always given, since a client with any of them refuses a server without TLS. `authority`: PEM. */
export function pinnedTo(authority: string): { readonly ca: string; readonly servername: string } {
  return { ca: authority, servername: FLEET_TLS_NAME };
}

/** Whether the server refused because it does not know this user, or no longer does. */
export function isRefused(error: unknown): boolean {
  return namesOf(error).some((name) => /^(?:AuthorizationError|UserAuthenticationExpiredError)$/.test(name));
}

function namesOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.name, ...namesOf(error.cause)] : [];
}

function describe(error: unknown, address: string): Text {
  const codes = codesOf(error);
  const has = (...names: readonly string[]): boolean => codes.some((code) => names.includes(code));
  if (isRefused(error)) return say`The server at ${address} does not let this user in.`;
  if (has('ECONNREFUSED')) return say`Nothing answers at ${address}. Start the server there, and run this again.`;
  if (has('ENOTFOUND', 'EAI_AGAIN'))
    return say`The name in ${address} is not known here. Use an address that this computer can reach.`;
  if (has('EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'))
    return say`${address} cannot be reached from here. Check the network and the firewall there.`;
  if (has('CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'))
    return say`The certificate of ${address} is not valid on this computer’s date, ${{ moment: Date.now() }}. Set its clock.`;
  if (codes.some((code) => /CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code)))
    return say`What answers at ${address} is not the server of this fleet.`;
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout/i.test(message))
    return say`${address} did not answer in time. Check the network and the firewall there.`;
  return say`The server at ${address} could not be used: ${quoted(message)}.`;
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [systemCode(error), ...inner, ...codesOf(error.cause)].filter((code) => code !== '');
}

export { describe as describeConnectTrouble };
