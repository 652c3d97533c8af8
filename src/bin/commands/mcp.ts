/** `deskhand mcp …`: tool servers that Deskhand may use, and Deskhand as a tool of other programs. */
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { manageServers } from '../mcp/manage-servers.ts';
import { secretsOfTools } from '../mcp/open-tools.ts';
import { serveMcp, USE_OF_SERVING } from '../mcp/serve.ts';
import { SERVER_WORDS, USE_OF_SERVERS } from '../mcp/server-options.ts';
import { changeTokens, USE_OF_TOKENS } from '../mcp/token.ts';
import { loadSettings, secretsOf } from '../settings.ts';

await runCommand(async (hide) => {
  const args = process.argv.slice(2);
  const [word = '', ...rest] = args;
  if (word === 'serve') return await serveMcp(rest, hide);
  if (word === 'token') return await changeTokens(rest, hide);
  const settings = loadSettings(process.env);
  const dataFolder = findDataFolder(settings.DATA_DIR);
  const hidden = [...secretsOf(settings, process.env), ...secretsOfTools(dataFolder)];
  const learn = (secrets: readonly string[]): void => hide([...hidden, ...secrets]);
  learn([]);
  if (SERVER_WORDS.includes(word)) return await manageServers(args, dataFolder, learn);
  const uses = [...USE_OF_SERVERS, ...USE_OF_SERVING, ...USE_OF_TOKENS];
  throw new ExitError(EXIT.configuration, say`Use:\n${uses.map((line) => `  ${call('mcp', line)}`).join('\n')}`);
});
