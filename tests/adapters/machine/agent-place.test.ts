/** What an agent's place shows: its own files and packages, on either platform; and the profile of a Mac, as text. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { buildAgentProfile } from '../../../adapters/machine/agent-place.ts';
import { findAgentFiles } from '../../../adapters/machine/agent-words.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

function put(path: string, text = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('The files of an agent', () => {
  it('of an installed package are that package and those beside it', async (t) => {
    const home = realpathSync(makeTempFolder(t));
    const script = put(join(home, '.npm/lib/node_modules/an-agent/dist/index.js'), '#!/usr/bin/env node\n');
    chmodSync(script, 0o755);
    mkdirSync(join(home, '.npm/bin'));
    symlinkSync(script, join(home, '.npm/bin/an-agent'));
    const node = put(join(home, 'runtime/node'));
    chmodSync(node, 0o755);
    const files = await findAgentFiles(['an-agent', '--acp'], `${home}/.npm/bin:${home}/runtime`);
    assert.deepEqual(files.argv, [join(home, '.npm/bin/an-agent'), '--acp']);
    assert.ok(files.bound.includes(join(home, '.npm/lib/node_modules')));
    assert.ok(files.bound.includes(node));
    assert.deepEqual(files.folders, []);
  });

  it('of a script are itself, its folder, and the packages it finds from there', async (t) => {
    const home = realpathSync(makeTempFolder(t));
    const script = put(join(home, 'agents/mine/run.ts'));
    mkdirSync(join(home, 'agents/node_modules'));
    const { bound, folders } = await findAgentFiles([process.execPath, script], '');
    assert.ok(bound.includes(script) && bound.includes(join(home, 'agents/node_modules')));
    assert.deepEqual(folders, [join(home, 'agents/mine')]);
  });
});

describe('The profile of an agent on a Mac', () => {
  it('allows one port of loopback, and of the person’s files what the agent is made of', () => {
    const view = { shown: [], made: [], links: [], covered: [], withheld: [] };
    const bound = ['/Users/ann/.npm/lib/node_modules'];
    const [program, flag, profile = ''] = buildAgentProfile(view, { bound }, '/private/tmp/scratch', 4711);
    assert.deepEqual([program, flag], ['/usr/bin/sandbox-exec', '-p']);
    const network = profile.split('\n').filter((line) => line.includes('network'));
    assert.deepEqual(network, ['(allow network-outbound (remote ip "localhost:4711"))']);
    assert.match(profile, /^\(version 1\)\n\(deny default\)/);
    const ofAnn = profile.split('\n').filter((line) => line.includes('/Users/ann/'));
    assert.ok(ofAnn.length > 0 && ofAnn.every((line) => !line.includes('file-write')), ofAnn.join('\n'));
  });
});
