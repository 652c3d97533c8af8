/** git: subcommands that only show. Its pager, hooks and helpers are switched off by the environment the shell runs in. */
import { type Sentence, say } from '../../../words/say.ts';
import { cite } from '../../levels.ts';
import type { CallSite, Tool, ToolCall, ToolRule } from '../tool-rule.ts';

/** Options that make git write a file, or run a program that a repository names. */
const WRITES =
  '--output --ext-diff --textconv --open-files-in-pager -O --exec --upload-pack --receive-pack --output-directory --no-index --remerge-diff --diff-merges --show-signature --submodule';

const SHOWS: ToolRule = { options: '*', refuses: WRITES };

/** Outside of a repository, and for paths outside, `git diff` compares whole folders; elsewhere these words are names of commits. */
function findFolderReason(call: ToolCall, site: CallSite): Sentence | null {
  const folders = call.operands.filter((word, _, all) => all.length > 1 || /^[~/.]/.test(word.text));
  return site.findBelow(folders, { passes: () => false, followsLinks: true, splitsNames: false });
}

/** A name after a listing command creates something, unless one of these options makes it a filter. */
function findListReason(call: ToolCall, filters: readonly string[]): Sentence | null {
  if (call.operands.length === 0 || filters.some((filter) => call.options.has(filter))) return null;
  return say`${cite(call.name)} with a name creates or changes something`;
}

const LIST_FILTERS = ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];

function findConfigReason(call: ToolCall): Sentence | null {
  const isRead = [
    '--get',
    '--get-all',
    '--get-regexp',
    '--get-urlmatch',
    '-l',
    '--list',
    '--get-color',
    '--get-colorbool',
  ].some((option) => call.options.has(option));
  const words = call.operands.map((word) => word.text);
  const isVerb = words[0] === 'get' || words[0] === 'list';
  if (words.some((word) => /token|passw|secret|extraheader|credential/i.test(word)))
    return say`That setting could be a secret`;
  if (isRead || isVerb) return null;
  return words.length === 1 && /\./.test(words[0] ?? '') ? null : say`It changes git's settings`;
}

const BRANCH: ToolRule = {
  options:
    '-arvlqi --all --remotes --list --verbose --show-current --contains? --no-contains? --merged? --no-merged? --sort= --format= --points-at= --color? --no-color --column? --no-column --ignore-case --abbrev? --no-abbrev --omit-empty',
  operands: 'text',
  check: (call) => findListReason(call, LIST_FILTERS),
};

const TAG: ToolRule = {
  options:
    '-li -n? --list --contains? --no-contains? --merged? --no-merged? --sort= --format= --points-at= --color? --column? --ignore-case',
  operands: 'text',
  check: (call) => findListReason(call, ['-n', ...LIST_FILTERS]),
};

export const GIT_TOOLS: readonly Tool[] = [
  {
    names: 'git',
    options:
      '-P -C=@ --no-pager --version --help -h --html-path --man-path --info-path --no-optional-locks --literal-pathspecs --no-replace-objects -v',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'status|log|show|shortlog|blame|annotate|whatchanged|rev-parse|rev-list|describe|ls-files|ls-tree|show-ref|show-branch|for-each-ref|name-rev|merge-base|count-objects|check-ignore|check-attr|check-mailmap|check-ref-format|diff-tree|diff-index|diff-files|cherry|range-diff|version|cat-file|var|get-tar-commit-id|patch-id|column|stripspace':
        { ...SHOWS, refuses: `${WRITES} --filters --exec-path --write-tree` },
      // Tracked content can be seen in every log; untracked files may be secret.
      grep: { ...SHOWS, refuses: `${WRITES} --untracked --no-exclude-standard` },
      diff: { ...SHOWS, check: findFolderReason },
      // With a name it opens the program in man.viewer or help.browser.
      help: { options: '-ag --all --guides --verbose', operands: 'none' },
      branch: BRANCH,
      tag: TAG,
      remote: {
        options: '-v --verbose',
        isBareHarmless: true,
        operands: 'none',
        commands: {
          'get-url': { options: '--all --push', operands: 'text' },
        },
      },
      stash: { options: '', commands: { list: SHOWS, show: SHOWS } },
      config: {
        options:
          '-lz --get --get-all --get-regexp --get-urlmatch --list --global --local --system --worktree --show-origin --show-scope --name-only --includes --bool --int --path --type= --null --default= -f=@ --file=@',
        operands: 'text',
        check: findConfigReason,
      },
      reflog: {
        ...SHOWS,
        check: (call) =>
          /^(?:expire|delete|drop|write)$/.test(call.operands[0]?.text ?? '') ? say`It changes the reflog` : null,
      },
      worktree: { options: '', commands: { list: { options: '-vz --porcelain --verbose', operands: 'none' } } },
      submodule: {
        options: '--quiet',
        isBareHarmless: true,
        commands: { 'status|summary': { options: '--recursive --cached --files' } },
      },
      bisect: { options: '', commands: { 'log|terms': { options: '*' } } },
      notes: { options: '', commands: { 'list|show': { options: '', operands: 'text' } }, isBareHarmless: true },
      'symbolic-ref': { options: '-q --quiet --short', operands: 'text', least: 1, most: 1 },
      'hash-object': { options: '-t= --stdin --no-filters' },
      fsck: {
        options: '--full --strict --no-dangling --dangling --connectivity-only --no-progress --unreachable',
        operands: 'none',
      },
      'sparse-checkout': { options: '', commands: { list: { options: '', operands: 'none' } } },
      bundle: { options: '', commands: { 'verify|list-heads': { options: '-q' } } },
      'verify-pack': { options: '-vs' },
    },
    runs: [
      'git status',
      'git status -sb',
      'git log --oneline -5',
      'git diff HEAD~1',
      'git branch -v',
      'git branch',
      'git branch --list feat',
      'git show HEAD',
      'git stash show',
      'git stash list',
      'git remote -v',
      'git tag',
      'git tag -l v1',
      'git config --get user.name',
      'git config user.name',
      'git config --list',
      'git rev-parse HEAD',
      'git -C x status',
      'git --no-pager log',
      'git blame a',
      'git --version',
      'git --help',
      'git reflog',
      'git worktree list',
      'git ls-files',
      'git branch -a --contains HEAD',
      'git grep x',
      'git cat-file -p HEAD',
      'git symbolic-ref HEAD',
    ],
    asks: [
      'git reset --hard',
      'git checkout .',
      'git push',
      'git -c core.pager=x log',
      'git diff --output=x',
      'git diff --outp=x',
      'git log --ext-diff',
      'git branch new',
      'git branch -v new',
      'git branch -D x',
      'git tag v1',
      'git tag -d v1',
      'git stash',
      'git stash drop',
      'git config user.name x',
      'git config --unset a.b',
      'git remote add a b',
      'git grep -Osh x',
      'git grep --untracked x',
      'git grep --untr x',
      'git grep --open-files-in-pager=sh x',
      'git clean -fd',
      'git gc',
      'git fetch',
      'git ls-remote x',
      'git submodule foreach ls',
      'git symbolic-ref HEAD x',
      'git --exec-path=x status',
      'git --git-dir=x status',
      'git difftool',
      'git apply --stat x',
      'git archive HEAD',
      'git hash-object -w a',
      'git reflog expire',
      'git maintenance register',
      'git --config-env=a=b status',
      'git config --get http.extraheader',
      'git diff --no-index / x',
      'git cat-file --filters a',
      'git rev-parse --exec-path',
      'git notes add x',
      'git fsck --lost-found',
      'git merge-tree --write-tree a b',
      'git remote show origin',
      'git help log',
      'git lfs status',
      'git log --remerge-diff',
      'git log --show-signature',
      'git log -p --submodule=diff',
      'git diff *.ts',
      'git diff / x',
    ],
  },
];
