/** The pages for readers name what is there: files, sections, commands. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { COMMANDS_OF_THE_PACKAGE } from '../src/bin/command-list.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: ROOT })];
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json'))).scripts;

/** GitHub's name of a heading: small letters, blanks as hyphens, other signs gone. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

test('links lead to files and sections that are there', () => {
  const lost = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^):\s]+)\)|(?:src|href)="([^":]+)"/g)].flatMap(([, link, source]) => {
      const [path = '', anchor] = (link ?? source ?? '').split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(ROOT, target))) return [`${page}: ${target}`];
      return anchor !== undefined && !anchorsIn(target).includes(anchor) ? [`${page}: ${target}#${anchor}`] : [];
    }),
  );
  assert.deepEqual(lost, []);
});

test('commands that are named are there', () => {
  const known = new Set(COMMANDS_OF_THE_PACKAGE.map(({ name }) => name));
  const lost = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) => [
    ...[...textOf(page).matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)]
      .filter(([, name]) => scripts[name ?? ''] === undefined)
      .map(([line]) => `${page}: ${line}`),
    ...[...textOf(page).matchAll(/`deskhand ([a-z][\w-]*)/g)]
      .filter(([, name]) => !known.has(name ?? ''))
      .map(([line]) => `${page}: ${line}`),
  ]);
  assert.deepEqual(lost, []);
});

test('every command and long test is told somewhere', () => {
  const all = PAGES.map(textOf).join('\n');
  const untold = Object.keys(scripts).filter(
    (name) =>
      /^(?:test|bench|check):/.test(name) && !all.includes(`npm run ${name}`) && !all.includes(`npm run -s ${name}`),
  );
  const untoldCommands = COMMANDS_OF_THE_PACKAGE.map(({ name }) => name).filter(
    (name) => !new RegExp(`(?:deskhand|npm run(?: -s)?|npm) ${name.replace('-', '[-:]')}\\b`).test(all),
  );
  assert.deepEqual([...untold, ...untoldCommands], []);
});

test('a newcomer reads at most 12 KB first', () => {
  assert.ok(statSync(join(ROOT, 'README.md')).size <= 12_288);
});
