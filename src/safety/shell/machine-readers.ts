/**
 * Programs that show the machine: processes, memory, drives, connections, sound and brightness. They run outside the confined place, where they would
 * see nothing.
 */
import { parse } from 'unbash';
import { readScript } from './script.ts';

/** By name; the rules of tools have checked their options before this. */
const READERS =
  /^(?:ps|top|pgrep|pidof|pstree|ss|netstat|lsof|df|free|uptime|lsblk|findmnt|w|who|users|last|vmstat|iostat|mpstat|nproc|lscpu|lsmem|lsusb|lspci|sensors|vm_stat|sw_vers|sysctl|system_profiler|pmset|ioreg|ifconfig|ip|nmcli|hostname|uname|hostnamectl|timedatectl|loginctl|systemctl|launchctl|amixer|pactl|wpctl|brightnessctl|playerctl|bluetoothctl|iwconfig|iwgetid)$/;

export interface MachineReader {
  /** The program and its words, without a shell; told to print numbers where it would look up names. */
  readonly argv: readonly string[];
  /** The rest of the pipeline, which reads its output; '' when there is none. */
  readonly rest: string;
}

/** Option without which the program would ask name servers for the names of other computers. */
function numbersOnly(name: string): readonly string[] {
  return name === 'lsof' ? ['-n'] : [];
}

/** null: anything other than one such program with an optional pipeline behind it. Only for a command that was judged to read. */
export function readMachineReader(command: string, home: string): MachineReader | null {
  const { commands, problems } = readScript(command, { home, user: '' });
  const statements = parse(command).commands;
  const [statement, ...others] = statements;
  const [first] = commands;
  if (problems.length > 0 || statement === undefined || others.length > 0 || first === undefined) return null;
  if (statement.background === true) return null;
  const node = statement.command;
  if (node.type === 'Pipeline' && node.prefixes.length > 0) return null;
  const next = node.type === 'Pipeline' ? node.commands[1] : undefined;
  if (node.type !== 'Command' && (node.type !== 'Pipeline' || node.commands[0]?.type !== 'Command')) return null;
  const { words, inputs, outputs, hereText, hasAssignments } = first;
  const isPlain = words.every((word) => word.isCertain && !word.isGlob && !word.text.startsWith('~'));
  const [program = '', ...args] = words.map(({ text }) => text);
  const name = program.replace(/^\/(?:usr\/)?s?bin\//, '');
  if (!READERS.test(name) || !isPlain || hasAssignments || hereText !== null) return null;
  if (inputs.length > 0 || outputs.length > 0) return null;
  return { argv: [name, ...numbersOnly(name), ...args], rest: next === undefined ? '' : command.slice(next.pos) };
}
