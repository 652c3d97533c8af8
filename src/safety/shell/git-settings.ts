/** Git's settings, as git lists them: which of them could make a showing command run a program or show a secret. */

export interface GitSetting {
  /** `section.key` or `section.name.key`; section and key in lower case. */
  readonly key: string;
  /** '' for a setting without a value. */
  readonly value: string;
  /** Whether it is in the person's or the system's settings file, which no repository can write. */
  readonly isPersons: boolean;
}

/** Git's settings for a gate that cannot wait; `look` is called before `known`. */
export interface GitLook {
  /** All settings that hold in this folder and in repositories below it that git would read; null: unknown. */
  known(folder: string): readonly GitSetting[] | null;
  /** Asks git. Never rejects except with the signal's reason; what git does not tell stays unknown. */
  look(folder: string, signal: AbortSignal): Promise<void>;
}

/** Settings written by `git lfs install`: a system program, by its bare name. */
const LFS = /^git-lfs (?:(?:clean|smudge)(?: --skip)? -- %f|filter-process(?: --skip)?)$/;

/** Of the person's own settings only those that name a program which a showing command runs. */
const RUNS_PROGRAM =
  /^(?:diff\.external|diff\.[^\0]+\.(?:command|textconv)|filter\.[^\0]+\.(?:clean|smudge|process)|merge\.[^\0]+\.driver|core\.(?:worktree|alternaterefscommand)|remote\.[^\0]+\.(?:uploadpack|receivepack|vcs|promisor|partialclonefilter)|extensions\.partialclone|uploadpack\..*|trace2\..*|lfs\.(?:extension|customtransfer)\.[^\0]+|log\.diffmerges)$/;

/**
 * Settings that a repository may have. Among programs only those that no showing command starts: editors, aliases, credential helpers, transports
 * (all are forbidden by GIT_ALLOW_PROTOCOL), pagers (there is no terminal), and what the environment overrides (`QUIET_GIT`). Source: git-config(1),
 * 2.52.
 */
const HARMLESS = new RegExp(
  `^(?:${[
    // Any key of these sections, with or without a name.
    String.raw`(?:user|author|committer|advice|color|column|branch|alias|pager|pretty|credential|http|url|ssh|push|pull|fetch|rebase|rerere|commit|tag|versionsort|format|notes|gc|pack|repack|index|feature|init|maintenance|i18n|status|stash|submodule|include|includeif|interactive|sequence|difftool|mergetool|gui|gitk|instaweb|sendemail|imap|help|browser|web|man|apply|am|add|checkout|clean|clone|mailinfo|worktree|safe|protocol|transfer|receive|svn|svn-remote|gitflow|github|gitlab|hub|gpg|delta|vscode|sourcetree)\..*`,
    String.raw`core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|untrackedcache|trustctime|checkstat|whitespace|compression|loosecompression|bigfilethreshold|packedgitlimit|packedgitwindowsize|deltabasecachelimit|commitgraph|multipackindex|splitindex|preloadindex|sharedrepository|warnambiguousrefs|protecthfs|protectntfs|longpaths|sparsecheckout|sparsecheckoutcone|commentchar|commentstring|createobject|fsyncobjectfiles|fsync|fsyncmethod|fscache|hidedotfiles|notesref|restrictinheritedownership|usereplacerefs|editor|pager|hookspath|fsmonitor|usebuiltinfsmonitor|sshcommand|gitproxy|askpass)`,
    String.raw`extensions\.(?:objectformat|compatobjectformat|worktreeconfig|refstorage|relativeworktrees|noop|preciousobjects)`,
    String.raw`remote\.(?:pushdefault|[^\0]+\.(?:url|pushurl|fetch|push|mirror|skipdefaultupdate|skipfetchall|tagopt|prune|prunetags|followremotehead|proxy|proxyauthmethod|gh-resolved|glab-resolved|lfsurl))`,
    String.raw`remotes\.[^\0]+`,
    String.raw`merge\.[a-z-]+`,
    String.raw`log\.(?:abbrevcommit|date|decorate|follow|graphcolors|initialdecorationset|excludedecoration|mailmap|showroot|showsignature)`,
    String.raw`diff\.(?:algorithm|autorefreshindex|colormoved|colormovedws|context|interhunkcontext|dirstat|ignoresubmodules|indentheuristic|mnemonicprefix|noprefix|relative|renamelimit|renames|srcprefix|dstprefix|statgraphwidth|statnamewidth|suppressblankempty|submodule|tool|guitool|wordregex|wserrorhighlight)`,
    String.raw`diff\.[^\0]+\.(?:binary|xfuncname|funcname|wordregex|cachetextconv|algorithm|trustexitcode)`,
    String.raw`filter\.[^\0]+\.required`,
    String.raw`grep\.(?:linenumber|column|patterntype|extendedregexp|threads|fullname)`,
    String.raw`blame\.(?:blankboundary|coloring|date|showemail|showroot|markunblamablelines|markignoredlines)`,
    String.raw`lfs\.(?:repositoryformatversion|locksverify|fetchinclude|fetchexclude|url|[^\0]+\.(?:access|locksverify))`,
  ].join('|')})$`,
);

/** A list of names inside the repository itself. */
const LISTS = /^(?:core\.(?:attributesfile|excludesfile)|blame\.ignorerevsfile)$/;

/** The first setting that could make a showing command do more than show; null when there is none. */
export function findHarmfulSetting(settings: readonly GitSetting[]): string | null {
  const found = settings.find((setting) => !isHarmless(setting));
  return found === undefined ? null : found.key.slice(0, 60);
}

function isHarmless({ key, value, isPersons }: GitSetting): boolean {
  if (/^filter\.[^\0]+\.(?:clean|smudge|process)$/.test(key) && (LFS.test(value) || value === '')) return true;
  if (isPersons) return !RUNS_PROGRAM.test(key);
  if (LISTS.test(key)) return value === '' || /^(?!~|\/|.*\.\.)[\w./ -]+$/.test(value);
  return HARMLESS.test(key);
}
