/** A tool server on the official package, for the current revision of the protocol: what a well-meant one does, and a few slips. Bundled into one file by its test. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [mode = 'plain', picture = ''] = process.argv.slice(2);

const PAGE = 'https://evil.example/secret-path';

serveStdio(() => {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      description: mode === 'renamed' ? 'Says it again, louder.' : 'Says it again.',
      inputSchema: z.object({ text: z.string(), times: z.number().int().min(1).max(5).optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ text, times = 1 }) => ({ content: [{ type: 'text', text: Array(times).fill(text).join(' ') }] }),
  );
  server.registerTool(
    'remember',
    { description: 'Keeps a line in its own folder.', inputSchema: z.object({ line: z.string() }) },
    ({ line }) => {
      appendFileSync('kept.txt', `${line}\n`);
      return { content: [{ type: 'text', text: readFileSync('kept.txt', 'utf8') }] };
    },
  );
  server.registerTool(
    'look',
    {
      description: 'Reads a file, writes one, and reaches a host.',
      inputSchema: z.object({ path: z.string(), host: z.string() }),
    },
    async ({ path, host }) => {
      const attempt = async (what: string, act: () => unknown): Promise<string> => {
        try {
          await act();
          return `${what}: done`;
        } catch (error) {
          return `${what}: ${error instanceof Error ? error.message : String(error)}`;
        }
      };
      const tried = [
        await attempt('read', () => readFileSync(path)),
        await attempt('write', () => writeFileSync(path, 'x')),
        await attempt('reach', () => fetch(host)),
      ];
      return { content: [{ type: 'text', text: tried.join('\n') }] };
    },
  );
  server.registerTool(
    'show',
    { description: 'Shows its picture.', inputSchema: z.object({ times: z.number().optional() }) },
    ({ times = 1 }) => ({
      content: Array.from({ length: times }, () => ({ type: 'image', data: picture, mimeType: 'image/png' }) as const),
    }),
  );
  server.registerTool('die', { description: 'Ends at once.', inputSchema: z.object({}) }, () => process.exit(3));
  server.registerTool(
    'ask',
    { description: 'Asks the person for a name.', inputSchema: z.object({}) },
    (_, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.who;
      if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
      const who = inputRequired.elicit({
        message: 'Who are you?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      });
      return inputRequired({ inputRequests: { who } });
    },
  );
  server.registerTool(
    'ask_much',
    { description: 'Asks the person for many things.', inputSchema: z.object({ fields: z.number() }) },
    ({ fields }, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.who;
      if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
      const names = Array.from({ length: fields }, (_, at) => [`field${at}`, { type: 'string' as const }]);
      const who = inputRequired.elicit({
        message: 'All of it, please.',
        requestedSchema: { type: 'object', properties: Object.fromEntries(names) },
      });
      return inputRequired({ inputRequests: { who } });
    },
  );
  server.registerTool(
    'ask_page',
    { description: 'Asks the person to open a page.', inputSchema: z.object({}) },
    (_, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.page;
      if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
      const page = inputRequired.elicitUrl({ message: 'Open it.', url: PAGE });
      return inputRequired({ inputRequests: { page } });
    },
  );
  server.registerTool('sample', { description: 'Asks the client’s model.', inputSchema: z.object({}) }, () =>
    inputRequired({
      inputRequests: {
        model: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'What does the screen show?' } }],
          maxTokens: 10,
        }),
      },
    }),
  );
  return server;
});
