/** `npm run index -- rebuild` and `npm run index -- query "…"`: the index of recordings, by hand; also beside a bot that runs. */
import { join } from 'node:path';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { openRecall } from '../parts/open-recall.ts';
import { loadSettings, secretsOf } from '../settings.ts';
import { tell } from '../terminal/tell.ts';

const USAGE = say`Say what to do: ${call('index', 'rebuild')}, or ${call('index', 'query "print the plan"')}.`;

await runCommand(async (hide) => {
  const settings = loadSettings(process.env);
  hide(secretsOf(settings, process.env));
  const [what, ...words] = process.argv.slice(2);
  const text = words.join(' ').trim();
  if (what !== 'rebuild' && (what !== 'query' || text === '')) throw new ExitError(EXIT.configuration, USAGE);
  const dataFolder = findDataFolder(settings.DATA_DIR);
  const recall = openRecall(dataFolder, process.env);
  const { signal } = new AbortController();
  try {
    const count = what === 'rebuild' ? await recall.rebuild(signal) : await recall.refresh(signal);
    if (what === 'rebuild') {
      tell(say`${count} recordings indexed, ${recall.state().detail}.`);
      return EXIT.clean;
    }
    const found = await recall.query(text, signal);
    if (found.length === 0) tell(say`Nothing similar among ${count} recordings (${recall.state().detail}).`);
    for (const { runId, request, similarity } of found)
      tell(
        say`${Math.round(similarity * 100) / 100}  run ${Number(runId)}  ${request}  (${join(dataFolder, 'recordings', runId)})`,
      );
    return EXIT.clean;
  } finally {
    await recall.close();
  }
});
