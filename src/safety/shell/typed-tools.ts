/** Tools that only read where we run them, and may run other programs where a terminal does. Pure. */
import { say } from '../../words/say.ts';
import { cite, high } from '../levels.ts';
import type { Judgement } from '../risk.ts';

/** Only Deskhand's own calls switch off their pagers and helpers. */
const PAGES =
  /^(?:git|less|more|zless|man|bat|batcat|gh|aws|(?:system|journal|login|timedate|hostname|locale|network|resolve|coredump|bus|machine|boot)ctl|nmcli|rustc|cargo|rustup)$/;

/**
 * Languages and what comes with them: on many computers a version manager (rustup, asdf, mise, pyenv, volta) stands in for them and starts
 * what a file of the folder says, by its path or fetched. In the confined place that reaches nothing; a terminal has no walls.
 */
const CHOSEN_BY_FOLDER =
  /^(?:cargo|rustc|rustdoc|node|nodejs|npm|npx|pnpm|yarn|bun|deno|tsc|tsx|ts-node|python[23]?|pip[23]?|uv|poetry|pipx?|ruby|gem|bundle|perl|php|composer|javac?|mvn|gradle|kotlinc?|scala|dart|flutter|swiftc?|ghc|cabal|stack|julia|luajit|lua|elixir|mix|erl|terraform|tofu|kubectl|helm)$/;

/** null: a terminal runs it as we would. */
export function judgeTyped(name: string): Judgement | null {
  if (PAGES.test(name))
    return high('shell.pager', say`${cite(name)} runs the pager and other programs that settings name`);
  if (CHOSEN_BY_FOLDER.test(name))
    return high('shell.chosen-by-folder', say`It follows the settings of the folder, which can run other programs`);
  return null;
}
