/** Words that tell of an effect: data, in lower case. One of them, and a command that is not understood asks instead of being tried. */

/**
 * Words that count anywhere: deleting, overwriting, sending, paying, accounts and keys, the system, ending programs, fetched code, and text that
 * becomes a command.
 */
export const EFFECT_WORDS: ReadonlySet<string> = words(`
  rm rmdir rmtree unlink unlinksync rmsync rmdirsync removedirs rimraf del delete deleted deletes remove removes erase wipe
  wipefs shred srm trash truncate drop purge prune destroy clean cleanup reset uninstall zap mkfs fdisk parted dd tee sponge mv
  install mkdir makedirs mkfifo mknod ln symlink write writefile writefilesync appendfile appendfilesync overwrite inplace
  upgrade patch send sendmail mail mailx mailto mutt smtp smtplib post put publish push upload tweet curl wget fetch aria2c
  http https ftp sftp scp ssh sshfs rsync rclone nc ncat netcat socat telnet socket sockets urllib urlopen requests tcp udp dig
  nslookup ping nmap webhook slack telegram discord twilio deploy rebase pay payment purchase buy refund invoice wallet account
  accounts useradd userdel usermod adduser deluser groupadd passwd chpasswd login logout sudo doas su pkexec runuser setuid
  setcap visudo sudoers chsh grant revoke permission keygen keychain keyring gpg pass password passwords passphrase secret
  secrets token tokens credential credentials cookie cookies shadow apikey netrc rsa ed25519 pem vault security chmod chown
  chgrp chattr chflags setfacl xattr mount umount losetup swapoff swapon chroot unshare nsenter systemctl service launchctl
  crontab cron autostart daemon defaults csrutil spctl nvram pmset sysctl iptables nft ufw firewall modprobe insmod rmmod
  reboot shutdown halt poweroff kexec suspend hibernate setenforce apt dpkg dnf yum pacman zypper brew snap flatpak pip pip3
  pipx uv gem npx dlx bunx docker podman kubectl helm terraform ansible vagrant aws gcloud gsutil az heroku flyctl gh glab hub
  kill pkill killall xkill terminate sigkill sigterm eval exec execfile execv execve execsync spawn spawnsync system popen
  subprocess child_process shell_exec passthru pickle marshal base64 base32 b64decode fromhex uudecode xxd rot13 fromcharcode
  renames renamesync copyfile copyfilesync cpsync linksync symlinksync chmodsync createwritestream truncatesync ftruncate killpg
  sigqueue rmtrash fallocate webbrowser websocket websockets smtpd ftplib aiohttp httpx paramiko ensurepip msmtp swaks slackcat ytalk
  getent whois traceroute tracepath mtr mosh lynx w3m fuser snice renice sendtoaddress pbpaste scrot grim screenshot arecord parec cpio
  gvim gopass kinit kadmin klist newgrp rfkill bluetoothctl xset xinput xmodmap setxkbmap loadkeys localedef ldconfig mkinitcpio dracut
  fsck tune2fs e2label resize2fs badblocks smartctl hdparm eject udisksctl cupsdisable lprm direnv chezmoi ollama mysqldump chvt openvt
  setterm wkhtmltopdf ltrace bpftrace tcpdump tshark
  chr source trap alias unalias nohup disown setsid tmux flock parallel busybox gdb lldb strace ptrace osascript xdotool xclip
  xsel pbcopy wmctrl dbus gsettings dconf vi vim nvim emacs nano ed ex fork checkpoint ditto script split csplit unzip untar
  tar extract gzip gunzip zip miner xmrig backdoor payload exploit proc environ deskhand child
`);

/** Words that count only as a command's name or subcommand, as code and file names often contain them. */
export const ORDERS: ReadonlySet<string> = words(`
  add insert update replace copy cp format set clear sync start stop restart enable disable share merge order host user users
  role key keys history compile reverse touch open xdg gio say watch screen lp lpr lpadmin cancel notify import strip venv wall talk links skill perf surge forever realm alternatives stow bitcoin
  litecoin monero wl yt youtube gallery v4l2 pg_dump xfs_growfs sg_start systemd xterm konsole chromium firefox chrome google
  libreoffice soffice at
  batch init submit commit release checkout clone move rename alter restore subscribe charge transfer
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
