/** A workload identity as Google's libraries take one: a file, and a token service on loopback that changes it for an access token. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from './listen.ts';

export interface GoogleIdentity {
  readonly accessToken: string;
  /** What the environment must hold for it to be found. */
  readonly env: { readonly GOOGLE_APPLICATION_CREDENTIALS: string; readonly GOOGLE_CLOUD_PROJECT: string };
  close(): Promise<void>;
}

export async function startGoogleIdentity(projectId: string): Promise<GoogleIdentity> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-google-'));
  const accessToken = 'ya29.test-token';
  const service = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        access_token: accessToken,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 3600,
      }),
    );
  });
  const { port, stop } = await listen(service);
  writeFileSync(join(folder, 'subject'), 'subject-token');
  const credentials = join(folder, 'credentials.json');
  writeFileSync(
    credentials,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://127.0.0.1:${port}/token`,
      credential_source: { file: join(folder, 'subject') },
    }),
  );
  return {
    accessToken,
    // Without the project the library asks Google which one the identity belongs to.
    env: { GOOGLE_APPLICATION_CREDENTIALS: credentials, GOOGLE_CLOUD_PROJECT: projectId },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
