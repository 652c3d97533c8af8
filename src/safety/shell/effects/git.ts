/** Effects of git. */
import { say } from '../../../words/say.ts';
import { always, byVerb, type Effect, type Effects, has, operandsOf, unless } from './use.ts';

const gitStash: Effect = (use) => {
  const verb = operandsOf(use)[1]?.text ?? 'push';
  if (/^(?:drop|clear)$/.test(verb)) return say`It deletes changes that were put aside`;
  if (/^(?:pop|apply|branch)$/.test(verb)) return say`It brings back changes that were put aside`;
  return /^(?:push|save|create|store)$/.test(verb) ? say`It puts your changes aside` : null;
};

/** Without a name and without a changing option these commands list. */
const gitBranch: Effect = (use) => {
  if (has(use, /^-[dD]$|^--delete$/)) return say`It deletes a branch`;
  return operandsOf(use).length > 1 || has(use, /^-[mMcCuf]$|^--(?:move|copy|set-upstream.*|unset-upstream|force)/)
    ? say`It creates or changes a branch`
    : null;
};

const gitTag: Effect = (use) => {
  if (has(use, /^-d$|^--delete$/)) return say`It deletes a tag`;
  return operandsOf(use).length > 1 ? say`It creates a tag` : null;
};

const OF_GIT = byVerb({
  push: say`It sends your commits to a server`,
  pull: say`It fetches commits from a server and changes your files`,
  'fetch|ls-remote': say`It asks a server for commits`,
  clone: say`It downloads a repository`,
  commit: say`It makes a commit`,
  'add|stage': say`It marks changes for the next commit`,
  'checkout|switch|restore': (use) =>
    has(use, /^-[bBcC]$|^--(?:create|orphan|force-create)$/)
      ? say`It creates a branch and switches to it`
      : say`It changes your files to another version`,
  reset: (use) =>
    has(use, /^--hard$/)
      ? say`It throws away changes in your files`
      : say`It moves the branch, or takes back what is marked for the next commit`,
  revert: say`It makes a commit that undoes another one`,
  merge: say`It merges another branch into yours`,
  rebase: say`It rewrites commits of your branch`,
  'cherry-pick|am|apply': unless(/^--(?:stat|numstat|summary|check)$/, always(say`It applies changes to your files`)),
  stash: gitStash,
  branch: gitBranch,
  tag: gitTag,
  init: say`It creates a repository`,
  rm: say`It deletes files`,
  mv: say`It moves or renames files`,
  'gc|prune|repack': say`It tidies up the repository`,
});

/** With settings of its own, another git folder or a program to run, the effect is uncertain. */
const OTHERWISE =
  /^(?:-[chxu]|--(?:config|exec|git-dir|work-tree|upload-pack|receive-pack|template|help$|dry-run$|abort$|continue$|quit$|skip$).*)$/;

const git: Effect = (use) => {
  if (has(use, OTHERWISE)) return null;
  const at = use.words.findIndex(({ text }) => text === '-C');
  const words = at < 0 ? use.words : [...use.words.slice(0, at), ...use.words.slice(at + 2)];
  return OF_GIT({ ...use, words });
};

export const GIT_EFFECTS: Effects = { git };
