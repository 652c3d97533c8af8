/** The package, packed and installed as a person installs it, as gateway and as worker. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveFleetLife } from '../support/fleet-life.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'deskhand-installed-'));
const closers: (() => unknown)[] = [];
try {
  const clone = join(folder, 'packing');
  execFileSync('git', ['clone', '-q', '--no-hardlinks', ROOT, clone]);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: clone,
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
  const prefix = join(folder, 'prefix');
  execFileSync('npm', ['install', '--silent', '-g', '--prefix', prefix, tarball], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.stdout.write('installed; it is gateway and worker now\n');
  await liveFleetLife({ after: (act) => void closers.push(act) }, [join(prefix, 'bin/deskhand')]);
  process.stdout.write('ok  the package is set up, joined, worked and removed as a gateway and a worker\n');
} finally {
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}
