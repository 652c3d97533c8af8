/**
 * A command at a terminal of its own, as program and words for `spawn`; what is written to its standard input is typed there. `before`
 * goes ahead of it in the shell.
 *
 * The shell makes way for the command (`exec`): one that stayed would get Ctrl+C as well, and end with 130 whatever the command says.
 */
export function atTerminal(command: string, before = ''): [program: string, words: string[]] {
  return ['/usr/bin/script', ['-qec', `${before}exec ${command}`, '/dev/null']];
}
