/** Data of the sandbox: what stays in sight, what programs live from, and programs that cannot work in one. */

/** Of the secret places in a home folder: without these no program reaches the display. */
export const SHOWN_IN_HOME: readonly string[] = ['.xauthority', '.iceauthority'];

const SSH = ['.ssh/**', '.gnupg/**'];
const GIT = [...SSH, '.git-credentials', '.config/git/credentials', '.netrc', '.config/gh/**', '.config/hub'];
const CLOUDS = ['.aws/**', '.azure/**', '.config/gcloud/**', '.kube/**'];
const TERRAFORM = [...CLOUDS, '.terraform.d/credentials*', '.terraformrc'];
const NPM = ['.npmrc', '.yarnrc*'];
const POSTGRES = ['.pgpass'];

/** Secret places, as in the list of them, that an approved command may have because it names a program that lives from them. */
export const NEEDED_IN_HOME: Readonly<Record<string, readonly string[]>> = {
  git: GIT,
  gh: GIT,
  hub: GIT,
  glab: GIT,
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
};

/** Approved commands that name one of these run outside: they need rights that nothing in a sandbox gets, or make sandboxes themselves. */
export const OUTSIDE: readonly string[] = [
  ...['sudo', 'su', 'doas', 'pkexec', 'runuser', 'passwd', 'chsh', 'newgrp', 'login'],
  ...['mount', 'umount', 'fusermount', 'fusermount3', 'losetup', 'mkfs', 'chroot', 'unshare', 'nsenter', 'bwrap'],
  ...['chown', 'chgrp', 'useradd', 'usermod', 'userdel', 'adduser', 'groupadd', 'setcap'],
  ...['apt', 'apt-get', 'dpkg', 'dnf', 'yum', 'pacman', 'zypper', 'snap', 'flatpak', 'systemctl', 'service'],
  ...['crontab', 'at', 'batch', 'ping', 'traceroute', 'podman', 'buildah', 'rootlesskit'],
  ...['brew', 'swift', 'xcodebuild', 'sandbox-exec', 'launchctl', 'diskutil', 'softwareupdate'],
];
