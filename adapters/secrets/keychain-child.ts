/** The system's keychain, in a process of its own: a locked one may ask the person, or never answer. One request on standard input, as JSON. */
import { readFileSync } from 'node:fs';
import { Entry } from '@napi-rs/keyring';
import { keychainRequestSchema } from './keychain-protocol.ts';

const SERVICE = 'Deskhand';

const request = keychainRequestSchema.parse(JSON.parse(readFileSync(0, 'utf8')));
// The Secret Service instead of the default, the kernel's key ring, which forgets everything at the next start of the computer.
const open = (account: string): Entry => new Entry(SERVICE, account, { linux: { store: 'secret-service' } });

const values: Record<string, string> = {};
switch (request.do) {
  case 'read':
    for (const account of request.accounts) {
      const value = open(account).getPassword();
      if (value !== null) values[account] = value;
    }
    break;
  case 'write':
    for (const [account, value] of Object.entries(request.values)) {
      open(account).setPassword(value);
      values[account] = open(account).getPassword() ?? '';
    }
    break;
  case 'delete':
    for (const account of request.accounts) open(account).deleteCredential();
}
process.stdout.write(JSON.stringify({ values }));
