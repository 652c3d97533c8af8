/** Settings of git that name a program: git would run it even when it only shows something. */

/** `section.key` or `section.*.key`, in lower case. What the machine switches off by its environment is not among them. */
const RUNS_PROGRAM =
  /^(?:diff\.external|diff\.(?:.+\.)?(?:command|textconv)|filter\.(?:.+\.)?(?:clean|smudge|process)|merge\.(?:.+\.)?driver|core\.(?:worktree|alternaterefscommand)|remote\.(?:.+\.)?(?:uploadpack|receivepack|vcs|promisor|partialclonefilter)|extensions\.partialclone)$/;

/** What `git lfs install` writes: a program of the system, by its bare name. */
const LFS = /^"?git-lfs (?:(?:clean|smudge)(?: --skip)? -- %f|filter-process(?: --skip)?)"?$/;

/** The first setting in the text of git's settings files that makes a showing command run a program; null when there is none. */
export function findProgramSetting(text: string): string | null {
  let section = '';
  for (const line of text.slice(0, 200_000).replaceAll('\\\n', '').split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    if (header !== null) section = `${header[1] ?? ''}.${header[2] === undefined ? '' : `${header[2]}.`}`.toLowerCase();
    const [, key, value] = /^\s*([a-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/i.exec(header?.[3] ?? line) ?? [];
    if (key === undefined) continue;
    const name = `${section}${key.toLowerCase()}`;
    if (RUNS_PROGRAM.test(name) && !LFS.test(value ?? '')) return name.slice(0, 60);
  }
  return null;
}
