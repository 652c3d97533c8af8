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

/** Lower case, as a Mac's bundle identifiers are compared. */
const TERMINAL_BUNDLES: ReadonlySet<string> = new Set([
  'co.zeit.hyper',
  'com.apple.terminal',
  'com.github.wez.wezterm',
  'com.googlecode.iterm2',
  'com.mitchellh.ghostty',
  'com.raphaelamorim.rio',
  'dev.commandline.waveterm',
  'dev.warp.warp',
  'dev.warp.warp-preview',
  'dev.warp.warp-stable',
  'io.alacritty',
  'net.kovidgoyal.kitty',
  'org.alacritty',
  'org.tabby',
]);

/** `app` and `bundle` as `FrontWindow` has them. */
export function isTerminalApp(app: string, bundle = ''): boolean {
  if (TERMINAL_BUNDLES.has(bundle.toLowerCase())) return true;
  return TERMINAL_APPS.has(
    app
      .trim()
      .toLowerCase()
      .replace(/\.app$/, ''),
  );
}
