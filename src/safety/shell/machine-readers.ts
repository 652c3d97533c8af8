/** Programs that tell of the machine: processes, memory, drives, connections, sound and brightness. In the confined place they would see nothing of it. */
import { parse } from 'unbash';
import { readScript } from './script.ts';

/** By name; which of their options only show something is for the rules of tools, before this is asked. */
const READERS =
  /^(?:ps|top|pgrep|pidof|pstree|ss|netstat|lsof|df|free|uptime|lsblk|findmnt|w|who|users|last|vmstat|iostat|mpstat|nproc|lscpu|lsmem|lsusb|lspci|sensors|vm_stat|sw_vers|sysctl|system_profiler|pmset|ioreg|ifconfig|ip|nmcli|hostname|uname|hostnamectl|timedatectl|loginctl|systemctl|launchctl|amixer|pactl|wpctl|brightnessctl|playerctl|bluetoothctl|iwconfig|iwgetid)$/;

export interface MachineReader {
  /** The program and its words, without a shell; told to print numbers where it would look up names. */
  readonly argv: readonly string[];
  /** The rest of the pipeline, which reads what it prints; '' when there is none. */
  readonly rest: string;
}

/** By itself it asks name servers who the other computers are. */
function numbersOnly(name: string): readonly string[] {
  return name === 'lsof' ? ['-n'] : [];
}

/** null: the command is something else, or more than one reader with what reads from it. Only for a command that was judged to read. */
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
