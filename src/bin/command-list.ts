/** The list of all commands, for `--help`, shell completions and the entry. */
import { type Phrase, say } from '../words/say.ts';
import { call } from './call.ts';
import { IS_PUBLISHED } from './own-files.ts';

export interface CommandLine {
  readonly name: string;
  /** Its arguments; '' for none. */
  readonly rest: string;
  /** Without parts. */
  readonly help: Phrase;
  /** Words that can stand behind it, for completions. */
  readonly words: readonly string[];
}

const IN_A_CHECKOUT: readonly CommandLine[] = [
  { name: 'bench', rest: '[GROUP]', help: say`The performance figures, one JSON line each.`, words: [] },
  { name: 'test', rest: '[FILE…]', help: say`Types, lint and all tests, or these files alone.`, words: [] },
  { name: 'build', rest: '', help: say`Compiles what the published package holds into dist/.`, words: [] },
];

/** Commands that do not concern the sources. */
export const COMMANDS_OF_THE_PACKAGE: readonly CommandLine[] = [
  { name: 'start', rest: '', help: say`The bot, in the foreground.`, words: [] },
  {
    name: 'setup',
    rest: '[--json FILE]',
    help: say`Asks for a chat, a model and a start at login.`,
    words: ['--json'],
  },
  {
    name: 'pair',
    rest: '[--list | --remove ID]',
    help: say`Lets somebody in by a code, shows who is in, or takes it back.`,
    words: ['--list', '--remove'],
  },
  {
    name: 'doctor',
    rest: '[--json] [--fix] [--bundle]',
    help: say`What works and what does not; mends it, or writes a report without secrets.`,
    words: ['--json', '--fix', '--bundle'],
  },
  {
    name: 'link',
    rest: '[--qr | --list | --end ID]',
    help: say`A fresh link to the page; shows which browsers are in, and shuts one out.`,
    words: ['--qr', '--list', '--end'],
  },
  {
    name: 'run',
    rest: '"GOAL" [--wait] [--json]',
    help: say`Asks the Deskhand that works here for a run.`,
    words: ['--wait', '--json'],
  },
  { name: 'status', rest: '[--json]', help: say`What it is doing.`, words: ['--json'] },
  {
    name: 'allowed',
    rest: '[--json | revoke N|all | add app|site NAME edit|save]',
    help: say`What it may always do; takes one back, or allows more with a tap on the phone.`,
    words: ['revoke', 'add', '--json'],
  },
  { name: 'stop', rest: '[--all]', help: say`Ends what it is doing.`, words: ['--all'] },
  {
    name: 'screenshot',
    rest: 'FILE [--display N]',
    help: say`The screen as it is now, as a JPEG file.`,
    words: ['--display'],
  },
  {
    name: 'trigger',
    rest: 'NAME [--json FILE] | --list | --secret NAME',
    help: say`Calls a trigger, lists them, or shows a new secret for one.`,
    words: ['--json', '--id', '--list', '--secret'],
  },
  {
    name: 'demo',
    rest: '[--here]',
    help: say`The main job without any account, within two minutes.`,
    words: ['--here'],
  },
  {
    name: 'plugin',
    rest: 'add WHAT | list | enable NAME | disable NAME | remove NAME | export SKILL',
    help: say`Skills that others wrote; export writes one of ours for them.`,
    words: ['add', 'list', 'enable', 'disable', 'remove', 'export', '--yes'],
  },
  {
    name: 'mcp',
    rest: 'add NAME -- COMMAND… | add NAME URL | confirm NAME | sign-in NAME | list | remove NAME | serve [--http] | token NAME',
    help: say`Servers whose tools may be used; Deskhand as a tool of other programs, each with a token.`,
    words: [
      'add',
      'confirm',
      'sign-in',
      'list',
      'remove',
      'serve',
      'token',
      '--host',
      '--folder',
      '--write',
      '--env',
      '--header',
      '--client-id',
      '--yes',
      '--http',
      '--port',
      '--list',
      '--revoke',
    ],
  },
  {
    name: 'fleet',
    rest: 'init | add NAME | join LINE | list | people NAME all|ID… | remove NAME | leave | code',
    help: say`Several computers, one bot: sets it up, lets a computer in, and shuts one out.`,
    words: ['init', 'add', 'join', 'list', 'people', 'remove', 'leave', 'code', '--name', '--host', '--port'],
  },
  {
    name: 'risk',
    rest: '',
    help: say`Reads actions as JSON lines, prints how risky each is; runs nothing.`,
    words: [],
  },
  {
    name: 'index',
    rest: 'rebuild | query WORDS',
    help: say`The index of earlier runs, by hand.`,
    words: ['rebuild', 'query'],
  },
  {
    name: 'service',
    rest: 'install | status | logs | restart | uninstall',
    help: say`Starts Deskhand by itself: after a login, and after a failure.`,
    words: ['install', 'status', 'logs', 'restart', 'uninstall'],
  },
  {
    name: 'update',
    rest: '[--check]',
    help: say`Puts the newest version in, with a yes; --check tells whether there is one.`,
    words: ['--check'],
  },
  {
    name: 'uninstall',
    rest: '[--all]',
    help: say`Takes Deskhand away and says what stays; --all: your data, tokens and keys, too.`,
    words: ['--all'],
  },
  {
    name: 'extras',
    rest: '[transformers | reading] [--yes]',
    help: say`Installs what compares tasks by meaning and writes down voice notes; reading: what reads the screen.`,
    words: ['transformers', 'reading', '--yes'],
  },
  {
    name: 'secrets',
    rest: 'move [--file] | list',
    help: say`Moves tokens and keys from .env into the keychain; names what is kept.`,
    words: ['move', 'list', '--file'],
  },
  { name: 'slack-manifest', rest: '', help: say`The link that creates the Slack app.`, words: [] },
  {
    name: 'check-mac',
    rest: '[--unattended]',
    help: say`Proves on a Mac what only a Mac can.`,
    words: ['--unattended', '--out'],
  },
  {
    name: 'completion',
    rest: 'bash | zsh | fish',
    help: say`Prints the completions for a shell.`,
    words: ['bash', 'zsh', 'fish'],
  },
];

export const COMMANDS: readonly CommandLine[] = IS_PUBLISHED
  ? COMMANDS_OF_THE_PACKAGE
  : [...COMMANDS_OF_THE_PACKAGE, ...IN_A_CHECKOUT];

/** Help for all commands, or one of them, in the terminal's language. */
export async function renderHelp(name?: string): Promise<string> {
  // No other command waits for the catalogs before its own first line.
  const { speak } = await import('../words/speak.ts');
  const { terminalLanguage } = await import('./terminal/terminal-language.ts');
  const language = terminalLanguage();
  const one = COMMANDS.find((command) => command.name === name);
  if (one !== undefined) return `${speak(one.help, language)}\n\n  ${call(one.name, one.rest)}\n`;
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  const lines = COMMANDS.map(({ name, help }) => `  ${name.padEnd(width)}  ${speak(help, language)}`);
  return `${speak(say`Deskhand lets you work this computer from your phone.`, language)}

${lines.join('\n')}

${speak(say`${call('COMMAND', '--help')} tells more of one. The README says how to begin.`, language)}
`;
}

/** Message for an unknown command, in the terminal's language. */
export async function renderUnknown(command: string): Promise<string> {
  const { speak } = await import('../words/speak.ts');
  const { showInTerminal } = await import('../words/visible.ts');
  const { terminalLanguage } = await import('./terminal/terminal-language.ts');
  const names = COMMANDS.map(({ name }) => name).join(', ');
  const text = say`There is no command ${command}; there are ${names}. ${'--help'} says what they do.`;
  return `${showInTerminal(speak(text, terminalLanguage()))}\n`;
}

const SHELLS = {
  bash: () => `_deskhand() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS.map(({ name }) => name).join(' ')} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${withWords(({ name, words }) => `    ${name}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")) ;;`)}
  esac
}
complete -o default -F _deskhand deskhand
`,
  zsh: () => `#compdef deskhand
_deskhand() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${COMMANDS.map(({ name, help }) => `      '${name}:${help.say.replaceAll("'", "'\\''")}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${withWords(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`)}
  esac
  _files
}
if [ "\${funcstack[1]}" = _deskhand ]; then _deskhand "$@"; else compdef _deskhand deskhand; fi
`,
  fish: () => `complete -c deskhand -n __fish_use_subcommand -l help -d 'All commands'
complete -c deskhand -n __fish_use_subcommand -l version -d 'Which version this is'
${COMMANDS.map(({ name, help }) => `complete -c deskhand -n __fish_use_subcommand -a ${name} -d '${help.say.replaceAll("'", "\\'")}'`).join('\n')}
${withWords(({ name, words }) => `complete -c deskhand -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`)}
`,
} as const;

function withWords(write: (command: CommandLine) => string): string {
  return COMMANDS.filter(({ words }) => words.length > 0)
    .map(write)
    .join('\n');
}

/** null: no such shell is known. */
export function renderCompletion(shell: string): string | null {
  return shell === 'bash' || shell === 'zsh' || shell === 'fish' ? SHELLS[shell]() : null;
}
