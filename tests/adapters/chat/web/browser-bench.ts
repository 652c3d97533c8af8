/** A web chat with the page open in a real browser, which writes down everything that goes wrong there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { WEB_THREAD } from '../../../../adapters/chat/web/web-chat.ts';
import type { Button, OutboundMessage, PostedMessage } from '../../../../src/ports/chat.ts';
import { type ChromiumOptions, startChromium, type TestBrowser } from '../../../support/chromium.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { never, startWebChat, type WebBench, type WebBenchOptions } from './web-bench.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const DESK = { viewport: { width: 1280, height: 800 } } as const;

const AUDIT = readFileSync(join(import.meta.dirname, 'page-audit.js'), 'utf8');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs before the page's own scripts: policy violations and layout shifts are told to nobody else. */
const WATCH = `
  window.violations = [];
  window.shifts = [];
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
    .observe({ type: 'layout-shift', buffered: true });
`;

export interface OpenedPage {
  readonly page: Page;
  /** Console errors, exceptions, requests to elsewhere, policy violations. */
  problems(): Promise<readonly string[]>;
  /** Findings of the accessibility audit; `colors`: of those alone that a theme can have. */
  audit(what?: 'all' | 'colors'): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens `address` (a fresh link by default) in a browser profile of its own. */
export async function openPage(
  browser: Browser,
  bench: Pick<WebBench, 'chat' | 'origin'>,
  options: BrowserContextOptions = PHONE,
  address = bench.chat.openLink(),
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  await context.addInitScript(WATCH);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const origin = bench.origin();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`);
  });
  await prepare(page);
  await page.goto(address);
  return {
    page,
    problems: async () => [...problems, ...(await page.evaluate<string[]>('violations'))],
    audit: (what) => auditPage(page, what),
    close: () => context.close(),
  };
}

/** Contrast, size of what is pressed, what sticks out; and all that axe-core knows. */
export async function auditPage(page: Page, what: 'all' | 'colors' = 'all'): Promise<readonly string[]> {
  return [...(await page.evaluate<string[]>(AUDIT)), ...(await runAxe(page, what))];
}

/** All rules of axe-core, its best practices too; each finding with the elements it is about. */
async function runAxe(page: Page, what: 'all' | 'colors'): Promise<readonly string[]> {
  // Passed rules and their places are left out, since nobody reads them.
  const rules = `{ resultTypes: ["violations"], selectors: false, ${what === 'all' ? '' : 'runOnly: ["color-contrast"]'} }`;
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${rules})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

export async function waitForState(page: Page, state: string): Promise<void> {
  await page.locator(`body[data-state="${state}"]`).waitFor({ timeout: 60_000 });
}

interface Pages {
  /** A chat that ends with the test. */
  startChat(options?: WebBenchOptions): Promise<WebBench>;
  /** A page with a fresh link, connected; or whatever is at `address`. */
  open(bench: WebBench, options?: BrowserContextOptions, address?: string): Promise<OpenedPage>;
  /** Both. */
  begin(options?: BrowserContextOptions, chat?: WebBenchOptions): Promise<OpenedPage & { readonly bench: WebBench }>;
  /** Both, with a connection between them that can be cut. */
  beginOnWire(): Promise<OpenedPage & { readonly bench: WebBench; readonly wire: Wire }>;
}

/** One browser for the tests of a `describe`; what a test opens is closed after it. */
export function usePages(options?: ChromiumOptions): Pages {
  let chromium: TestBrowser | null = null;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    chromium = await startChromium(options);
  });
  after(() => chromium?.close());
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function startChat(options?: WebBenchOptions): Promise<WebBench> {
    const bench = await startWebChat(options);
    closing.push(() => bench.chat.stop());
    return bench;
  }

  async function open(bench: WebBench, options: BrowserContextOptions = PHONE, address?: string): Promise<OpenedPage> {
    assert.ok(chromium !== null);
    const opened = await openPage(chromium.browser, bench, options, address);
    closing.push(opened.close);
    if (address === undefined) await waitForState(opened.page, 'connected');
    return opened;
  }

  return {
    startChat,
    open,
    async begin(options, chat) {
      const bench = await startChat(chat);
      return { bench, ...(await open(bench, options)) };
    },
    async beginOnWire() {
      const bench = await startChat();
      const wire = await layWire(bench);
      closing.push(wire.close);
      return { bench, wire, ...(await open(bench, { ...PHONE, proxy: wire.proxy })) };
    },
  };
}

/** A wire between browser and chat that can be cut: the browser's proxy, which only passes bytes on. */
interface Wire {
  /** For the browser context. */
  readonly proxy: NonNullable<BrowserContextOptions['proxy']>;
  cut(): void;
  /** Holds all data back without closing connections, as a computer that sleeps. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

async function layWire(bench: WebBench): Promise<Wire> {
  const target = Number(new URL(bench.origin()).port);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => void (isFrozen || other.write(bytes)));
      socket.on('end', () => void (isFrozen || other.end()));
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }
  return {
    // Chromium bypasses proxies for loopback unless told otherwise.
    proxy: { server: `http://127.0.0.1:${address.port}`, bypass: '<-loopback>' },
    cut,
    freeze() {
      isFrozen = true;
    },
    mend() {
      // Data of frozen connections was lost, so they are cut.
      if (isFrozen) cut();
      isCut = false;
      isFrozen = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A screenshot-like JPEG. */
export async function drawPicture(hue: number, width = 1280, height = 800): Promise<Uint8Array> {
  const background = { r: (hue * 7) % 256, g: (hue * 13) % 256, b: 120 };
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
}

export async function post(bench: WebBench, message: Partial<OutboundMessage>): Promise<PostedMessage> {
  const delivery = await bench.chat.post(WEB_THREAD, { ...PLAIN, ...message }, never);
  assert.ok(delivery.result === 'sent');
  return delivery.message;
}

export async function edit(bench: WebBench, posted: PostedMessage, message: Partial<OutboundMessage>): Promise<void> {
  await bench.chat.edit(posted, { ...PLAIN, ...message }, never);
}

export function button(label: string, style: Button['style'] = 'plain', data: string | null = `data-${label}`): Button {
  return { label, data, style };
}

/** A run's live message. */
export function statusOf(step: number, picture: Uint8Array | null = null): Partial<OutboundMessage> {
  return {
    kind: 'status',
    text: [{ bold: 'Run 12' }, ` · step ${step} of 35\n`, { quiet: '$0.02 · 14 s' }],
    picture,
    pictureAlt: picture === null ? '' : 'The text editor.',
    buttons: [[button('Stop', 'danger'), button('Pause')]],
  };
}

/** A card that asks for approval. */
export function cardOf(picture: Uint8Array | null = null): Partial<OutboundMessage> {
  return {
    kind: 'question',
    text: [
      { bold: 'Run this command?' },
      '\n',
      { block: 'rm -rf ~/notes/old' },
      '\n',
      { bold: 'High risk' },
      ': it deletes.',
    ],
    picture,
    pictureAlt: picture === null ? '' : 'A terminal.',
    buttons: [
      [button('Approve', 'good'), button('Deny', 'danger')],
      [button('Allow for this run')],
      [button('Why?'), button('Deny…')],
    ],
  };
}
