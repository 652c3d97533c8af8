/** `deskhand completion bash|zsh|fish`: what the shell completes behind `deskhand`. */
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { renderCompletion } from '../command-list.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';

await runCommand(async () => {
  const text = renderCompletion(process.argv[2] ?? '');
  if (text === null) {
    throw new ExitError(
      EXIT.configuration,
      say`Say for which shell: ${call('completion', 'bash')}, zsh or fish. For bash, add to ~/.bashrc: ${'eval "$(deskhand completion bash)"'}`,
    );
  }
  process.stdout.write(text);
  return EXIT.clean;
});
