/** Names in a folder of work that decide what runs there: hidden ones, hooks, build files, and what starts by itself or when it is opened. */
import { foldPath } from './fold-path.ts';
import { SECRET_FILE_NAMES, STARTUP_FILE_NAMES } from './secret-places.ts';
import { compileWildcards } from './wildcards.ts';

/** In lower case, `*` within one name. What builds, tests, packs or starts a project reads them. */
export const BUILD_FILE_NAMES: readonly string[] = [
  'makefile*',
  'gnumakefile',
  '*.mk',
  '*.mak',
  'justfile',
  'taskfile*',
  'rakefile',
  'guardfile',
  'capfile',
  'gemfile*',
  '*.gemspec',
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-*',
  'bun.lock*',
  'bunfig.toml',
  'deno.json*',
  'tsconfig*.json',
  '*.config.js',
  '*.config.cjs',
  '*.config.mjs',
  '*.config.ts',
  'gruntfile*',
  'gulpfile*',
  'setup.py',
  'setup.cfg',
  'pyproject.toml',
  'conftest.py',
  'noxfile.py',
  'tox.ini',
  'pytest.ini',
  'requirements*.txt',
  'pipfile*',
  'poetry.lock',
  'uv.lock',
  '*.pth',
  'sitecustomize.py',
  'usercustomize.py',
  'manage.py',
  'wsgi.py',
  'sconstruct',
  'sconscript',
  'meson.build',
  'build.*',
  'workspace',
  'workspace.bazel',
  'module.bazel',
  'cmakelists.txt',
  '*.cmake',
  'configure*',
  'cargo.toml',
  'cargo.lock',
  'go.mod',
  'go.sum',
  'go.work',
  'pom.xml',
  '*.gradle',
  '*.gradle.kts',
  'gradlew*',
  'mvnw*',
  'build.sbt',
  'mix.exs',
  'composer.json',
  'dockerfile*',
  'containerfile*',
  'docker-compose*',
  'compose.y*ml',
  'vagrantfile',
  'jenkinsfile',
  'procfile*',
  'crontab',
  '*.plist',
  '*.service',
  '*.timer',
  '*.socket',
  '*.desktop',
  '*.rules',
  'hosts',
];

/** What runs when it is opened or called. */
const RUNS =
  /\.(?:command|tool|sh|bash|zsh|fish|ksh|csh|app|action|workflow|terminal|scptd?|applescript|jar|m?pkg|appimage|run|deb|rpm|exe|msi|dll|so|dylib|bat|cmd|ps1|vbs|hta|lnk|mobileconfig|prefpane|kext|inetloc|fileloc|webloc|url|xpi|crx|vsix|bundle|plugin)$/;

const named = compileWildcards([...BUILD_FILE_NAMES, ...STARTUP_FILE_NAMES, ...SECRET_FILE_NAMES]);

/** Whether writing this path, `inside` a folder of work, could decide what runs: by any of its parts below that folder. */
export function isSteering(inside: string): boolean {
  const parts = foldPath(inside)
    .split('/')
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return (
    parts.some((part) => part.startsWith('.') || part === 'hooks' || part === 'node_modules' || part === 'bin') ||
    named.test(last) ||
    RUNS.test(last)
  );
}
