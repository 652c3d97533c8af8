/** Applications in which typed text is commands: keys mean other things there (`ctrl` on a Mac), and typing is judged as shell. */

/** Lower case, as X11's WM_CLASS and macOS's localized names have them. */
const TERMINAL_APPS: ReadonlySet<string> = new Set([
  'alacritty',
  'blackbox',
  'cool-retro-term',
  'foot',
  'ghostty',
  'com.mitchellh.ghostty',
  'gnome-terminal',
  'gnome-terminal-server',
  'guake',
  'hyper',
  'iterm',
  'iterm2',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'org.gnome.console',
  'ptyxis',
  'org.gnome.ptyxis',
  'qterminal',
  'rio',
  'rxvt',
  'sakura',
  'st',
  'st-256color',
  'tabby',
  'terminal',
  'terminator',
  'terminology',
  'termite',
  'tilda',
  'tilix',
  'urxvt',
  'uxterm',
  'warp',
  'wave',
  'wezterm',
  'org.wezfurlong.wezterm',
  'xfce4-terminal',
  'xterm',
  'yakuake',
]);

/** `app` as `FrontWindow.app` names it. */
export function isTerminalApp(app: string): boolean {
  return TERMINAL_APPS.has(
    app
      .trim()
      .toLowerCase()
      .replace(/\.app$/, ''),
  );
}
