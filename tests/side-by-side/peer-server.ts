/** `computer-use-mcp` as its users start it: an MCP server over stdio. It is no package of ours: it is installed for the comparison alone. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

export const PEER = 'computer-use-mcp@1.8.0';
const CALL_MS = 600_000;

const screenshotSchema = z.object({ image_width: z.number(), image_height: z.number() });

export interface ToolReply {
  /** All text of the answer. */
  readonly text: string;
  /** The picture's size in pixels; null without one. */
  readonly picture: { readonly width: number; readonly height: number } | null;
  readonly isError: boolean;
}

export interface PeerServer {
  /** The tools' descriptions, as a model gets them. */
  readonly tools: string;
  call(action: string, more?: PeerParameters, signal?: AbortSignal): Promise<ToolReply>;
  /** Converts pixels of the display to those of its pictures. */
  toPicture(x: number, y: number): readonly [number, number];
  /** Ends the peer and the programs that it started to type. */
  close(): Promise<void>;
}

export interface PeerParameters {
  readonly coordinate?: readonly [number, number];
  readonly text?: string;
}

/** Into `folder`, from the registry that npm is set up with; throws, with npm's words, where that has no such package. */
export async function installPeer(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  await promisify(execFile)('npm', ['install', PEER, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
}

/** On the display that `env` leads to, of this size. */
export async function startPeerServer(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  display: { readonly width: number; readonly height: number },
): Promise<PeerServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, 'node_modules/computer-use-mcp/dist/main.js')],
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'side-by-side', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const call = async (action: string, more: PeerParameters = {}, signal?: AbortSignal): Promise<ToolReply> => {
    const result = await client.callTool(
      { name: 'computer', arguments: { action, ...more } },
      { timeout: CALL_MS, ...(signal === undefined ? {} : { signal }) },
    );
    const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const hasPicture = result.content.some(({ type }) => type === 'image');
    const size = hasPicture ? screenshotSchema.parse(JSON.parse(text)) : null;
    return {
      text,
      picture: size && { width: size.image_width, height: size.image_height },
      isError: result.isError === true,
    };
  };
  const first = await call('get_screenshot');
  if (first.picture === null) throw new Error(`the peer showed nothing: ${first.text}`);
  const { width, height } = first.picture;
  return {
    tools: JSON.stringify(tools),
    call,
    toPicture: (x, y) => [(x / display.width) * width, (y / display.height) * height],
    async close() {
      const { pid } = transport;
      const typing = pid === null ? [] : childrenOf(pid);
      if (pid !== null) kill(pid);
      for (const child of typing) kill(child);
      await client.close();
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}
