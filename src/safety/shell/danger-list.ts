/** Commands that destroy widely, reveal credentials, or switch protection off: data. They need an approval every single time. */
import { type Sentence, say } from '../../words/say.ts';

export interface Danger {
  /** The program's name, whole, in lower case. */
  readonly tool: RegExp;
  /** Counts only for the program that runs, not for an argument, which may be a folder's name. */
  readonly isProgram?: true;
  /** Each must match one of its words, in lower case. */
  readonly has?: readonly RegExp[];
  readonly rule: string;
  /** "It erases a disk". */
  readonly why: Sentence;
}

const ERASES = say`It erases or repartitions a disk`;
const WIDE = say`It deletes a whole service, database or backup`;
const UNPROTECTS = say`It switches protection off`;
const CREDENTIALS = say`It reads or changes credentials`;
const PERSISTS = say`It makes something run by itself later`;
const OWN = say`It gives orders to Deskhand itself`;
const STOPS = say`It shuts down or locks this computer or ends the session, and Deskhand with it`;
const LOCKS = say`It locks this computer, and I can't go on before you unlock it`;

export const DANGERS: readonly Danger[] = [
  {
    tool: /^(?:mkfs(?:\..+)?|newfs(?:_.+)?|mke2fs|mkswap|wipefs|sgdisk|gdisk|sfdisk|fdisk|cfdisk|parted|blkdiscard|asr|gpt|zerofree)$/,
    rule: 'danger.disk',
    why: ERASES,
  },
  {
    tool: /^diskutil$/,
    has: [
      /^(?:erase.*|reformat|partition.*|zerodisk|randomdisk|secureerase|delete.*|mergepartitions|splitpartition|resize.*|addvolume|decrypt.*|ap|apfs|cs|corestorage|appleraid)$/,
    ],
    rule: 'danger.disk',
    why: ERASES,
  },
  { tool: /^dd$/, has: [/^of=\/dev\/(?!null$)/], rule: 'danger.disk', why: ERASES },
  {
    tool: /^(?:hdparm|nvme|sg_format)$/,
    has: [/security|format|sanitize|erase|trim/],
    rule: 'danger.disk',
    why: ERASES,
  },
  { tool: /^cryptsetup$/, has: [/luksformat|erase|luksremovekey|lukskillslot/], rule: 'danger.disk', why: ERASES },
  {
    tool: /^(?:zpool|zfs|lvremove|vgremove|pvremove|btrfs|mdadm)$/,
    has: [/destroy|remove|delete|^--zero/],
    rule: 'danger.disk',
    why: ERASES,
  },
  { tool: /^(?:lvremove|vgremove|pvremove)$/, rule: 'danger.disk', why: ERASES },

  { tool: /^(?:shutdown|reboot|halt|poweroff|loginwindow)$/, rule: 'danger.stop', why: STOPS },
  { tool: /^(?:init|telinit)$/, has: [/^[06]$/], rule: 'danger.stop', why: STOPS },
  {
    tool: /^systemctl$/,
    has: [/^(?:poweroff|reboot|halt|suspend|hibernate|kexec|rescue|emergency|isolate|exit)$/],
    rule: 'danger.stop',
    why: STOPS,
  },
  { tool: /^pmset$/, has: [/^(?:sleepnow|schedule|repeat)$/], rule: 'danger.stop', why: STOPS },
  { tool: /^loginctl$/, has: [/^(?:terminate|kill)-/], rule: 'danger.stop', why: STOPS },
  { tool: /^loginctl$/, has: [/^lock-/], rule: 'danger.stop', why: LOCKS },
  { tool: /^kill(?:all5?)?$/, has: [/^-1$/], rule: 'danger.stop', why: say`It ends every program` },
  {
    tool: /^(?:pkill|killall)$/,
    has: [
      /^(?:node|deskhand|xvfb|openbox|windowserver|loginwindow|launchd|systemd|init|sshd|finder|dock|gnome-shell|-u)$/,
    ],
    rule: 'danger.stop',
    why: STOPS,
  },

  { tool: /^csrutil$/, has: [/disable|clear|enable/], rule: 'danger.protection', why: UNPROTECTS },
  {
    tool: /^spctl$/,
    has: [/-disable|--add|--remove|--enable|kext-consent|reset/],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  {
    tool: /^(?:fdesetup)$/,
    has: [/disable|remove|change|authrestart|sync|enable/],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  {
    tool: /^tccutil$/,
    rule: 'danger.protection',
    why: say`It changes which programs may see and control this computer`,
  },
  {
    tool: /^tmutil$/,
    has: [/disable|delete.*|remove.*|thin.*|setdestination|addexclusion/],
    rule: 'danger.backup',
    why: say`It switches backups off or deletes them`,
  },
  {
    tool: /^(?:setenforce|apparmor_parser|aa-disable|aa-teardown|aa-complain|auditctl)$/,
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  { tool: /^(?:ufw)$/, has: [/disable|reset|delete/], rule: 'danger.protection', why: UNPROTECTS },
  {
    tool: /^(?:iptables|ip6tables|nft|ebtables)$/,
    has: [/^-[fxp]$|flush|delete|--policy/],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  { tool: /^pfctl$/, has: [/^-[dF]/i], rule: 'danger.protection', why: UNPROTECTS },
  { tool: /^socketfilterfw$/, has: [/--set|--add|--unblock/], rule: 'danger.protection', why: UNPROTECTS },
  {
    tool: /^(?:systemctl|service|launchctl)$/,
    has: [
      /^(?:stop|disable|mask|kill|unload|bootout|remove)$/,
      /firewall|ufw|apparmor|audit|selinux|fail2ban|clam|defender|falcon|sentinel|carbonblack|crowdstrike|xprotect|mrt|jamf|sshd|littlesnitch|osquery|santa|syslog|endpoint/,
    ],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  {
    tool: /^launchctl$/,
    has: [/^(?:unload|bootout|disable|remove)$/, /\/library\/launch|com\.apple|^system/],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  { tool: /^(?:profiles)$/, has: [/^-?(?:remove|r|d|install|i)$/], rule: 'danger.protection', why: UNPROTECTS },
  {
    tool: /^(?:kextload|kextunload|kmutil|insmod|rmmod|modprobe|systemextensionsctl)$/,
    rule: 'danger.kernel',
    why: say`It changes what runs inside the system`,
  },
  { tool: /^nvram$/, has: [/=|^-[cdf]/], rule: 'danger.firmware', why: say`It changes firmware values` },
  {
    tool: /^(?:bless|efibootmgr|flashrom|bputil|firmwarepasswd)$/,
    rule: 'danger.firmware',
    why: say`It changes how this computer starts`,
  },
  {
    tool: /^xattr$/,
    has: [/^-[a-z]*[dc]/, /quarantine|^-[a-z]*c/],
    rule: 'danger.protection',
    why: say`It turns off the warning about a downloaded program`,
  },
  {
    tool: /^defaults$/,
    has: [
      /^(?:write|delete)$/,
      /launchservices|lsquarantine|gatekeeper|loginwindow|screensaver|softwareupdate|alf|autologin/,
    ],
    rule: 'danger.protection',
    why: UNPROTECTS,
  },
  {
    tool: /^(?:systemsetup|kickstart)$/,
    has: [/setremotelogin|setremoteappleevents|activate|-access/],
    rule: 'danger.protection',
    why: say`It opens this computer to others`,
  },
  {
    tool: /^(?:visudo|sudoedit|passwd|chpasswd|usermod|useradd|userdel|adduser|deluser|groupadd|groupmod|gpasswd|chsh|chfn|vipw|dseditgroup|sysadminctl|createhomedir|pwpolicy|dsenableroot)$/,
    rule: 'danger.accounts',
    why: say`It changes accounts or their rights`,
  },
  {
    tool: /^dscl$/,
    has: [/^-?(?:create|append|merge|delete|change|changei|passwd)$/],
    rule: 'danger.accounts',
    why: say`It changes accounts or their rights`,
  },
  {
    tool: /^security$/,
    has: [
      /dump|find-(?:generic|internet)-password|export|unlock|delete|import|add-|set-|authorizationdb|remove-|trust/,
    ],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^(?:secret-tool|keyctl|kwallet-query|gnome-keyring|lastpass|lpass|mimikatz|lazagne|chainbreaker|sshpass)$/,
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^(?:op|bw|pass|gopass|doppler)$/,
    has: [/read|item|get|show|list|inject|run|export|secrets|document|delete|rm|remove|edit|signin|unlock/],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^vault$/,
    has: [/read|kv|write|delete|token|auth|lease|secrets|login|operator|policy|print|unwrap/],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^gpg2?$/,
    has: [/export-secret|delete-secret|--delete-key|--gen-revoke/],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^aws$/,
    has: [
      /secretsmanager|get-password-data|create-access-key|get-session-token|assume-role|get-federation|create-login-profile|get-parameter/,
    ],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  {
    tool: /^(?:gcloud|az|gh|kubectl)$/,
    has: [/print-access-token|print-identity-token|get-access-token|^token$|--show-token|--with-token|versions$/],
    rule: 'danger.credentials',
    why: CREDENTIALS,
  },
  { tool: /^ssh-(?:copy-id|add|keygen)$/, rule: 'danger.credentials', why: CREDENTIALS },

  // The person alone decides who may use Deskhand, what it may do and its updates, so no run may call it.
  { tool: /^deskhand(?:@.*)?$/, isProgram: true, rule: 'danger.own-command', why: OWN },
  {
    tool: /^deskhand(?:@.*)?$/,
    has: [
      /^(?:start|setup|doctor|service|link|pair|run|status|stop|screenshot|allowed|plugin|trigger|mcp|fleet|update|uninstall|check-mac|demo|risk|index|extras|secrets|slack-manifest|completion)$/,
    ],
    rule: 'danger.own-command',
    why: OWN,
  },
  {
    tool: /^(?:npm|pnpm|yarn|bun)$/,
    has: [
      /^(?:run|run-script|rum|urn)$/,
      /^(?:link|pair|setup|doctor|secrets|allowed|trigger|plugin|extras|service|mcp|fleet|update|uninstall)$/,
    ],
    rule: 'danger.own-command',
    why: OWN,
  },
  { tool: /^(?:npx|pnpx|bunx)$/, has: [/^deskhand(?:@.*)?$/], rule: 'danger.own-command', why: OWN },
  {
    tool: /^(?:npm|pnpm|yarn|bun)$/,
    has: [/^(?:exec|x|dlx)$/, /^deskhand(?:@.*)?$/],
    rule: 'danger.own-command',
    why: OWN,
  },
  // The form in which a checkout is started.
  { tool: /^node$/, has: [/(?:^|\/)(?:src\/bin|dist)\/entry\.mjs$/], rule: 'danger.own-command', why: OWN },
  { tool: /^entry\.mjs$/, rule: 'danger.own-command', why: OWN },

  { tool: /^crontab$/, has: [/^(?!-l$)/], rule: 'danger.persistence', why: PERSISTS },
  { tool: /^(?:at|batch)$/, rule: 'danger.persistence', why: PERSISTS },
  {
    tool: /^launchctl$/,
    has: [/^(?:load|bootstrap|enable|submit|kickstart|setenv|config|asuser|bsexec|debug)$/],
    rule: 'danger.persistence',
    why: PERSISTS,
  },
  {
    tool: /^systemctl$/,
    has: [/^(?:enable|link|edit|set-environment|import-environment|daemon-reload|preset)$/],
    rule: 'danger.persistence',
    why: PERSISTS,
  },
  { tool: /^osascript$/, has: [/login item/], rule: 'danger.persistence', why: PERSISTS },

  { tool: /^(?:dropdb|dropuser|mongodump|pg_dropcluster)$/, rule: 'danger.wide', why: WIDE },
  {
    tool: /^(?:psql|mysql|mariadb|sqlite3|duckdb|clickhouse-client|sqlcmd|cockroach|bq|mongosh|mongo|redis-cli|mysqladmin|cqlsh)$/,
    has: [/\b(?:drop|truncate|delete\s+from|dropdatabase|flushall|flushdb|shutdown)\b/],
    rule: 'danger.wide',
    why: say`It deletes data of a database, or stops it`,
  },
  {
    tool: /^(?:rails|rake|bundle|php|artisan|python3?|django-admin|prisma|npx|sequelize|knex|mix)$/,
    has: [
      /db:(?:drop|reset|schema:load|migrate:reset)|migrate:(?:fresh|reset|rollback)|^flush$|reset_db|ecto\.(?:drop|reset)|^reset$/,
    ],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^(?:terraform|tofu|terragrunt|pulumi|cdk|sls|serverless|eksctl|vagrant|cdktf)$/,
    has: [/^-?(?:destroy|-destroy|remove|delete|down|rm)$/],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^(?:kubectl|oc)$/,
    has: [
      /^delete$|^drain$/,
      /^(?:ns|namespaces?|--all|-a|--all-namespaces|pv|pvc|crd|nodes?|clusterrole.*|deploy.*|statefulset.*|all)$|^namespaces?\/|^ns\//,
    ],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^(?:docker|podman)$/,
    has: [/^(?:system|volume|image|container|builder)$/, /^prune$/],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^aws$/,
    has: [
      /^(?:rb|delete-.*|terminate-.*|deregister-.*|purge-.*|remove-.*|deactivate-.*|disable-.*|schedule-key-deletion|cancel-.*|release-.*|reset-.*|rm)$/,
    ],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^(?:gcloud|gsutil|az|doctl|linode-cli|heroku|flyctl|fly|oci|hcloud|ibmcloud)$/,
    has: [/^(?:delete|rm|rb|destroy|purge|.*:destroy|.*:delete|.*:reset|remove|deallocate)$/],
    rule: 'danger.wide',
    why: WIDE,
  },
  {
    tool: /^(?:borg|restic|duplicity|velero|kopia|rclone|rdiff-backup|zfs)$/,
    has: [/^(?:delete|prune|forget|purge|remove|cleanup|rmdir.*|deletefile|sync|uninstall|destroy|compact|recreate)$/],
    rule: 'danger.backup',
    why: say`It deletes backups`,
  },
  {
    tool: /^(?:kafka-.*|rabbitmqadmin|rabbitmqctl|nats|redis-cli|consul|etcdctl)$/,
    has: [/delete|purge|^del$|^rm$|reset|flush/],
    rule: 'danger.wide',
    why: WIDE,
  },
  { tool: /^gh$/, has: [/^(?:repo|release|secret|ssh-key|gpg-key)$/, /^delete$/], rule: 'danger.wide', why: WIDE },
  {
    tool: /^git$/,
    has: [/^push$/, /^(?:-f|--force.*|--mirror|--delete|-d|\+.*)$/],
    rule: 'danger.history',
    why: say`It overwrites history that others use`,
  },
  {
    tool: /^git$/,
    has: [/^clean$/, /^-[a-z]*f/],
    rule: 'danger.files',
    why: say`It deletes files that no version holds`,
  },
  {
    tool: /^git$/,
    has: [/^(?:filter-branch|filter-repo)$/],
    rule: 'danger.history',
    why: say`It rewrites the history`,
  },
  { tool: /^history$/, has: [/^-[cdw]/], rule: 'danger.traces', why: say`It wipes the traces of what was done` },
  {
    tool: /^(?:wevtutil|logrotate|journalctl|log)$/,
    has: [/vacuum|rotate|erase|^cl$/],
    rule: 'danger.traces',
    why: say`It wipes the traces of what was done`,
  },
  {
    tool: /^(?:shred|srm|wipe|scrub|sfill)$/,
    rule: 'danger.files',
    why: say`It deletes so that nothing can be brought back`,
  },
  {
    tool: /^(?:nc|ncat|netcat|socat|telnet)$/,
    has: [/^-[a-z]*[elc]|exec|system|sh\b/],
    rule: 'danger.remote-control',
    why: say`It lets another computer control this one`,
  },
  {
    tool: /^(?:cloudflared|ngrok|frpc|chisel|bore|localtunnel|lt|tailscale|teamviewer|anydesk|msfvenom|msfconsole|xmrig)$/,
    rule: 'danger.remote-control',
    why: say`It lets another computer reach this one`,
  },
];

/** Programs that fetch something from another computer. */
export const FETCHERS =
  /^(?:curl|wget|fetch|aria2c|httpie|http|https|xh|lynx|links|w3m|nc|ncat|netcat|socat|telnet|ftp|sftp|scp|rsync|aws|gsutil|dig|host|nslookup|openssl|ssh)$/;

/** Programs that run what they read. */
export const INTERPRETERS =
  /^(?:sh|bash|zsh|dash|ksh|mksh|ash|fish|csh|tcsh|rbash|pwsh|python[\d.]*|pypy3?|perl[\d.]*|ruby[\d.]*|irb|node|nodejs|deno|bun|php[\d.]*|lua[\d.]*|luajit|tclsh|wish|expect|osascript|awk|gawk|Rscript|julia|guile|racket|sbcl|clisp|swift|scala|groovy|jshell|elixir|erl|ghci|runghc|eval|source|\.|xargs|parallel|at|batch|psql|mysql|sqlite3|gdb|lldb|ed|ex|vim?|nvim|emacs|m4|make|dc|busybox|env|sudo|doas|su)$/i;
