/** Effects of package managers, build tools and languages. */
import { say } from '../../../words/say.ts';
import { name } from '../../levels.ts';
import { always, byVerb, type Effect, type Effects, namesOf, operandsOf, unless, verbOf } from './use.ts';

const INSTALLS = say`It installs packages, whose scripts can run`;
const REMOVES = say`It removes packages`;
const UPDATES = say`It updates packages, whose scripts can run`;
const FETCHES = say`It downloads or updates packages`;
const BUILDS = say`It builds, tests or runs the project's own code`;

const runsScript: Effect = (use) => {
  const script = operandsOf(use)[1];
  return script === undefined || !script.isCertain ? BUILDS : say`It runs what the project calls ${name(script.text)}`;
};

/** The first word after the subcommand is a program. */
const runsInner: Effect = (use) => {
  const inner = use.words[use.words.findIndex(({ text }) => text === verbOf(use)) + 1];
  return inner === undefined || inner.text.startsWith('-') || !inner.isCertain
    ? null
    : say`It runs the program ${name(inner.text)}`;
};

const fetchesAndRuns: Effect = (use) => {
  const names = namesOf(operandsOf(use).slice(0, 1));
  return names === null
    ? say`It fetches a program and runs it`
    : say`It runs ${names}, and fetches it first if need be`;
};

const NPM = byVerb({
  'install|i|in|add|ci|clean-install|isntall|link|rebuild': INSTALLS,
  'uninstall|remove|rm|r|un|unlink|prune': REMOVES,
  'update|upgrade|up|dedupe|ddp': UPDATES,
  'run|run-script': runsScript,
  'test|t|start|stop|restart|build|dev': BUILDS,
  'exec|x|dlx': (use) => fetchesAndRuns({ ...use, words: operandsOf(use).slice(1) }),
  'init|create': say`It creates a project`,
  publish: say`It publishes a package`,
  audit: (use) => (operandsOf(use)[1]?.text === 'fix' ? UPDATES : null),
});

const PIP = byVerb({ install: INSTALLS, 'download|wheel|lock': FETCHES, uninstall: REMOVES });

const UV = byVerb({
  'add|sync': INSTALLS,
  lock: FETCHES,
  remove: REMOVES,
  run: runsInner,
  'python|tool': (use) =>
    /^(?:install|upgrade)$/.test(operandsOf(use)[1]?.text ?? '') ? say`It installs or updates programs` : null,
  pip: (use) => PIP({ ...use, words: operandsOf(use).slice(1) }),
});

const PROGRAMS = byVerb({
  'install|add|reinstall|dist-upgrade|full-upgrade|upgrade|refresh': say`It installs or updates programs`,
  update: say`It updates programs, or the list of them`,
  bundle: say`It installs or removes programs`,
  'tap|untap': say`It changes where programs come from`,
  'link|unlink': say`It changes which program is found under a name`,
  'remove|uninstall|purge|autoremove|erase|rm|del|cleanup|clean|autoclean': say`It removes programs or what they left`,
  services: say`It starts or stops a service`,
});

const CARGO = byVerb({
  'build|b|run|r|test|t|check|c|bench|clippy|doc': BUILDS,
  install: INSTALLS,
  'add|update|fetch': FETCHES,
  'uninstall|remove': REMOVES,
  publish: say`It publishes a package`,
  'new|init': say`It creates a project`,
  clean: say`It deletes what was built`,
  'fmt|fix': say`It changes files`,
});

const GO = byVerb({
  'build|run|test|generate|vet': BUILDS,
  'install|get|mod': FETCHES,
  'fmt|fix': say`It changes files`,
  clean: say`It deletes what was built`,
});

const make: Effect = unless(/^-[a-zA-Z]*[fCI]|^--(?:file|makefile|directory|eval|include)/, (use) =>
  verbOf(use) === 'clean' ? say`It deletes what was built` : BUILDS,
);

/** Runs code: text in the command, a file, or input. */
const interprets: Effect = (use) => {
  const [first] = use.words;
  if (first === undefined) return null;
  if (use.words.length === 1 && /^(?:-v|-V|--version|--help|-h|version)$/.test(first.text)) return null;
  if (/^-(?:[a-zA-Z]*e|r|p|-eval|-print)$/.test(first.text)) return say`It runs a program written in the command`;
  if (first.text === '-m') {
    const module = namesOf(use.words.slice(1, 2));
    return module === null ? null : say`It runs the module ${module}`;
  }
  const script = first.text === '-jar' ? use.words[1] : first;
  if (script === undefined || script.text.startsWith('-') || !/[./]/.test(script.text)) return null;
  const file = namesOf([script]);
  return file === null ? null : say`It runs the program ${file}`;
};

const python: Effect = (use) => {
  const [first, second] = use.words.map(({ text }) => text);
  if (first === '-m' && second === 'pip') return PIP({ ...use, words: use.words.slice(2) });
  return /^-[a-zA-Z]*c$/.test(first ?? '') ? say`It runs a program written in the command` : interprets(use);
};

const runsShell: Effect = (use) => {
  const [first] = use.words;
  const file = first === undefined || first.text.startsWith('-') ? null : namesOf([first]);
  return file === null ? null : say`It runs the script ${file}`;
};

/** Programs that fetch code, or change what is installed. */
export const PACKAGE_EFFECTS: Effects = {
  'npx|bunx|pnpx|pipx|uvx': fetchesAndRuns,
  'pip|pip3': PIP,
  uv: UV,
  gem: byVerb({ 'install|update': INSTALLS, uninstall: REMOVES }),
  'brew|apt|apt-get|dnf|yum|zypper|snap|flatpak|port|apk|pkg|mas': PROGRAMS,
};

export const CODE_EFFECTS: Effects = {
  'npm|pnpm|yarn|bun': NPM,
  poetry: byVerb({
    'add|install|update|lock': INSTALLS,
    remove: REMOVES,
    run: runsInner,
    publish: say`It publishes a package`,
  }),
  'bundle|composer|mix': byVerb({ 'install|update|require|deps.get': INSTALLS, exec: runsInner }),
  cargo: CARGO,
  go: GO,
  'make|gmake|ninja|rake|just|task|scons|bazel|gradle|gradlew|mvn|mvnw|ant|sbt|xcodebuild': make,
  'pytest|tox|nox|jest|vitest|mocha|rspec|phpunit|ctest': always(BUILDS),
  'python|python2|python3|pypy|pypy3': python,
  deno: byVerb({
    'run|serve': runsInner,
    'test|bench|task': BUILDS,
    'install|add': INSTALLS,
    fmt: say`It changes files`,
  }),
  swift: byVerb({ 'build|test|run': BUILDS }),
  'node|nodejs|ruby|perl|php|lua|luajit|Rscript|julia|swift|java|tsx|ts-node': interprets,
  'sh|bash|zsh|dash|ksh|fish': runsShell,
  'source|.': (use) => {
    const file = namesOf(use.words.slice(0, 1));
    return file === null ? null : say`It runs the script ${file}`;
  },
  eval: always(say`It runs a command that is put together first`),
};
