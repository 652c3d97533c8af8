/** The kind of an application, by its name or its bundle identifier: data and a few predicates. */
import { type AppKind, isSettingsBundle, isShownBundle, isSystemQuestionBundle, kindOfBundle } from './bundles.ts';

/** Names without case, blanks and marks; whole names. */
const NAMES: Readonly<Record<Exclude<AppKind, 'unknown'>, string>> = {
  terminal:
    'terminal terminalapp iterm iterm2 xterm uxterm gnometerminal gnometerminalserver konsole kitty alacritty wezterm weztermgui warp hyper ghostty tilix terminator guake yakuake tilda lxterminal xfce4terminal mateterminal qterminal deepinterminal ptyxis kgx console orggnometerminal comappleterminal foot footclient st stterm rxvt urxvt eterm aterm terminology termius tabby rio contour blackbox secureshell putty mosh tmux screen zutty cutecom xterminalemulator scripteditor automator shortcuts jupyterlab jupyternotebook idle python rstudio matlab octave xcodeplayground powershell pwsh cmd',
  launcher:
    'spotlight alfred alfred5 raycast launchbar quicksilver rofi dmenu wofi ulauncher albert synapse krunner gnomeshell plasmashell runapplication xfce4appfinder lxpanel gmrun bemenu fuzzel tofi launchpad controlcenter notificationcenter loginwindow screensaverengine securityagent coreauthenticationuiagent useragent',
  browser:
    'safari safaritechnologypreview googlechrome chrome chromium chromiumbrowser firefox firefoxesr firefoxdeveloperedition librewolf waterfox microsoftedge msedge brave bravebrowser arc dia opera operagx vivaldi vivaldistable orion zen zenbrowser epiphany web gnomeweb falkon konqueror qutebrowser midori torbrowser duckduckgo palemoon googlechromestable googlechromecanary',
  editor:
    'textedit notes stickies pages numbers keynote mousepad gedit gnometexteditor texteditor kwrite pluma xed leafpad featherpad l3afpad libreoffice libreofficewriter soffice abiword word microsoftword excel microsoftexcel powerpoint microsoftpowerpoint bear obsidian ulysses iawriter typora drafts scrivener standardnotes joplin simplenote preview freeform gnotes xournal xournalpp',
  code: 'code visualstudiocode vscode vscodium codium cursor windsurf zed sublimetext sublime bbedit textmate nova atom xcode androidstudio intellijidea idea pycharm webstorm goland rider clion phpstorm rubymine datagrip fleet eclipse netbeans emacs gnuemacs aquamacs vim gvim macvim neovide kate geany kdevelop qtcreator gnomebuilder codeblocks dbeaver tableplus sequelpro postico pgadmin postman insomnia',
  conversation:
    'telegram telegramdesktop telegramlite orgtelegramdesktop comtdesktoptelegram telegramformacos slack comtinyspeckslackmacgap deskhand',
  messaging:
    'messages imessage whatsapp whatsappdesktop signal discord microsoftteams teams msteams zoom zoomus skype mail applemail outlook microsoftoutlook thunderbird spark airmail geary evolution kmail mimestream superhuman element mattermost rocketchat viber line wechat facetime messenger facebookmessenger x twitter tweetdeck mastodon ivory threads instagram linkedin hey protonmail missive front beeper franz rambox ferdium',
  files:
    'finder nautilus orggnomenautilus files dolphin thunar pcmanfm pcmanfmqt nemo caja pathfinder forklift commanderone transmit cyberduck filezilla',
  private:
    '1password 1password7 1password8 bitwarden keepassxc keepass keepassx lastpass dashlane enpass nordpass protonpass keychainaccess passwords applepasswords seahorse gnomeseahorse kwalletmanager authy secrets strongbox macpass ledgerlive exodus electrum metamask trezorsuite',
};

/** These may be shown in pictures, but an act in them can cost as much as in a password manager. */
const AS_PRIVATE = 'diskutility migrationassistant eraseassistant directoryutility ticketviewer'.split(' ');

/** Their switches change how the computer is protected, and who may reach it. */
const SETTINGS =
  'systemsettings systempreferences settings preferences gnomecontrolcenter orggnomesettings controlcenter xfce4settingsmanager xfcesettingsmanager systemconfiguration kdesystemsettings matecontrolcenter cinnamonsettings lxqtconfig pantheonsettings switchboard nmconnectioneditor networkconnections gufw firewallconfig softwareproperties softwarepropertiesgtk bluemanmanager seahorsetool timeshift usersadmin systemconfigprinter dconfeditor tweaks gnometweaks'.split(
    ' ',
  );

/** System dialogs that ask whether something may be opened, allowed, or done with the administrator's rights. */
const SYSTEM_QUESTIONS =
  'coreservicesuiagent usernotificationcenter securityagent coreauthenticationuiagent universalaccessauthwarn universalaccessauthwarning authorizationhost localauthenticationremoteservice polkitgnomeauthenticationagent1 polkitkdeauthenticationagent1 lxpolkit matepolkit xfcepolkit gcrprompter pinentry pinentrygtk2 pinentrygnome3 pinentryqt pinentrymac xdgdesktopportal xdgdesktopportalgtk xdgdesktopportalgnome'.split(
    ' ',
  );

/** An application as a desktop tells it: the name people know, and on a Mac the bundle identifier. */
export interface AppIdentity {
  readonly app?: string;
  readonly bundle?: string;
}

/** Leaves out all other fields. */
export function identityOf({ app, bundle }: AppIdentity): AppIdentity {
  return { ...(app === undefined ? {} : { app }), ...(bundle === undefined ? {} : { bundle }) };
}

type Who = string | AppIdentity | undefined;

function read(who: Who): { readonly name: string | undefined; readonly bundle: string } {
  return typeof who === 'object' ? { name: who.app, bundle: who.bundle ?? '' } : { name: who, bundle: '' };
}

export function isSystemQuestion(who: Who): boolean {
  const { name, bundle } = read(who);
  return isSystemQuestionBundle(bundle) || (name !== undefined && SYSTEM_QUESTIONS.includes(squeezeAppName(name)));
}

export function isSettingsApp(who: Who): boolean {
  const { name, bundle } = read(who);
  if (isSettingsBundle(bundle)) return true;
  return (
    name !== undefined &&
    (SETTINGS.includes(squeezeAppName(name)) || SETTINGS.includes(squeezeAppName(name.split('.').at(-1) ?? '')))
  );
}

/** Settings change the computer's protection; they are no editor and no browser. */
const KINDS: ReadonlyMap<string, AppKind> = new Map(
  (
    ['terminal', 'launcher', 'browser', 'editor', 'code', 'conversation', 'messaging', 'files', 'private'] as const
  ).flatMap((kind) => NAMES[kind].split(' ').map((name): [string, AppKind] => [name, kind])),
);

export function squeezeAppName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.(?:app|desktop|exe)$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** With an unknown bundle identifier, the name alone does not make an application one of these: any program may use the name. */
const BY_IDENTIFIER_ONLY: readonly AppKind[] = ['browser', 'editor', 'files'];

/** Decides by the bundle identifier if it is known, else by the whole name; a name similar to a terminal's counts as one. */
export function kindOfApp(who: Who, privateApps: readonly string[]): AppKind {
  const { name, bundle } = read(who);
  const isNamed = (app: string): boolean =>
    (name !== undefined && squeezeAppName(app) === squeezeAppName(name)) ||
    (bundle !== '' && app.toLowerCase() === bundle.toLowerCase());
  if (privateApps.some(isNamed)) return 'private';
  const byBundle = bundle === '' ? null : kindOfBundle(bundle);
  if (byBundle !== null) return byBundle;
  if (name === undefined) return 'unknown';
  const byName = kindOfName(name);
  return bundle !== '' && BY_IDENTIFIER_ONLY.includes(byName) ? 'unknown' : byName;
}

function kindOfName(name: string): AppKind {
  const squeezed = squeezeAppName(name);
  // Applications are opened by their identifiers too.
  const known = kindOfBundle(name) ?? KINDS.get(squeezed) ?? KINDS.get(squeezeAppName(name.split('.').at(-1) ?? ''));
  if (known !== undefined) return known;
  if (AS_PRIVATE.includes(squeezed)) return 'private';
  if (/telegram|slack|deskhand/.test(squeezed)) return 'conversation';
  return /term(?:inal)?$|^term|terminal|console|shell$|^rxvt|powershell/.test(squeezed) ? 'terminal' : 'unknown';
}

/** Whether its windows are covered in every picture: password managers, and what the person named (setting PRIVATE_APPS). */
export function isCoveredApp(who: Who, privateApps: readonly string[]): boolean {
  const { name, bundle } = read(who);
  const isShown = isShownBundle(bundle) || (name !== undefined && AS_PRIVATE.includes(squeezeAppName(name)));
  return !isShown && kindOfApp(who, privateApps) === 'private';
}

/** A name as under an icon: no path, no option, nothing that a shell would interpret. */
export function isPlainAppName(name: string): boolean {
  return (
    name.length <= 80 &&
    /^[\p{L}\p{N}][\p{L}\p{N} ._+'&-]*$/u.test(name) &&
    !/(?:^|\s)-|'.*'/.test(name) &&
    !/\.(?:sh|command|tool|scpt|applescript|py|pl|rb|js|jar|pkg|mpkg|dmg|iso|workflow|terminal|scptd|action|desktop|service|mobileconfig|prefpane|inetloc|fileloc|webloc|url)$/i.test(
      name,
    )
  );
}
