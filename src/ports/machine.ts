/** The computer below the screen: shell, scripts, files, applications. */
import type { CommandResult, NoteLine } from '../words/printed.ts';
import type { Text } from '../words/say.ts';

export interface ShellRequest {
  /** Run by /bin/bash without profile, with a clean environment and a pinned PATH. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** A person approved exactly this command, so the places it names are open to it, although a sandbox closes them to commands. */
  readonly isApproved?: boolean;
  /**
   * Set when nobody was asked: the command runs in the confined place, where there is one (`hasPlace`), changes nothing and reaches nobody. Without
   * such a place it runs normally.
   */
  readonly place?: PlaceRequest;
  /**
   * A proven machine reader, run outside the confined place: program by its bare name and arguments, without a shell, seeing processes, drives and
   * connections. `command` reads its output; '' for none.
   */
  readonly reader?: readonly string[];
}

/** What a command in the confined place may have beside the system's programs and its working folder. */
export interface PlaceRequest {
  /** The run's id, which selects the scratch folder that it writes to. */
  readonly run: string;
  /** Paths it may read, without hidden names; as written, with `~` and the working folder. Missing ones are left out. */
  readonly shown: readonly string[];
  /** Wishes that a person allowed this one command. */
  readonly grants: readonly SandboxAccess[];
  /** Whether it is known to only read: then a missing place is reported only when the command tried to use it. */
  readonly isProven: boolean;
  /**
   * Folders it may change, as written. New and changed files are copied there after its end, except hidden names and files that decide what runs;
   * deletions are not applied. Left out: none.
   */
  readonly writable?: readonly string[];
}

/** Something that a command in the confined place tried and was refused. */
export type SandboxAccess =
  | { readonly kind: 'network' }
  /** Absolute: a file, or the folder of a new one. */
  | { readonly kind: 'write' | 'read'; readonly path: string };

export interface ShellResult {
  /** null when it was ended by the timeout. */
  readonly exitCode: number | null;
  /** Standard output and error as they came, interleaved, at most 16,000 characters (the middle is left out and said so). */
  readonly output: string;
  /** Characters left out of the middle; left out for none. */
  readonly leftOut?: number;
  /** What there is to say beside the output; left out for nothing. */
  readonly notes?: readonly NoteLine[];
  /** Why it was not run at all: `output` says it in English. */
  readonly refusal?: Text;
  readonly isTimedOut: boolean;
  /** The working directory after the command; the previous one when unknown. */
  readonly cwd: string;
  /** Set after a run in the confined place: only these files were changed (absolute), and the command saw only what was shown to it. */
  readonly confined?: { readonly denied: readonly SandboxAccess[]; readonly changed?: readonly string[] };
}

/** Result of the machine, done or refused; `text` is for the model and the person. */
export interface MachineResult {
  readonly ok: boolean;
  readonly text: Text;
  /** Of a command that was run: what `text` is made of. */
  readonly command?: CommandResult;
  /** A command that ran in the confined place. */
  readonly confined?: ShellResult['confined'];
}

/** What a path is; `canonical` has links resolved as far as the path exists, and is absolute. */
export interface PathFacts {
  readonly canonical: string;
  readonly kind: 'file' | 'folder' | 'other' | 'absent';
  readonly bytes: number;
}

export interface MachineFiles {
  /** Shows `amount` numbered lines from `line` on (from 1); lists a folder. */
  view(path: string, line: number, amount: number, signal: AbortSignal): Promise<MachineResult>;
  /** The file must not exist. */
  create(path: string, text: string, signal: AbortSignal): Promise<MachineResult>;
  /** `old` must occur exactly once. */
  replace(path: string, old: string, text: string, signal: AbortSignal): Promise<MachineResult>;
  /** After line `line` (0: at the top). */
  insert(path: string, line: number, text: string, signal: AbortSignal): Promise<MachineResult>;
  /** Takes back the last create, replace or insert on this path; the history goes back to the first one. */
  undo(path: string, signal: AbortSignal): Promise<MachineResult>;
}

/**
 * `shell`: an interactive shell at its prompt, with its start (milliseconds since 1970; null: unknown). `other`: any other program. `unknown`: the
 * window's terminal device is unknown.
 */
export type KeyReader =
  | { readonly kind: 'shell'; readonly startedAt: number | null }
  | { readonly kind: 'other' | 'unknown' };

/** Content of a document, as far as checks need it. */
export type DocumentFacts =
  /** For each sheet the shown values of its cells, by `B4`; after it the same values in other notations. */
  | {
      readonly kind: 'sheets';
      readonly sheets: readonly {
        readonly name: string;
        readonly cells: Readonly<Record<string, readonly string[]>>;
      }[];
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pdf'; readonly text: string; readonly pages: number }
  /** In pixels. */
  | { readonly kind: 'picture'; readonly width: number; readonly height: number }
  /** `day` as 2026-11-23, in the entry's own time zone. */
  | { readonly kind: 'calendar'; readonly entries: readonly { readonly title: string; readonly day: string }[] }
  /**
   * `isTold`: true when the file is absent, damaged or of an unknown format, so that it certainly lacks the content; false when it could not be
   * opened (too large, locked).
   */
  | { readonly kind: 'unreadable'; readonly why: Text; readonly isTold: boolean };

/** One file of a listing. */
export interface ListedFile {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Hash of the content; '' when the file is too large, or too much was read. */
  readonly hash: string;
}

export interface FolderListing {
  /** By name relative to the folder. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** False where a bound was reached (3,000 files, 12 levels, 1.5 s), or a folder could not be read. */
  readonly isWhole: boolean;
}

/** Facts for typed checks and the gate; all read-only. */
export interface MachineFacts {
  path(path: string, signal: AbortSignal): Promise<PathFacts>;
  /** The file's text; null when it is absent, no file, or larger than 1 MiB. */
  readText(path: string, signal: AbortSignal): Promise<string | null>;
  /** Bytes of a file to send to a person; null when absent, no file, or larger than `limit`. */
  readBytes(path: string, limit: number, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Files in a folder and below it, without hidden names and links; null when there is no such folder. */
  listing(folder: string, signal: AbortSignal): Promise<FolderListing | null>;
  /** Opens a spreadsheet, document, PDF, picture or calendar file in a process without any other rights; left out where that is impossible. */
  document?(path: string, signal: AbortSignal): Promise<DocumentFacts>;
  /** Whether a process of this name runs, by its executable or its shown name, in any case. Repeated calls for a running one are cheap. */
  isRunning(name: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Names that the application meant by this bare name may use for itself, the one for people first: “browser” is Chromium here. Empty when none is
   * meant; left out where windows have the name that `openApp` takes.
   */
  applicationNames?(app: string, signal: AbortSignal): Promise<readonly string[]>;
  /** True when something listens on this TCP port of the machine. */
  isListening(port: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Stands for the working directory and for every program, script and file that a command (or a list of paths) names, as they are on
   * the disk now: as long as it is the same string, none of them was swapped, and nothing that would be run was changed.
   */
  named(command: string, cwd: string, signal: AbortSignal): Promise<string>;
  /** Program that reads the keys sent to a terminal window of this process. */
  keyReader(pid: number, signal: AbortSignal): Promise<KeyReader>;
}

/**
 * Every method rejects with the signal's reason soon after it aborts; what it started (the whole process group) is ended first.
 * `~` at the start of a path is the person's home.
 */
export interface Machine {
  readonly platform: 'linux' | 'macos';
  /** The person's home folder, absolute. */
  readonly home: string;
  shell(request: ShellRequest, signal: AbortSignal): Promise<ShellResult>;
  /** Whether there is a confined place for unapproved commands. */
  readonly hasPlace: boolean;
  /** AppleScript; on Linux it answers `ok: false` and why. */
  script(script: string, signal: AbortSignal): Promise<MachineResult>;
  readonly files: MachineFiles;
  readonly facts: MachineFacts;
  /** Opens by the bare name, resolved to a bundle or .desktop file; for an unknown name the result suggests the closest. */
  openApp(app: string, signal: AbortSignal): Promise<MachineResult>;
  openUrl(url: string, signal: AbortSignal): Promise<MachineResult>;
  /**
   * Text of a page of the public web, at most 5,500 characters, requested without cookies or credentials. Only the named site is asked: a redirect to
   * another one is reported, not followed. An address that is not public, by its name and every DNS answer, is refused.
   */
  fetch(url: string, signal: AbortSignal): Promise<MachineResult>;
  /** Ends processes that it started, except the person's applications. */
  close(): Promise<void>;
}
