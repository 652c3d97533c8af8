/** The workflows cannot run here: they are read as YAML, and every command in them is held against what this checkout has. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { ENTRY } from './support/programs.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { scripts, engines } = z
  .object({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string(), npm: z.string() }) })
  .parse(JSON.parse(read('package.json')));

const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.string(),
      'timeout-minutes': z.number().max(120),
      strategy: z
        .strictObject({ 'fail-fast': z.boolean(), matrix: z.record(z.string(), z.array(z.string())) })
        .optional(),
      steps: z.array(step),
    }),
  ),
});
type Workflow = z.infer<typeof workflowSchema>;
type Step = z.infer<typeof step>;

function readWorkflow(path: string): Workflow {
  const document = parseDocument(read(path), { strict: true, uniqueKeys: true });
  assert.deepEqual([...document.errors, ...document.warnings].map(String), []);
  return workflowSchema.parse(document.toJS());
}

const ci = readWorkflow('.github/workflows/ci.yml');
const runs = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ run }) => run ?? []);
const jobOf = (name: string) => ci.jobs[name] ?? assert.fail(`there is no job ${name}`);

describe('The workflows', () => {
  for (const path of globSync('.github/workflows/*.yml', { cwd: ROOT })) {
    const { jobs } = readWorkflow(path);
    const steps = Object.values(jobs).flatMap((job) => job.steps);

    it(`${path}: each step does one thing, with an action of a fixed version`, () => {
      for (const { uses, run } of steps) {
        assert.equal([uses, run].filter((part) => part !== undefined).length, 1);
        if (uses !== undefined) assert.match(uses, /^actions\/[a-z-]+@v\d+$/);
      }
    });

    it(`${path}: every npm command is one this checkout has, and told to people`, () => {
      const told = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })].map(read).join('\n');
      const called = runs(steps).flatMap((run) => [...run.matchAll(/\bnpm (?:run (?:-s )?)?([a-z:]+)/g)]);
      assert.ok(called.length > 2);
      for (const [words, name = ''] of called) {
        if (['ci', 'audit', 'publish', 'pack', 'pkg'].includes(name)) continue;
        assert.ok(scripts[name] !== undefined, `${words} is no script of package.json`);
        assert.ok(
          told.includes(`npm ${name === 'test' ? '' : 'run '}`) && told.includes(name),
          `${words} stands in no guide`,
        );
      }
    });

    it(`${path}: Node is one the package runs on`, () => {
      const versions = steps.flatMap(({ uses, with: given }) =>
        uses?.startsWith('actions/setup-node') === true ? [Number(given?.['node-version'])] : [],
      );
      assert.equal(versions.length, Object.keys(jobs).length);
      for (const version of versions) assert.ok(version >= Number(/\d+/.exec(engines.node)?.[0]) && version >= 24);
    });
  }

  it('run for every push and pull request, and may only read', () => {
    assert.deepEqual(Object.keys(ci.on), ['push', 'pull_request']);
    assert.deepEqual(ci.permissions, { contents: 'read' });
  });

  it('on Linux everything is proven: a clean install, types, lint, all tests, as root so that programs are installed', () => {
    assert.match(jobOf('linux')['runs-on'], /^ubuntu-/);
    assert.deepEqual(runs(jobOf('linux').steps), [
      'npm ci',
      'npm run typecheck',
      'npm run lint',
      'sudo env "PATH=$PATH" CI=true npm test',
    ]);
  });

  it('on macOS 15 and 26: a clean install, the tests, then the checks of a Mac whatever came of those, and its report', () => {
    const { strategy, steps, ...mac } = jobOf('mac');
    assert.deepEqual(strategy, { 'fail-fast': false, matrix: { os: ['macos-15', 'macos-26'] } });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the workflow's own variable
    assert.equal(mac['runs-on'], '${{ matrix.os }}');
    assert.deepEqual(runs(steps), ['npm ci', 'npm test', 'npm run check:mac -- --unattended --out check-mac']);
    const check = steps.find(({ run }) => run?.includes('check:mac'));
    const upload = steps.at(-1);
    assert.match(upload?.uses ?? '', /^actions\/upload-artifact@/);
    assert.deepEqual([check?.if, upload?.if], ['always()', 'always()']);
    assert.equal(upload?.with?.path, /--out (\S+)/.exec(check?.run ?? '')?.[1], 'what is written is what is uploaded');
    assert.match(String(upload?.with?.name), /matrix\.os/, 'one report a system');
  });

  it('check:mac takes the words it is given there', {
    skip: process.platform === 'darwin' && 'it would check this Mac',
  }, () => {
    const words = runs(jobOf('mac').steps).at(-1)?.split(' -- ')[1]?.split(' ') ?? [];
    const ask = (args: readonly string[]) =>
      spawnSync('npm', ['run', '-s', 'check:mac', '--', ...args], { cwd: ROOT, encoding: 'utf8' });
    const { status, stderr } = ask(words);
    assert.deepEqual([status, stderr], [3, 'This checks a Mac; run it on one.\n']);
    const odd = [ENTRY, 'check-mac', ...words, '--no-such-word'];
    assert.notEqual(spawnSync(process.execPath, odd).status, 3);
  });
});

it('a test file that opens an X11 display says by name what it lacks where there is none', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /\b(?:startTestDisplay|startHandsBench)\(/.test(read(file)),
  );
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.filter((file) => !/\bnoX11\b/.test(read(file))),
    [],
  );
});
