/** `deskhand mcp …`: tool servers that Deskhand may use. */
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { manageServers, SERVER_WORDS, USE_OF_SERVERS } from '../mcp/manage-servers.ts';
import { secretsOfTools } from '../mcp/open-tools.ts';
import { loadSettings, secretsOf } from '../settings.ts';

await runCommand(async (hide) => {
  const args = process.argv.slice(2);
  const settings = loadSettings(process.env);
  const dataFolder = findDataFolder(settings.DATA_DIR);
  hide([...secretsOf(settings, process.env), ...secretsOfTools(dataFolder)]);
  if (SERVER_WORDS.includes(args[0] ?? '')) return await manageServers(args, dataFolder);
  throw new ExitError(EXIT.configuration, `Use:\n${USE_OF_SERVERS.map((line) => `  ${call('mcp', line)}`).join('\n')}`);
});
