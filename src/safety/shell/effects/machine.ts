/** Effects on this computer: processes, services, applications, settings, the shell itself. */
import { say } from '../../../words/say.ts';
import { name } from '../../levels.ts';
import { always, type Effect, type Effects, has, hostIn, namesOf, operandsOf, unless, verbOf } from './use.ts';

/** Ends processes without a signal or with an ending one; other signals may only notify a process. */
const kills: Effect = (use) => {
  const [first, ...rest] = use.words;
  if (first === undefined || /^-l|^--list/.test(first.text)) return null;
  const isSignal = first.text.startsWith('-');
  if (isSignal && !/^-(?:9|15|2|KILL|TERM|INT|SIGKILL|SIGTERM|SIGINT)$/.test(first.text))
    return say`It sends a signal to processes`;
  const processes = isSignal ? rest : use.words;
  const names = processes.some(({ text }) => text.startsWith('-')) ? null : namesOf(processes);
  if (names === null) return say`It ends processes`;
  return use.program === 'kill' ? say`It ends process ${names}` : say`It ends ${names}`;
};

/** A pattern matches any number of them. */
const killsMatching: Effect = (use) => {
  const names = use.words.length === 1 ? namesOf(operandsOf(use)) : null;
  return names === null ? say`It ends processes` : say`It ends every process that matches ${names}`;
};

const services: Effect = (use) =>
  operandsOf(use)
    .slice(0, 2)
    .some(({ text }) => /^(?:start|stop|restart|reload|try-restart|kill)$/.test(text))
    ? say`It starts or stops a service`
    : null;

/** An application may run what it is given. */
const opens: Effect = (use) => {
  if (use.words.length === 0 || has(use, /^-(?!(?:[abngjWFetR]|-)$)/)) return null;
  const at = use.words.findIndex(({ text }) => text === '-a' || text === '-b');
  const app = at < 0 ? undefined : use.words[at + 1];
  const rest = operandsOf({ ...use, words: use.words.filter((word) => word !== app) });
  const target = hostIn(rest) ?? namesOf(rest);
  if (app !== undefined) {
    if (!app.isCertain) return null;
    return target === null ? say`It opens ${name(app.text)}` : say`It opens ${target} with ${name(app.text)}`;
  }
  return target === null ? say`It opens a file, a page or an app` : say`It opens ${target}`;
};

const gio: Effect = (use) => {
  const rest = { ...use, words: use.words.slice(1) };
  switch (verbOf(use)) {
    case 'open':
      return opens(rest);
    case 'trash':
      return say`It moves files to the trash`;
    case 'remove':
      return say`It deletes files`;
    default:
      return null;
  }
};

const clipboard: Effect = (use) =>
  has(use, /^-o|^-out|^--output/) ? say`It reads the clipboard` : say`It replaces what is on the clipboard`;

const settings: Effect = (use) =>
  /^(?:write|delete|rename|import|set|reset|reset-recursively|load)$/.test(verbOf(use))
    ? say`It changes settings`
    : null;

const network: Effect = (use) =>
  use.words.some(({ text }) => /^-(?:set|add|remove|create|rename|switch|order|duplicate|delete)/i.test(text)) ||
  (use.program === 'ifconfig' && operandsOf(use).length > 1)
    ? say`It changes the network`
    : null;

/** NetworkManager accepts abbreviated words: `nmcli c u home`. */
const networkManager: Effect = (use) =>
  operandsOf(use)
    .slice(0, 2)
    .some(({ text }) =>
      /^(?:up?|down?|add?|mod(?:ify)?|edit|del(?:ete)?|import|clone|reload|load|connect|disconnect|reapply|set|wifi-hotspot|hotspot|on|off)$/.test(
        text,
      ),
    )
    ? say`It changes the network`
    : null;

/** With a time it sets the clock; without one it tells the time. */
const clock: Effect = (use) => (has(use, /^-[a-zA-Z]*s|^--s/) ? say`It sets the clock` : null);

const gpg: Effect = (use) => {
  if (has(use, /^-[a-zA-Z]*d$|^--decrypt$/)) return say`It decrypts with your keys`;
  if (has(use, /^-[a-zA-Z]*[sb]$|^--(?:clear-?sign|detach-sign|sign)$/)) return say`It signs with your keys`;
  return has(use, /^-[a-zA-Z]*[ce]$|^--(?:encrypt|symmetric)$/) ? say`It encrypts files` : null;
};

const drives: Effect = (use) => (use.words.length === 0 ? null : say`It connects or removes a drive`);

const disks: Effect = (use) =>
  /^(?:mount|mountdisk|unmount|unmountdisk|eject|attach|detach)$/i.test(verbOf(use))
    ? say`It connects or removes a drive`
    : null;

const SHELL = say`It changes how this shell works`;

/** Effects that end with the shell that the command runs in. */
export const SHELL_EFFECTS: Effects = {
  'export|unset|alias|unalias|set|shopt|ulimit|readonly|declare|typeset|umask': (use) =>
    use.words.length === 0 ? null : SHELL,
  trap: (use) => (use.words.length < 2 ? null : say`It runs a command later`),
  'exit|logout': always(say`It ends this shell`),
  history: always(say`It shows or changes what was typed in terminals before`),
};

export const MACHINE_EFFECTS: Effects = {
  kill: kills,
  killall: kills,
  'pkill|xkill': killsMatching,
  'systemctl|service|launchctl': services,
  'open|xdg-open': opens,
  gio,
  'say|espeak|espeak-ng|spd-say': always(say`It speaks aloud`),
  'xclip|xsel|wl-copy|pbcopy': clipboard,
  'pbpaste|wl-paste': always(say`It reads the clipboard`),
  'screencapture|scrot|gnome-screenshot|grim|import|maim|spectacle|flameshot': always(
    say`It takes a picture of the screen`,
  ),
  'lp|lpr': always(say`It prints something`),
  'defaults|gsettings|dconf': settings,
  'networksetup|ifconfig': network,
  'nmcli|iwctl': networkManager,
  'date|gdate': clock,
  'timedatectl|hwclock': unless(/^(?:status|show|list-timezones|-r|--show|--get)$/, always(say`It sets the clock`)),
  'pactl|pacmd|amixer|pamixer|wpctl|pulsemixer': unless(
    /^(?:list|info|stat|get-.*|status|inspect|scontents|contents|controls|scontrols|help|load-module|-f)$/,
    always(say`It changes the sound`),
  ),
  xrandr: unless(/^(?:-q|--query|--listmonitors|--listproviders|--verbose|--version)$/, (use) =>
    use.words.length === 0 ? null : say`It changes how the displays are set up`,
  ),
  'gpg|gpg2': gpg,
  'mount|umount|losetup': drives,
  'diskutil|hdiutil|udisksctl': disks,
  'vim|vi|nvim|nano|emacs|pico|micro|code|subl': unless(/^[-+]/, always(say`It opens an editor`)),
  'xdotool|ydotool|wmctrl|cliclick': unless(/^exec$/, always(say`It controls windows, the mouse or the keyboard`)),
  'notify-send|terminal-notifier': always(say`It shows a notification`),
};
