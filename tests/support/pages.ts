/** A strict web server on loopback, reached by names of the public web through a resolver and a dialer of the test's own. */
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createFetch } from '../../adapters/machine/fetch/fetch-page.ts';
import type { Web } from '../../adapters/machine/fetch/web.ts';
import { readProcessTable } from '../../adapters/machine/process-table.ts';
import { OWN_CODE, OWN_FILES } from '../../src/bin/own-files.ts';
import { listen } from '../servers/listen.ts';

interface TestContext {
  after(act: () => void | Promise<void>): void;
}

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export const PUBLIC = '93.184.216.34';

/** `names`: what DNS answers; every other name is not there. */
export async function openPages(
  t: TestContext,
  answer: RequestListener,
  names: Readonly<Record<string, readonly string[]>> = { 'example.com': [PUBLIC], 'www.example.com': [PUBLIC] },
  more: { readonly timeoutMs?: number } = {},
) {
  const asked: Asked[] = [];
  const dialed: (readonly string[])[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  const { port, stop } = await listen(server);
  const web: Web = {
    resolve: async (host) => {
      const found = names[host];
      if (found === undefined) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' });
      return found;
    },
    dial: (addresses): Socket => {
      dialed.push(addresses);
      return connect({ host: '127.0.0.1', port });
    },
  };
  const code = { program: OWN_FILES.documentChild, code: [...OWN_CODE] };
  const pages = createFetch(code, {
    platform: 'linux',
    hasPlace: false,
    readProcesses: readProcessTable,
    web,
    ...more,
  });
  t.after(async () => {
    await pages.close();
    await stop();
  });
  return { ...pages, asked, dialed, stop, port };
}
