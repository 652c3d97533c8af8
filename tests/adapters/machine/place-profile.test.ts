/** The confined place on a Mac, as the text of its profile: it is not run here. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProfile } from '../../../adapters/machine/sandbox-profile.ts';
import type { SandboxAccess } from '../../../src/ports/machine.ts';

const view = {
  shown: [
    { path: '/Users/p/work', isFolder: true },
    { path: '/Users/p/work/a/b', isFolder: true },
  ],
  made: [],
  links: [],
  covered: [
    { path: '/Users/p/work/.env', isFolder: false, reason: 'hidden' as const },
    { path: '/Users/p/work/a', isFolder: true, reason: 'unseen' as const },
  ],
  withheld: [],
};

function rules(grants: readonly SandboxAccess[] = []): readonly string[] {
  const [program, flag, profile] = buildProfile({ view, cwd: '/Users/p/work', scratch: '/private/tmp/s/1', grants });
  assert.deepEqual([program, flag], ['/usr/bin/sandbox-exec', '-p']);
  return profile?.split('\n') ?? [];
}

describe('the profile of the confined place', () => {
  it('denies by default, first of all', () => {
    assert.deepEqual(rules().slice(0, 2), ['(version 1)', '(deny default)']);
    assert.ok(!rules().includes('(allow default)'));
  });

  it('lets nothing out: no network, no services but who somebody is, no terminal, no other process', () => {
    const text = rules().join('\n');
    assert.doesNotMatch(
      text,
      /network|mach-register|system-socket|pseudo-tty|\/dev\/tty|iokit|appleevent|lsopen|job-creation|user-preference/,
    );
    assert.deepEqual(text.match(/com\.apple\.[\w.]+/g), [
      'com.apple.system.opendirectoryd.libinfo',
      'com.apple.system.logger',
    ]);
    assert.match(text, /\(allow signal process-info\* \(target same-sandbox\)\)/);
  });

  it('lets write nowhere but to the scratch folder and the null devices', () => {
    const writing = rules().filter((rule) => rule.startsWith('(allow') && rule.includes('file-write'));
    assert.equal(writing.filter((rule) => rule.includes('/private/tmp/s/1')).length, 1);
    assert.ok(
      writing.every(
        (rule) => rule.includes('/private/tmp/s/1') || /\(literal "\/dev\/(?:null|zero|u?random)"\)/.test(rule),
      ),
    );
  });

  it('shows ordinary files alone, and takes away again what is hidden, inner ones last', () => {
    const about = rules().filter((rule) => rule.includes('/Users/p/work') && !rule.includes('metadata'));
    assert.deepEqual(about, [
      '(allow file-read* (require-all (subpath "/Users/p/work") (require-any (vnode-type REGULAR-FILE) (vnode-type DIRECTORY) (vnode-type SYMLINK))))',
      '(deny file-read* file-write* (subpath "/Users/p/work/a"))',
      '(allow file-read* (require-all (subpath "/Users/p/work/a/b") (require-any (vnode-type REGULAR-FILE) (vnode-type DIRECTORY) (vnode-type SYMLINK))))',
      '(deny file-read* file-write* (literal "/Users/p/work/.env"))',
    ]);
  });

  it('never names a home folder, a library of the person, keys, volumes or what runs', () => {
    for (const rule of rules())
      assert.doesNotMatch(
        rule,
        /\(subpath "(?:\/|\/Users|\/Users\/p|\/Volumes|\/private|\/private\/var|\/private\/etc|\/Library|\/System)"\)/,
      );
    assert.doesNotMatch(
      rules()
        .filter((rule) => !rule.includes('file-read-metadata'))
        .join('\n'),
      /Keychains|master\.passwd|\/private\/var\/(?!db\/(?:dyld|timezone))/,
    );
  });

  it('opens what was allowed: the network, a file to write', () => {
    const open = rules([{ kind: 'network' }, { kind: 'write', path: '/Users/p/work/out.csv' }]);
    assert.ok(open.includes('(allow network-outbound (remote ip))'));
    assert.ok(
      open.some((rule) =>
        rule.startsWith('(allow file-read* file-write* (require-all (subpath "/Users/p/work/out.csv")'),
      ),
    );
    assert.ok(
      !open.some((rule) => rule.includes('unix-socket') && rule.startsWith('(allow network-outbound (remote unix')),
    );
  });

  it('quotes what stands in a path', () => {
    const odd = { ...view, shown: [{ path: '/Users/p/a "b" \\c', isFolder: true }], covered: [] };
    const [, , profile] = buildProfile({ view: odd, cwd: '/Users/p', scratch: '/s', grants: [] });
    assert.match(profile ?? '', /\(subpath "\/Users\/p\/a \\"b\\" \\\\c"\)/);
  });
});
