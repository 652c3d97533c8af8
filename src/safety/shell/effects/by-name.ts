/** Programs whose purpose is other people, other computers, money, the session or installed software, so that the name alone tells the effect. */
import { type Sentence, say } from '../../../words/say.ts';
import { always, type Effect, type Effects, verbOf } from './use.ts';

const BUSINESS: readonly (readonly [effect: Sentence, names: string])[] = [
  [
    say`It sends or reads mail`,
    'neomutt alpine aerc himalaya s-nail nail notmuch mbsync offlineimap fetchmail getmail thunderbird evolution kmail claws-mail balsa geary sylpheed slrn tin mpop ssmtp sendemail',
  ],
  [
    say`It sends or reads messages`,
    'signal-cli signal-desktop telegram-send telegram-cli telegram-desktop tg nchat matrix-commander matrix-send iamb gomuks element-desktop wacli mudslide toot tut twurl t bsky mastodon rainbowstream irssi weechat weechat-headless ii sic profanity mcabber poezio pidgin finch kopete gajim dino linphonec linphonecsh baresip jami sms gammu mmcli kdeconnect-cli termux-sms-send termux-telephony-call slack-term discordo ntfy pushover apprise',
  ],
  [
    say`It copies files to or from another computer`,
    'croc wormhole wormhole-william magic-wormhole wsend transfer ffsend onionshare onionshare-cli gdrive drive skicka rclone-browser dropbox dbxcli dropbox_uploader onedrive mega-put mega-get mega-cmd megaput megaget megals megadl megacopy s3cmd s4cmd s5cmd mc b2 azcopy lftp tnftp ncftp ncftpput ncftpget cadaver smbclient smbget pscp psftp tftp lrz rz sz syncthing unison ipfs transmission-cli transmission-remote transmission-daemon deluge deluge-console qbittorrent qbittorrent-nox rtorrent axel aria2 streamlink gpodder newsboat castget you-get',
  ],
  [
    say`It works on another computer`,
    'rsh rlogin rexec remsh dbclient autossh sshuttle pssh parallel-ssh pdsh clush plink putty xfreerdp xfreerdp3 rdesktop vncviewer xtightvncviewer remmina x11vnc vncserver x2goclient nxclient evil-winrm winrm psexec impacket-psexec salt salt-ssh fab capistrano pyinfra',
  ],
  [
    say`It changes how this computer is connected`,
    'openvpn wg-quick openconnect vpnc strongswan ipsec nordvpn mullvad protonvpn protonvpn-cli expressvpn warp-cli zerotier-cli netbird tor torsocks torify proxychains proxychains4 i2pd wpa_supplicant wpa_cli iwctl iwconfig dhclient dhcpcd hostapd nm-applet nmtui pppd',
  ],
  [
    say`It works with money or a wallet`,
    'lncli lightning-cli lncli-debug eclair-cli electrum electrs geth cast solana solana-keygen spl-token near cardano-cli osmosisd gaiad polkadot subkey monero-wallet-cli monero-wallet-rpc litecoin-cli dogecoin-cli dash-cli zcash-cli sparrow ledger-live trezorctl aqbanking-cli aqhbci-tool4 fints-cli hbci4java moneyplex stripe paypal braintree square shopify wise revolut coinbase kraken-cli',
  ],
  [
    say`It records sound or pictures`,
    'rec parecord pw-record pw-cat fswebcam streamer guvcview cheese kamoso webcamoid obs simplescreenrecorder wf-recorder recordmydesktop peek byzanz-record asciinema maim flameshot spectacle ksnip shutter xwd imagesnap gphoto2 scanimage',
  ],
  [say`It plays sound or pictures`, 'mpv vlc cvlc ffplay mplayer aplay paplay pw-play afplay cmus mpc ncmpcpp'],
  [
    say`It locks or ends the session`,
    'slock i3lock swaylock hyprlock physlock vlock xlock xtrlock light-locker-command xscreensaver-command gnome-screensaver-command gnome-session-quit xfce4-session-logout lxqt-leave loginctl-lock swaymsg i3-msg hyprctl bspc herbstclient dm-tool wlogout wayland-logout',
  ],
  [say`It changes how bright the screen is`, 'brightnessctl light xbacklight brillo'],
  [
    say`It controls windows, the mouse or the keyboard`,
    'dotool dotoolc wtype xdotoolx evemu-event evemu-play xte xvkbd skhd keyd kmonad espanso autokey-run',
  ],
  [
    say`It gives orders to other programs`,
    'gdbus qdbus qdbus6 qdbus-qt5 dbus-send busctl dcop automator jxa shortcuts fastlane playerctl',
  ],
  [
    say`It changes drives or the hardware`,
    'dmsetup vgchange lvchange vgcreate lvcreate pvcreate lvextend lvreduce fwupdmgr fwupdtool mokutil sbctl tpm2_clear tpm2_changeauth nvme-cli nvflash ddcutil cpupower tlp powertop',
  ],
  [
    say`It makes, restores or deletes backups`,
    'rsnapshot duplicity tarsnap bup kopia attic deja-dup timeshift snapper duplicati-cli vorta rdiff-backup urbackupclientctl backintime',
  ],
  [
    say`It installs or removes programs, whose scripts can run`,
    'cpan cpanm cpm pecl pear bower jspm nala aptitude dselect tasksel synaptic gdebi xbps-install xbps-remove emerge eopkg urpmi swupd rpm-ostree guix nix-env nix-channel nix-collect-garbage stew eget topgrade hackage vsce ovsx',
  ],
  [
    say`It opens a browser`,
    'firefox firefox-esr chromium chromium-browser google-chrome google-chrome-stable brave-browser microsoft-edge vivaldi opera epiphany konqueror falkon midori librewolf torbrowser-launcher lynx w3m links elinks',
  ],
  [say`It runs a command again and again`, 'watch entr viddy'],
];

/** Subcommands that only show, for every kind of repository: not known well enough to run, but safe to try. */
const SHOWS =
  /^(?:status|st|stat|diff|di|log|info|blame|annotate|praise|ann|cat|ls|list|files|manifest|identify|id|summary|root|branches|show|changes|opened|whatsnew|timeline|help|version|)$/;

const changesRepository: Effect = (use) =>
  SHOWS.test(verbOf(use)) ? null : say`It changes a repository, here or on its server`;

export const NAMED_EFFECTS: Effects = {
  ...Object.fromEntries(BUSINESS.map(([effect, names]) => [names.split(' ').join('|'), always(effect)])),
  'svn|hg|sl|bzr|brz|darcs|fossil|jj|p4|cvs|pijul|got': changesRepository,
};
