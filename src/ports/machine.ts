/** The computer below the screen: shell, scripts, files, applications. */
import type { CommandResult, NoteLine } from '../words/printed.ts';
import type { Text } from '../words/say.ts';

export interface ShellRequest {
  /** Run by /bin/bash without profile, with a clean environment and a pinned PATH. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** The person said yes to exactly this command: what it names is open to it, of what a sandbox keeps commands from. */
  readonly isApproved?: boolean;
  /**
   * Nobody was asked: it runs in the confined place, where there is one (`hasPlace`), can change nothing there and reach nobody. Without
   * such a place it runs as ever.
   */
  readonly place?: PlaceRequest;
  /**
   * A proven reader of the machine, run as it is: program by its bare name and arguments, without a shell, seeing processes, drives and
   * connections. `command` reads what it prints; '' for nothing more.
   */
  readonly reader?: readonly string[];
}

/** What a command in the confined place may have beside the system's programs and its working folder. */
export interface PlaceRequest {
  /** Whose scratch folder it writes to: the run's id. */
  readonly run: string;
  /** Shown to it, read-only and without hidden names; as written, `~` and the working folder count. What is not there is left out. */
  readonly shown: readonly string[];
  /** What a person allowed this one command. */
  readonly grants: readonly SandboxAccess[];
  /** It is known to only read: what was not there is told only where something of it was wanted. */
  readonly isProven: boolean;
  /**
   * Folders it may change, as written: files that are new or changed are put there when it has ended, but for hidden names and what decides
   * what runs; what it deletes there stays. Left out: none.
   */
  readonly writable?: readonly string[];
}

/** What a command in the confined place tried and did not get. */
export type SandboxAccess =
  | { readonly kind: 'network' }
  /** Absolute: a file, or the folder that a new one would be made in. */
  | { readonly kind: 'write' | 'read'; readonly path: string };

export interface ShellResult {
  /** null when it was ended by the timeout. */
  readonly exitCode: number | null;
  /** Standard output and error as they came, interleaved, at most 16,000 characters (the middle is left out and said so). */
  readonly output: string;
  /** The same as a text, where its middle was left out: `output` says so in English. */
  readonly printed?: Text;
  /** What there is to say beside the output; left out for nothing. */
  readonly notes?: readonly NoteLine[];
  /** Why it was not run at all: `output` says it in English. */
  readonly refusal?: Text;
  readonly isTimedOut: boolean;
  /** The working directory after the command; the same as before when it could not be told. */
  readonly cwd: string;
  /** It ran in the confined place: nothing but these files was changed (absolute), and what it found is only what was shown to it. */
  readonly confined?: { readonly denied: readonly SandboxAccess[]; readonly changed?: readonly string[] };
}

/** Something the machine did or politely could not do; `text` is for the model and the person. */
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
  /** Lines `line`… (from 1), `amount` of them, numbered; a folder is listed. */
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
 * `shell`: an interactive shell at its prompt, begun at this time (milliseconds since 1970; null: not told). `other`: any other program.
 * `unknown`: it cannot be told which terminal device the window shows.
 */
export type KeyReader =
  | { readonly kind: 'shell'; readonly startedAt: number | null }
  | { readonly kind: 'other' | 'unknown' };

/** What a document holds, as far as checks look into it. */
export type DocumentFacts =
  /** Of each sheet what its cells show, by `B4`; after it the same value in other writings. */
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
  /** `day` as 2026-11-23, where the entry stands in its own zone. */
  | { readonly kind: 'calendar'; readonly entries: readonly { readonly title: string; readonly day: string }[] }
  /** `isTold`: it is absent, damaged or of no form that is known, so nothing is in it; otherwise nobody could look (too large, locked). */
  | { readonly kind: 'unreadable'; readonly why: Text; readonly isTold: boolean };

/** One file of a listing. */
export interface ListedFile {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Of what is in it; '' where it is too large, or too much was read. */
  readonly hash: string;
}

export interface FolderListing {
  /** By their names from the folder on. */
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
  /** What a folder and those below it hold, hidden names and links left out; null when there is no such folder. */
  listing(folder: string, signal: AbortSignal): Promise<FolderListing | null>;
  /** Opens a spreadsheet, document, PDF, picture or calendar file in a process that can do nothing else; left out where there is none. */
  document?(path: string, signal: AbortSignal): Promise<DocumentFacts>;
  /** Whether a process of this name (its executable's, or the one it shows) runs; in any case. Asking again for one that runs is cheap. */
  isRunning(name: string, signal: AbortSignal): Promise<boolean>;
  /**
   * What the application that is meant by this bare name may call itself, the name for people first: “browser” is Chromium here. Empty where
   * none is meant; left out where windows go by the name that `openApp` takes.
   */
  applicationNames?(app: string, signal: AbortSignal): Promise<readonly string[]>;
  /** True when something listens on this TCP port of the machine. */
  isListening(port: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Stands for the working directory and for every program, script and file that a command (or a list of paths) names, as they are on
   * the disk now: as long as it is the same string, none of them was swapped, and nothing that would be run was changed.
   */
  named(command: string, cwd: string, signal: AbortSignal): Promise<string>;
  /** Who reads the keys that go to a terminal window of this process. */
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
  /** Whether there is a confined place for commands that nobody was asked about. */
  readonly hasPlace: boolean;
  /** AppleScript; on Linux it answers `ok: false` and why. */
  script(script: string, signal: AbortSignal): Promise<MachineResult>;
  readonly files: MachineFiles;
  readonly facts: MachineFacts;
  /** By bare name, resolved to a bundle or .desktop file; an unknown one names the closest. */
  openApp(app: string, signal: AbortSignal): Promise<MachineResult>;
  openUrl(url: string, signal: AbortSignal): Promise<MachineResult>;
  /**
   * Text of a page of the public web, at most 5,500 characters, asked for without cookies or a name. Only the site that was named is asked:
   * a redirect to another one is told, not followed. What is no public address by name and by every answer of DNS is refused.
   */
  fetch(url: string, signal: AbortSignal): Promise<MachineResult>;
  /** Ends what it started and still runs, as far as it belongs to Deskhand (not the person's applications). */
  close(): Promise<void>;
}
