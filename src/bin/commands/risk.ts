/** `npm run -s risk`: reads actions as JSON lines, answers each with its risk. No model, no desktop, nothing executed. */
import { homedir } from 'node:os';
import { answerLine, prepareLine, type RiskAnswer } from '../../safety/answer-line.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, runCommand } from '../exit.ts';
import { openGate } from '../parts/open-gate.ts';

await runCommand(async () => {
  const dataFolder = findDataFolder(process.env.DATA_DIR);
  const gate = await openGate({ home: homedir(), dataFolder, privateApps: [] });
  const never = new AbortController().signal;
  // A reader that closes the pipe is no error.
  process.stdout.on('error', () => process.exit(EXIT.clean));
  for await (const lines of readLines(process.stdin)) {
    const answers: RiskAnswer[] = [];
    for (const line of lines) {
      await prepareLine(line, gate, never);
      const answer = answerLine(line, gate);
      if (answer !== null) answers.push(answer);
    }
    if (answers.length === 0) continue;
    const isTaken = process.stdout.write(answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    if (!isTaken) await new Promise((drained) => process.stdout.once('drain', drained));
  }
  return EXIT.clean;
});

/** Lines are separated by a newline alone, since JSON may contain every other separator. Yields all that have arrived. */
async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  // A long line comes in many pieces; they are joined once, at its end.
  let pieces: string[] = [];
  for await (const chunk of input) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = parts.pop() ?? '';
    const [first, ...others] = parts;
    if (first === undefined) {
      pieces.push(rest);
      continue;
    }
    yield [pieces.join('') + first, ...others];
    pieces = [rest];
  }
  yield [pieces.join('') + decoder.decode()];
}
