/** Package managers and languages: versions, lists and settings that only show; what builds, tests or runs code asks. */
import { type Sentence, say } from '../../../words/say.ts';
import type { CallSite, Tool, ToolCall, ToolRule } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';

/**
 * Programs of which only the question for the version is known to be harmless. Not those that first read the current folder (conftest.py,
 * .mocharc.js, Gemfile, .tflint.hcl, local plugins).
 */
const ASKED_FOR_VERSION =
  'node|nodejs|deno|bun|python|python2|python3|ruby|perl|php|java|javac|rustc|gcc|g++|cc|c++|clang|clang++|cmake|make|gmake|ninja|kotlin|kotlinc|swift|swiftc|mono|R|Rscript|julia|lua|luajit|ghc|cabal|stack|dart|tsc|tsx|ts-node|eslint|prettier|vitest|nox|black|ruff|mypy|pre-commit|playwright|vite|rollup|esbuild|vercel|netlify|heroku|firebase|wrangler|consul|nomad|vault|mongod|mongosh|mysqld|postgres|redis-server|nginx|apachectl|httpd|sqlite3|psql|mysql|redis-cli|curl|wget|ssh|gpg|ffmpeg|convert|magick|code|cursor|subl|vim|nvim|emacs|nano|zsh|bash|fish|sh|dash|pod|xcodegen|carthage|minikube|kind|k3s|kustomize|skaffold|argocd|flux|istioctl|linkerd|eksctl|doctl|flyctl|fly|trivy|semgrep|shellcheck|hadolint|actionlint|jenkins|circleci|auth0|stripe|op|bw|doppler|sops|age|restic|borg|rclone|rsync|duckdb|clickhouse|etcdctl|nats|fzf|parallel|protoc|buf|grpcurl|hugo|pandoc|latex|pdflatex|xelatex';

function findVersionReason(call: ToolCall): Sentence | null {
  const [only] = call.words;
  const isQuestion = call.words.length === 1 && /^(?:--version|-V|-version|--help|version)$/.test(only?.text ?? '');
  // `-v` and a bare word mean something else for some of them.
  const isSafeWord =
    only?.text !== 'version' || /^(?:deno|kustomize|minikube|vault|consul|nomad|restic|rclone)$/.test(call.name);
  if (isQuestion && isSafeWord) return null;
  if (
    call.words.length === 1 &&
    only?.text === '-v' &&
    /^(?:node|php|tsc|nginx|httpd|ruby|perl|lua|gcc|clang)$/.test(call.name)
  )
    return null;
  return unknownUse(call.name, only?.text ?? '');
}

const NPM_LOOKS =
  '-aglpsw --all --json --long --parseable --global --depth= --omit= --include= --prod --dev --production --silent --workspace= --workspaces --link --package-lock-only';

function findPipReason(call: ToolCall): Sentence | null {
  const [verb, next] = call.operands.map((word) => word.text);
  if (verb === 'config') return next === 'list' || next === 'get' || next === 'debug' ? null : say`It changes settings`;
  if (verb === 'cache') return next === 'dir' || next === 'info' || next === 'list' ? null : say`It changes a cache`;
  return null;
}

const PIP_COMMANDS: Readonly<Record<string, ToolRule>> = {
  'list|show|freeze|check|inspect|debug|help|hash': {
    options:
      '-oulevqf --outdated --uptodate --editable --local --user --format= --files --not-required --exclude= --all --verbose --exclude-editable --pre --include-editable --path=@ --disable-pip-version-check -a= --algorithm=',
    operands: 'text',
    // Outdated packages are looked up in the package index.
    risk: 'moderate',
    // For `list` and `freeze` -f is an address to search for packages.
    check: (call) =>
      call.options.has('-f') && !call.name.endsWith(' show') ? say`It may look for packages at an address` : null,
  },
  'config|cache': {
    options: '--format= --global --user --site',
    operands: 'text',
    least: 1,
    check: (call) =>
      findPipReason({
        ...call,
        operands: [
          { raw: '', text: call.name.split(' ').at(-1) ?? '', isCertain: true, isGlob: false, isPlain: true },
          ...call.operands,
        ],
      }),
  },
};

/** A folder's go.mod may name another Go version, which any command fetches and runs (GOTOOLCHAIN). In the confined place nothing is fetched. */
function findFetchedGo(_: ToolCall, site: CallSite): Sentence | null {
  return site.isTyped ? say`It follows the settings of the folder, which can fetch code` : null;
}

/** For another package than its own it lists the folder's modules, and fetches missing ones. */
function findFetchedModule(call: ToolCall, site: CallSite): Sentence | null {
  const isStandard =
    call.operands.length > 0 && call.operands.every(({ text }) => /^[a-z]+\d{0,2}(?:\/[a-z\d]+){0,3}$/.test(text));
  return site.isTyped && !isStandard ? say`It follows the settings of the folder, which can fetch code` : null;
}

function findGoEnvReason(call: ToolCall, site: CallSite): Sentence | null {
  return call.options.has('-w') || call.options.has('-u') ? say`It changes settings` : findFetchedGo(call, site);
}

/** `python -m pip list` and similar; every other module runs code. */
export const DEVELOPING_TOOLS: readonly Tool[] = [
  {
    names: ASKED_FOR_VERSION,
    style: 'words',
    options: '*',
    operands: 'text',
    check: findVersionReason,
    runs: [
      'node --version',
      'python3 --version',
      'python3 -V',
      'java -version',
      'node -v',
      'curl --version',
      'gcc --version',
    ],
    asks: [
      'node',
      'node -e 1',
      'python3 a.py',
      'python3 -c x',
      'perl -v -e x',
      'make',
      'make --version all',
      'pytest',
      'vault version x',
      'psql -V -c x',
      'curl -V http://x',
      'mysql',
      'psql mydb',
      'ruff format --diff',
      'flux version',
    ],
  },
  {
    // A question to the registry goes to the one in the folder's .npmrc, with the git program named there.
    names: 'npm',
    options: '--version -v -g --global --prefix=@',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'ls|list|la|ll|root|prefix|bin|explain|why|query': { options: NPM_LOOKS, operands: 'text' },
      help: { options: '', operands: 'none' },
      config: {
        commands: {
          'get|list|ls': {
            options: '-lg --json --long --location=',
            operands: 'text',
            check: (call) =>
              call.operands.some((word) => /token|auth|passw|key|cert/i.test(word.text))
                ? say`That setting could be a secret`
                : null,
          },
        },
      },
      pkg: { commands: { get: { options: '-w= --workspaces', operands: 'text' } } },
      cache: { commands: { ls: { options: '' }, dir: { options: '' } } },
    },
    runs: [
      'npm ls',
      'npm list --depth=0',
      'npm --version',
      'npm root -g',
      'npm config get registry',
      'npm ls -g --depth 0',

      'npm explain react',
      'npm pkg get version',
    ],
    asks: [
      'npm install',
      'npm i x',
      'npm ci',
      'npm run build',
      'npm test',
      'npm exec x',
      'npm audit fix',
      'npm publish',
      'npm config set a b',
      'npm uninstall x',
      'npm rm jest',
      'npm start',
      'npm dedupe',
      'npm token list',
      'npm config get //r/:_authToken',
      'npm link',
      'npm init',

      'npm pkg set a=b',
      'npm outdated',
      'npm view react version',
      'npm audit',
      'npm whoami',
      'npm help ls',
      'npm view user/repository',
      'npm view git+https://x/y',
      'npm view .',
      'npm view https://x/y.tgz',
      'npm --script-shell=x ls',
    ],
  },
  {
    names: 'nvm|fnm|volta|n',
    options: '',
    commands: { 'ls|list|current|version|which': { options: '--json', operands: 'text' } },
    runs: ['nvm ls', 'fnm list'],
    asks: ['nvm install 20', 'nvm use 20', 'nvm exec 20 node'],
  },
  {
    names: 'pip|pip3',
    options: '--version -V --disable-pip-version-check --no-color -q -v',
    isBareHarmless: true,
    operands: 'none',
    commands: PIP_COMMANDS,
    runs: [
      'pip list',
      'pip show requests',
      'pip freeze',
      'pip --version',
      'pip config list',
      'pip3 list --outdated',
      'pip check',
      'pip cache dir',
    ],
    asks: [
      'pip install x',
      'pip uninstall x',
      'pip download x',
      'pip config set a b',
      'pip wheel x',
      'pip cache purge',
      'pip lock -e .',
      'pip --python x list',
      'pip list --index-url http://x',
      'pip config edit',
      'pip list -o -f http://x',
    ],
  },
  {
    // A question about packages or interpreters runs the folder's own interpreter (.venv).
    names: 'uv',
    options: '--version -V',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      tool: { commands: { dir: { operands: 'none' } } },
      cache: { commands: { dir: { operands: 'none' } } },
      python: { commands: { dir: { operands: 'none' } } },
      help: { operands: 'none' },
    },
    runs: ['uv --version', 'uv tool dir', 'uv cache dir'],
    asks: [
      'uv run x',
      'uv pip list',
      'uv pip install x',
      'uv sync',
      'uv add x',
      'uv python list',
      'uv python find',
      'uv python install 3.12',
      'uv tool list',
      'uv tool run x',
      'uv version',
      'uv cache clean',
      'uv --project x tool dir',
    ],
  },
  {
    names: 'pipx|conda|mamba|micromamba|pyenv|rbenv|asdf|rustup|sdk|jenv|goenv|tfenv',
    options: '--version -V',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'list|ls|versions|version|current|info|which|where|root': {
        options:
          '-nptaelvq -n= --json --short --tree --latest --outdated --name= --all --no-dev --verbose --bare --installed',
        operands: 'text',
        most: 1,
      },
      'env|toolchain|target|component|override|plugin': {
        commands: { 'list|info': { options: '--installed --json --path', operands: 'text', most: 1 } },
      },
    },
    risk: 'moderate',
    runs: ['pyenv versions', 'conda list', 'conda env list', 'rustup toolchain list', 'asdf list', 'conda info'],
    asks: [
      'conda install x',
      'pyenv install 3.12',
      'pipx run x',
      'rustup update',
      'asdf exec x',
      'conda run x',
      'rustup run nightly x',
      'rustup override set x',
    ],
  },
  {
    // Every subcommand reads .cargo/config.toml, which may name programs for credentials, aliases and help.
    names: 'cargo',
    options: '--version -V',
    needs: '--version -V',
    operands: 'none',
    runs: ['cargo --version', 'cargo -V'],
    asks: [
      'cargo',
      'cargo build',
      'cargo search serde',
      'cargo help build',
      'cargo version',
      'cargo --list',
      'cargo locate-project',
      'cargo -V search x',
      'cargo +nightly --version',
      'cargo --version -C x',
      'cargo tree',
    ],
  },
  {
    names: 'go',
    style: 'words',
    options: '-json -w -u -m -v',
    operands: 'text',
    commands: {
      version: { style: 'words', options: '-m -v', check: findFetchedGo },
      env: { style: 'words', options: '-json -changed -w -u', operands: 'text', check: findGoEnvReason },
      help: { style: 'words', options: '', operands: 'text' },
      doc: { style: 'words', options: '-all -short -src -u -cmd', operands: 'text', check: findFetchedModule },
    },
    runs: ['go version', 'go env', 'go env GOPATH', 'go help build', 'go doc fmt'],
    asks: [
      'go build',
      'go run x',
      'go test',
      'go env -w A=b',
      'go install x',
      'go get x',
      'go generate',
      'go list -m all',
      'go mod tidy',
      'go vet',
      'go doc -http',
    ],
  },
  {
    names: 'gem',
    options: '--version -v',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'list|contents|dependency|environment|env|help|which|specification|search|outdated|info': {
        options: '-adilrv --local --remote --all --versions --details --exact --installed',
        operands: 'text',
      },
    },
    risk: 'moderate',
    runs: ['gem list', 'gem env', 'gem --version', 'gem which rake'],
    asks: ['gem install x', 'gem uninstall x', 'gem push x', 'gem exec x', 'gem list --config-file x'],
  },
  {
    names: 'brew',
    options: '--version -v --prefix? --cellar --cache --repository? --caskroom --help',
    operands: 'text',
    isBareHarmless: true,
    check: (call) => (call.operands.length > 0 ? unknownUse('brew', call.operands[0]?.text ?? '') : null),
    commands: {
      'list|ls|info|search|deps|uses|leaves|desc|outdated|config|doctor|options|formulae|casks|missing|commands|help|--version|--prefix|--cellar|--cache|--repository|--caskroom|cat|tap-info|abv|dr':
        {
          options:
            '-1ltrvqd --formula --formulae --cask --casks --versions --json? --installed --full-name --tree --eval-all --all --quiet --verbose --pinned --installed-on-request --installed-as-dependency --include-build --include-optional --recursive --desc --description --multiple --greedy --short --include-test --topological --direct --hide --analytics --missing --cached --skip-recommended --union --graph',
          operands: 'text',
          // A file or another owner's tap is code that brew runs.
          check: (call) =>
            call.operands.some((word) => /[/:]|\.rb$/.test(word.text))
              ? say`A formula from elsewhere runs when it is read`
              : null,
        },
      services: {
        commands: { 'list|info': { options: '--json --all', operands: 'text' } },
        isBareHarmless: true,
        operands: 'none',
        options: '--json',
      },
      tap: { operands: 'none' },
      analytics: { commands: { state: { operands: 'none' } } },
    },
    risk: 'moderate',
    runs: [
      'brew list',
      'brew info git',
      'brew --version',
      'brew --prefix',
      'brew list --versions',
      'brew deps --tree git',
      'brew outdated',
      'brew services list',
      'brew search x',
      'brew tap',
      'brew config',
      'brew leaves',
      'brew services',
      'brew doctor',
    ],
    asks: [
      'brew install x',
      'brew uninstall x',
      'brew upgrade',
      'brew tap a/b',
      'brew services start x',
      'brew cleanup',
      'brew link x',
      'brew autoremove --dry-run',
      'brew bundle',
      'brew bundle install',
      'brew bundle cleanup',
      'brew bundle list',
      'brew info ./evil.rb',
      'brew info someone/collection/formula',
      'brew edit x',
      'brew update',
      'brew some-new-command a',
      'brew services cleanup',
      'brew sh',
      'brew pin x',
      'brew analytics off',
      'brew untap x',
      'brew home x',
      'brew bundle exec ls',
      'brew uses --edit',
    ],
  },
  {
    names: 'openssl',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findOpensslReason,
    runs: [
      'openssl version',
      'openssl version -a',
      'openssl x509 -in a.crt -noout -text',
      'openssl list -commands',
      'openssl x509 -in a.crt -noout -dates',
    ],
    asks: [
      'openssl s_client -connect a:443',
      'openssl genrsa',
      'openssl rsa -in a',
      'openssl enc -d',
      'openssl md5 a',
      'openssl x509 -in a -out b',
      'openssl x509 -in a',
      'openssl',
      'openssl x509 -in a.crt -noout -engine x',
      'openssl x509 -in org.openssl.engine:x:y -noout',
    ],
  },
];

const OPENSSL_X509 =
  /^-(?:noout|text|subject|issuer|dates|startdate|enddate|serial|fingerprint|sha1|sha256|md5|pubkey|purpose|email|hash|subject_hash|issuer_hash|ocsp_uri|alias|modulus|inform|PEM|DER|nameopt|certopt|ext|checkend)$/;

/** Certificates are public; what may read or make keys asks. */
function findOpensslReason(call: ToolCall, site: CallSite): Sentence | null {
  const [verb, ...rest] = call.words.map((word) => word.text);
  if (verb === 'version' || verb === 'help')
    return rest.every((word) => /^-?[a-z]+$/.test(word)) ? null : unknownUse('openssl', verb);
  if (verb === 'list')
    return rest.every((word) => /^-[a-z-]+$/.test(word) && !/provider|engine/.test(word))
      ? null
      : unknownUse('openssl', verb);
  if (verb !== 'x509' && verb !== 'req' && verb !== 'crl') return unknownUse('openssl', verb ?? '');
  if (!rest.includes('-noout')) return unknownUse('openssl', verb);
  const files = call.words.filter((_, at) => call.words[at - 1]?.text === '-in');
  for (const file of files) {
    const reason = file.text.includes(':') ? say`It reads something that is not a plain file` : site.findSecret(file);
    if (reason !== null) return reason;
  }
  const odd = rest.find((word) => word.startsWith('-') && word !== '-in' && !OPENSSL_X509.test(word));
  return odd === undefined ? null : unknownUse('openssl', verb, odd);
}
