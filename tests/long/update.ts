/**
 * `npm run test:update`: whole updates of a clone that runs as a service, from signed tags of a repository on this computer: at a terminal
 * with a tap on the phone; a version that does not come up as a service, which is taken back; and one begun by the button of /doctor. The
 * systemd of this computer is replaced inside by a stand-in (tests/support/supervisor.py). About five minutes, most of it npm.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateThrice } from './update-rounds.ts';

const SYSTEMCTL = `#!/bin/sh
pid=$(cat "$FOLDER/pid")
case "$2" in
  stop) kill -USR2 "$pid"; until [ "$(cat "$FOLDER/state")" = stopped ]; do sleep 0.1; done ;;
  start) kill -USR1 "$pid" ;;
esac
`;
const SYSTEMD_RUN = `#!/bin/bash
set -u
vars=(OUTSIDE_UNIT=1)
while [ "$1" != -- ]; do case "$1" in --setenv=*) vars+=("\${1#--setenv=}") ;; esac; shift; done
shift
exec env -i "\${vars[@]}" "$@"
`;

const [inside] = process.argv.slice(2);
if (inside !== undefined) {
  await updateThrice(inside, (line) => void process.stdout.write(`${line}\n`));
  process.stdout.write('All is well.\n');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-update-'));
  const supervisor = join(folder, 'supervisor');
  mkdirSync(supervisor);
  const binds = Object.entries({
    systemctl: SYSTEMCTL.replace('\npid', `\nFOLDER='${supervisor}'\npid`),
    'systemd-run': SYSTEMD_RUN,
  }).flatMap(([name, text]) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
    return ['--ro-bind', join(folder, name), `/usr/bin/${name}`];
  });
  const again = [process.execPath, import.meta.filename, folder];
  const { status } = spawnSync('/usr/bin/bwrap', ['--dev-bind', '/', '/', ...binds, '--', ...again], {
    stdio: 'inherit',
  });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exitCode = status ?? 1;
}
