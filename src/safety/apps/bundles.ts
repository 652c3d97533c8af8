/** The kind of a Mac application, by its bundle identifier, which is the same in every language. */

export type AppKind =
  | 'terminal'
  | 'launcher'
  | 'browser'
  | 'editor'
  | 'code'
  | 'conversation'
  | 'messaging'
  | 'files'
  | 'private'
  | 'unknown';

/** Lower case. */
const BUNDLES: Readonly<Record<Exclude<AppKind, 'unknown'>, string>> = {
  terminal:
    'com.apple.terminal com.googlecode.iterm2 io.alacritty org.alacritty net.kovidgoyal.kitty com.github.wez.wezterm dev.warp.warp-stable dev.warp.warp-preview dev.warp.warp co.zeit.hyper com.mitchellh.ghostty org.tabby com.termius-dmg.mac com.termius.mac dev.commandline.waveterm com.raphaelamorim.rio com.apple.scripteditor2 com.apple.automator com.apple.shortcuts com.microsoft.powershell org.python.idle org.xquartz.x11 org.rstudio.rstudio com.mathworks.matlab com.panic.prompt com.panic.prompt3',
  launcher:
    'com.apple.spotlight com.runningwithcrayons.alfred com.runningwithcrayons.alfred-preferences com.raycast.macos at.obdev.launchbar com.blacktree.quicksilver com.apple.launchpad.launcher com.apple.apps.launcher com.apple.controlcenter com.apple.notificationcenterui com.apple.loginwindow com.apple.screensaver.engine com.apple.securityagent com.apple.coreauthenticationuiagent com.apple.coreauthd com.apple.localauthentication.uiagent',
  browser:
    'com.apple.safari com.apple.safaritechnologypreview com.google.chrome com.google.chrome.beta com.google.chrome.dev com.google.chrome.canary org.chromium.chromium org.mozilla.firefox org.mozilla.firefoxdeveloperedition org.mozilla.nightly io.gitlab.librewolf-community com.microsoft.edgemac com.microsoft.edgemac.beta com.microsoft.edgemac.dev com.brave.browser com.brave.browser.beta company.thebrowser.browser company.thebrowser.dia com.operasoftware.opera com.operasoftware.operagx com.vivaldi.vivaldi com.kagi.kagimacos app.zen-browser.zen com.duckduckgo.macos.browser org.torproject.torbrowser net.waterfox.waterfox',
  editor:
    'com.apple.textedit com.apple.notes com.apple.stickies com.apple.iwork.pages com.apple.iwork.numbers com.apple.iwork.keynote com.apple.preview com.apple.freeform com.microsoft.word com.microsoft.excel com.microsoft.powerpoint com.microsoft.onenote.mac org.libreoffice.script net.shinyfrog.bear md.obsidian com.ulyssesapp.mac pro.writer.mac abnerworks.typora com.agiletortoise.drafts-osx com.literatureandlatte.scrivener3 org.standardnotes.standardnotes net.cozic.joplin-desktop',
  code: 'com.microsoft.vscode com.microsoft.vscodeinsiders com.vscodium com.todesktop.230313mzl4w4u92 com.exafunction.windsurf dev.zed.zed com.sublimetext.3 com.sublimetext.4 com.barebones.bbedit com.macromates.textmate com.panic.nova com.apple.dt.xcode com.google.android.studio com.jetbrains.intellij com.jetbrains.intellij.ce com.jetbrains.pycharm com.jetbrains.pycharm.ce com.jetbrains.webstorm com.jetbrains.goland com.jetbrains.rider com.jetbrains.clion com.jetbrains.phpstorm com.jetbrains.rubymine com.jetbrains.datagrip org.gnu.emacs org.vim.macvim com.qvacua.vimr org.jkiss.dbeaver.core.product com.tinyapp.tableplus com.postmanlabs.mac com.insomnia.app com.sequel-ace.sequel-ace',
  conversation:
    'ru.keepcoder.telegram org.telegram.desktop com.tdesktop.telegram com.tinyspeck.slackmacgap com.slack.slack',
  messaging:
    'com.apple.mobilesms com.apple.ichat com.apple.mail com.apple.facetime net.whatsapp.whatsapp desktop.whatsapp org.whispersystems.signal-desktop com.hnc.discord com.microsoft.teams com.microsoft.teams2 us.zoom.xos com.skype.skype com.microsoft.outlook org.mozilla.thunderbird com.readdle.smartemail-mac com.readdle.sparkdesktop it.bloop.airmail2 com.mimestream.mimestream com.superhuman.electron im.riot.app mattermost.desktop chat.rocket com.viber.osx jp.naver.line.mac com.tencent.xinwechat com.facebook.archon com.facebook.archon.developerid com.twitter.twitter-mac com.atebits.tweetie2 com.tapbots.ivory ch.protonmail.desktop com.frontapp.front',
  files:
    'com.apple.finder com.cocoatech.pathfinder com.binarynights.forklift-3 com.binarynights.forklift com.eltima.cmd1 com.panic.transmit ch.sudo.cyberduck org.filezilla-project.filezilla',
  private:
    'com.apple.passwords com.apple.keychainaccess com.1password.1password com.agilebits.onepassword7 com.agilebits.onepassword-osx com.bitwarden.desktop org.keepassxc.keepassxc com.lastpass.lastpass com.lastpass.lastpassmacdesktop com.dashlane.dashlanephonefinal com.dashlane.dashlane in.sinew.enpass-desktop in.sinew.enpass-desktop.app com.nordpass.macos.nordpass com.nordsec.nordpass me.proton.pass.electron me.proton.pass.catalyst com.authy.authy-mac com.markmcguill.strongbox.mac com.markmcguill.strongbox com.hicknhacksoftware.macpass com.ledger.live org.electrum.electrum com.exodus io.trezor.trezorsuite com.outercorner.secrets com.outercorner.osx.secrets com.keepersecurity.passwordmanager com.callpod.keepermac.lite com.roboform.roboform-for-mac com.siber.roboform com.apple.wallet com.apple.passbook',
};

const AS_PRIVATE: readonly string[] =
  'com.apple.diskutility com.apple.migrateassistant com.apple.eraseassistant com.apple.directoryutility com.apple.ticketviewer'.split(
    ' ',
  );
const SETTINGS: readonly string[] =
  'com.apple.systempreferences com.apple.systemsettings com.apple.controlcenter com.apple.print.add com.apple.bluetoothfileexchange com.apple.wireless-diagnostics com.apple.profileviewer'.split(
    ' ',
  );
const SYSTEM_QUESTIONS: readonly string[] =
  'com.apple.coreservices.uiagent com.apple.usernotificationcenter com.apple.securityagent com.apple.coreauthenticationuiagent com.apple.universalaccessauthwarn com.apple.localauthentication.uiagent com.apple.localauthenticationremoteservice com.apple.authorizationhost com.apple.accessibility.universalaccessauthwarn com.apple.tccd com.apple.screencaptureui'.split(
    ' ',
  );

const KINDS: ReadonlyMap<string, AppKind> = new Map(
  (
    ['terminal', 'launcher', 'browser', 'editor', 'code', 'conversation', 'messaging', 'files', 'private'] as const
  ).flatMap((kind) => BUNDLES[kind].split(' ').map((bundle): [string, AppKind] => [bundle, kind])),
);

/** null: none that is known. */
export function kindOfBundle(bundle: string): AppKind | null {
  const plain = bundle.toLowerCase();
  return AS_PRIVATE.includes(plain) ? 'private' : (KINDS.get(plain) ?? null);
}

/** Whether its windows may be shown; only acts in it are private. */
export function isShownBundle(bundle: string): boolean {
  return AS_PRIVATE.includes(bundle.toLowerCase());
}

/** System Settings, and each of its panes, which are extensions of their own. */
export function isSettingsBundle(bundle: string): boolean {
  const plain = bundle.toLowerCase();
  return (
    SETTINGS.some((known) => plain === known || plain.startsWith(`${known}.`)) ||
    /^com\.apple\..*(?:preference|settings)(?:\b|$|\.)/.test(plain) ||
    /^com\.apple\..*-settings(?:\.|$)/.test(plain)
  );
}

export function isSystemQuestionBundle(bundle: string): boolean {
  return SYSTEM_QUESTIONS.includes(bundle.toLowerCase());
}
