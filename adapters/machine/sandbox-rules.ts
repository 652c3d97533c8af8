/** Data of the sandbox: what stays in sight, what programs live from, and programs that cannot work in one. */

/** Secret places of a home folder that stay visible, since without them no program reaches the display. */
export const SHOWN_IN_HOME: readonly string[] = ['.xauthority', '.iceauthority'];

const SSH = ['.ssh/**', '.gnupg/**'];
const GIT = [...SSH, '.git-credentials', '.config/git/credentials', '.netrc', '.config/gh/**', '.config/hub'];
const CLOUDS = ['.aws/**', '.azure/**', '.config/gcloud/**', '.kube/**'];
const TERRAFORM = [...CLOUDS, '.terraform.d/credentials*', '.terraformrc'];
const NPM = ['.npmrc', '.yarnrc*'];
const POSTGRES = ['.pgpass'];

/** Secret places that an approved command may use when it names a program that needs them. */
export const NEEDED_IN_HOME: Readonly<Record<string, readonly string[]>> = {
  git: GIT,
  gh: GIT,
  hub: GIT,
  glab: [...GIT, '.config/glab-cli/**'],
  ssh: SSH,
  scp: SSH,
  sftp: SSH,
  rsync: SSH,
  mosh: SSH,
  sshfs: SSH,
  'ssh-add': SSH,
  'ssh-copy-id': SSH,
  'ssh-keygen': SSH,
  'ssh-keyscan': SSH,
  ansible: SSH,
  'ansible-playbook': SSH,
  gpg: ['.gnupg/**'],
  pass: ['.gnupg/**', '.password-store/**'],
  op: ['.op/**', '.1password/**', '.config/op/**', '.config/1password/**'],
  bw: ['.bitwarden/**', '.config/bitwarden*/**'],
  vault: ['.vault-token'],
  aws: CLOUDS,
  az: CLOUDS,
  gcloud: CLOUDS,
  gsutil: CLOUDS,
  kubectl: CLOUDS,
  helm: CLOUDS,
  oci: ['.oci/**'],
  doctl: ['.config/doctl/**'],
  heroku: ['.config/heroku/**', '.netrc'],
  terraform: TERRAFORM,
  tofu: TERRAFORM,
  rclone: ['.config/rclone/**'],
  docker: ['.docker/**'],
  'docker-compose': ['.docker/**'],
  npm: NPM,
  npx: NPM,
  pnpm: NPM,
  yarn: NPM,
  bun: NPM,
  pip: ['.netrc'],
  twine: ['.pypirc'],
  cargo: ['.cargo/credentials*'],
  gem: ['.gem/credentials'],
  bundle: ['.bundle/config', '.gem/credentials'],
  mvn: ['.m2/settings*.xml'],
  gradle: ['.gradle/gradle.properties'],
  gradlew: ['.gradle/gradle.properties'],
  psql: POSTGRES,
  pg_dump: POSTGRES,
  pg_restore: POSTGRES,
  mysql: ['.my.cnf', '.mylogin.cnf'],
  mysqldump: ['.my.cnf', '.mylogin.cnf'],
  curl: ['.netrc'],
  wget: ['.netrc'],
  security: ['library/keychains/**'],
  dotnet: ['.nuget/nuget/**'],
  nuget: ['.nuget/nuget/**'],
  composer: ['.composer/auth.json', '.config/composer/auth.json'],
  svn: ['.subversion/auth/**'],
  hg: ['.hgrc', ...SSH],
  s3cmd: ['.s3cfg'],
  mc: ['.mc/**'],
  databricks: ['.databrickscfg'],
  snowsql: ['.snowsql/**'],
  dbt: ['.dbt/**'],
  kaggle: ['.kaggle/**'],
  ngrok: ['.ngrok2/**', '.config/ngrok/**'],
  twilio: ['.twilio-cli/**'],
  fly: ['.fly/**'],
  flyctl: ['.fly/**'],
  railway: ['.railway/**'],
  netlify: ['.netlify/**', '.config/netlify/**'],
  firebase: ['.config/configstore/**'],
  vercel: ['.local/share/com.vercel.cli/**', 'library/application support/com.vercel.cli/**'],
  stripe: ['.config/stripe/**'],
  hcloud: ['.config/hcloud/**'],
  sops: ['.config/sops/**', '.config/age/**', '.age/**', '.gnupg/**'],
  age: ['.config/age/**', '.age/**'],
  claude: ['.claude.json', '.claude/.credentials*'],
  codex: ['.codex/auth*'],
  gemini: ['.gemini/**'],
  aider: ['.aider*'],
  mutt: ['.muttrc', '.mutt/**'],
  neomutt: ['.muttrc', '.mutt/**', '.config/neomutt/**'],
  msmtp: ['.msmtprc'],
  mbsync: ['.mbsyncrc'],
  offlineimap: ['.offlineimaprc'],
  fetchmail: ['.fetchmailrc'],
  psftp: ['.putty/**'],
  plink: ['.putty/**'],
};

/** Programs that make an approved command run outside: they need rights that a sandbox denies, or make sandboxes themselves. */
export const OUTSIDE: readonly string[] = [
  ...['sudo', 'su', 'doas', 'pkexec', 'runuser', 'passwd', 'chsh', 'newgrp', 'login'],
  ...['mount', 'umount', 'fusermount', 'fusermount3', 'losetup', 'mkfs', 'chroot', 'unshare', 'nsenter', 'bwrap'],
  ...['chown', 'chgrp', 'useradd', 'usermod', 'userdel', 'adduser', 'groupadd', 'setcap'],
  ...['apt', 'apt-get', 'dpkg', 'dnf', 'yum', 'pacman', 'zypper', 'snap', 'flatpak', 'systemctl', 'service'],
  ...['crontab', 'at', 'batch', 'ping', 'traceroute', 'podman', 'buildah', 'rootlesskit'],
  ...['brew', 'swift', 'xcodebuild', 'sandbox-exec', 'launchctl', 'diskutil', 'softwareupdate'],
];

/** Hidden names that projects consist of and that hold nothing personal; directly in a home folder no hidden name is shown. */
export const SHOWN_HIDDEN_NAMES =
  /^\.(?:git|git(?:hub|lab|ignore|attributes|modules|keep)|gitlab-ci\.yml|editorconfig|(?:nvm|mocha|swc|babel|browserslist|prettier|eslint|stylelint|markdownlint|pylint|coverage)rc(?:\.\w+)?|(?:node|python|ruby|go|java|terraform)-version|tool-versions|(?:docker|npm|prettier|eslint|stylelint|helm|gcloud)ignore|browserslistrc|clang-format|clang-tidy|rustfmt\.toml|flake8|pre-commit-config\.ya?ml|env\.(?:example|sample|template)|husky|storybook|changeset|circleci|travis\.yml|well-known|bin|package-lock\.json|yarn-integrity|modules\.yaml|pnpm)$/;

/** Folders written by programs, or with packages of others: shown whole, without looking at each of many thousand files. */
export const NOBODYS_FOLDERS: readonly string[] = ['node_modules', 'site-packages', '__pycache__', '.git'];

/** Of /etc: what programs need to start, to find their libraries and to write names, times and letters. No secret is among it. */
export const SYSTEM_SETTINGS: readonly string[] = [
  ...[
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'passwd',
    'group',
    'nsswitch.conf',
    'hosts',
    'host.conf',
    'gai.conf',
    'localtime',
  ],
  ...[
    'timezone',
    'alternatives',
    'fonts',
    'ssl/certs',
    'ssl/openssl.cnf',
    'pki/tls/certs',
    'ca-certificates',
    'mime.types',
    'magic',
  ],
  ...[
    'magic.mime',
    'protocols',
    'services',
    'os-release',
    'debian_version',
    'lsb-release',
    'locale.alias',
    'papersize',
    'terminfo',
  ],
  ...[
    'shells',
    'inputrc',
    'crypto-policies',
    'python3',
    'perl',
    'ImageMagick-6',
    'ImageMagick-7',
    'libreoffice',
    'java-17-openjdk',
  ],
  ...['java-21-openjdk', 'texmf', 'sensors3.conf', 'vdpau_wrapper.cfg', 'drirc'],
];

/** The settings that a granted network needs in addition. */
export const NETWORK_SETTINGS: readonly string[] = ['resolv.conf', 'ssl/certs', 'pki'];
