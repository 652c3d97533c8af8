/** The gate: how risky an action is, decided by rules alone. It runs nothing, asks nobody, and never throws. */

import { MODIFIER_ALIASES } from '../action/key-names.ts';
import { parseKeys } from '../action/keys.ts';
import { isInput, isTouching } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { ToolLook } from '../ports/tools.ts';
import { type Sentence, say } from '../words/say.ts';
import { kindOfApp } from './apps/app-names.ts';
import { judgeAppleScript } from './apps/applescript.ts';
import { judgeOpenApp } from './apps/open-app.ts';
import { isOwnConversation } from './conversation.ts';
import { judgeClick, judgeDrag, judgeMenuClick, judgeMiddleClick } from './input/clicks.ts';
import { judgeKey, judgeSetValue, judgeType, type TypingRules } from './input/typing.ts';
import { critical, high, moderate, raise, safe } from './levels.ts';
import type { ListFolder } from './places/below.ts';
import { judgeFetch } from './places/fetch-address.ts';
import { judgeFileView, judgeFileWrite, judgeSendFile, judgeVaultRead, judgeVaultWrite } from './places/files.ts';
import { createPlaces, type Places } from './places/places.ts';
import { judgeUrl } from './places/url.ts';
import { weighOrigin } from './provenance.ts';
import { type GateContext, type Judgement, strictest } from './risk.ts';
import { weighScope } from './scope/weigh-scope.ts';
import type { GitLook } from './shell/git-settings.ts';
import { KNOWN_TOOLS } from './shell/known-tools.ts';
import type { SecondParser } from './shell/second-opinion.ts';
import { judgeShell, type ShellRules } from './shell/shell.ts';
import { createToolJudge } from './shell/tool-judge.ts';
import { judgeToolCall } from './tool-calls.ts';
import { weighTaint } from './weigh-taint.ts';

export interface GateOptions {
  readonly platform: 'linux' | 'macos';
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Deskhand's own folder (package.json, src, .env), absolute. */
  readonly root: string;
  /** Where state/, recordings/, skills/own/, vault/ and inbox/ live, absolute. */
  readonly dataDir: string;
  /** The second bash parser, loaded; with null every command asks. */
  readonly secondParser: SecondParser | null;
  /**
   * The path with links followed as far as it exists, synchronously; null when unknown, and then it asks. Without this function paths are judged by
   * their spelling.
   */
  readonly resolvePath?: (path: string) => string | null;
  /** Whether the file there is part of Deskhand's own state under another name. Without this function only paths count. */
  readonly isOwnState?: (path: string) => boolean;
  /** Entries of a folder, synchronously. Without this function every program that reads a folder recursively asks. */
  readonly listFolder?: ListFolder;
  /** Git's settings that hold in a folder: one that could run a program makes git ask. Without it git asks. */
  readonly git?: GitLook;
  /** What is known of a server's tool. Without it every tool call asks. */
  readonly tools?: ToolLook;
  /** Applications that keep secrets, beside the built-in list (setting PRIVATE_APPS). */
  readonly privateApps?: readonly string[];
}

export interface Gate {
  /** Looks up what `judge` cannot look up synchronously; called before it, or it asks. Rejects only with the signal's reason. */
  prepare(action: Action, context: GateContext, signal: AbortSignal): Promise<void>;
  /**
   * Synchronous, and pure except for the given look-ups. Takes under a millisecond, longer where folders are listed, and 50 ms for 64 KB. An error
   * inside counts as critical.
   */
  judge(action: Action, context: GateContext): Judgement;
}

/** The part of the gate that judges a run's actions. */
export type ActionGate = Pick<Gate, 'prepare' | 'judge'>;

interface Rules {
  readonly options: GateOptions;
  readonly places: Places;
  readonly shell: ShellRules;
  readonly typing: TypingRules;
  readonly judgeCommandLine: (source: string, context: GateContext, depth: number) => Judgement;
  readonly findSecretPath: (path: string) => Sentence | null;
}

/** Builds the gate. */
export function createGate(options: GateOptions): Gate {
  /** Where git would be called, noted while an action is prepared. */
  let gitFolders: Set<string> | null = null;
  const gitSettings: ShellRules['gitSettings'] = (folder) => {
    gitFolders?.add(folder);
    return options.git?.known(folder) ?? null;
  };
  const rules = createRules(options, createToolJudge(KNOWN_TOOLS), gitSettings);
  const gate: Gate = {
    async prepare(action, context, signal) {
      if (action.action !== 'shell' || !action.command.includes('git')) return;
      const looked = new Set<string>();
      // A folder looked up in one round may lead to further ones.
      for (let round = 0; round < MAX_LOOKS; round += 1) {
        const found = new Set<string>();
        gitFolders = found;
        gate.judge(action, context);
        gitFolders = null;
        const missing = [...found].filter((folder) => !looked.has(folder));
        if (missing.length === 0) return;
        for (const folder of missing) looked.add(folder);
        await Promise.all(missing.map((folder) => options.git?.look(folder, signal)));
      }
    },
    judge(action, context) {
      try {
        const found = isInput(action) ? judgeInput(action, context, rules) : judgeAction(action, context, rules);
        const asking = weighTaint(action, context, weighOrigin(action, context, found), options.platform);
        const judged = weighScope(action, context, asking, rules.typing);
        const capped = context.isByHand === true ? capByHand(judged) : judged;
        // Only a shell action can run in the confined place.
        return action.action === 'shell' && capped.risk === 'high' ? capped : { ...capped, confined: false };
      } catch {
        return critical('gate.error', say`I couldn't check how risky this is`);
      }
    },
  };
  return gate;
}

const MAX_LOOKS = 4;
const CLICKS = { left: judgeClick, middle: judgeMiddleClick, right: judgeMenuClick } as const;

function createRules(options: GateOptions, tools: ShellRules['tools'], gitSettings: ShellRules['gitSettings']): Rules {
  const places = createPlaces(options);
  const findSecretPath = (path: string): Sentence | null => {
    const { kind, why } = places.read(path, places.home, false);
    return kind === 'plain' ? null : why;
  };
  const shell: ShellRules = {
    places,
    tools,
    secondParser: options.secondParser,
    gitSettings,
    judgeAppleScript: (script, depth) =>
      judgeAppleScript(
        script,
        (source) => judgeShell(source, { bases: [], isTyped: false, depth: depth + 1 }, shell),
        findSecretPath,
      ),
  };
  const judgeCommandLine = (source: string, context: GateContext, depth: number) =>
    judgeShell(source, { bases: basesOf(context), isTyped: false, depth }, shell);
  const typing: TypingRules = {
    platform: options.platform,
    privateApps: options.privateApps ?? [],
    places,
    // A terminal's folder is not known; the run's own is the best other guess.
    judgeTyped: (source, context) =>
      judgeShell(source, { bases: [places.home, ...basesOf(context)], isTyped: true, depth: 0 }, shell),
    judgeUrl: (url, context) => judgeUrl(url, context, places),
  };
  return { options, places, shell, typing, judgeCommandLine, findSecretPath };
}

function basesOf(context: GateContext): readonly string[] {
  return context.cwd === undefined ? [] : [context.cwd];
}

const OWN_CONVERSATION = critical(
  'input.own-conversation',
  say`This window shows our own chat, and acting there could approve anything`,
);

/** Raises the risk of input by the window that receives it. */
function judgeInput(action: Action, context: GateContext, rules: Rules): Judgement {
  if (isOwnConversation(context)) return OWN_CONVERSATION;
  const judged = judgeAction(action, context, rules);
  const isPrivate = kindOfApp(context, rules.typing.privateApps) === 'private';
  return isPrivate && isTouching(action) ? raise(judged, PRIVATE_APP) : judged;
}

const PRIVATE_APP = high('input.private-app', say`This app keeps secrets`);

/** Lowers high to moderate for a person's own act; a critical one still asks. */
function capByHand(judged: Judgement): Judgement {
  return judged.risk === 'high' ? { ...judged, risk: 'moderate' } : judged;
}

const ZOOMS = moderate('pointer.held-key', say`With a key held, the wheel zooms or does something else`);
const DOWNLOADS = high('click.held-key-downloads', say`With Alt held, a click on a link downloads what it leads to`);
const OPENS = high('click.held-key-opens', say`With that key held, a click opens the address under it`);

/** Keys held during an act can change its meaning, which can only raise the risk. */
function raiseByKeys(
  keys: readonly string[] | undefined,
  judged: Judgement,
  context: GateContext,
  typing: TypingRules,
): Judgement {
  if (keys === undefined || keys.length === 0) return judged;
  const combos = keys.flatMap((key) => {
    const parsed = parseKeys(key);
    return parsed.ok ? [parsed.combo] : [];
  });
  const held = combos.flatMap(({ modifiers, key }) => [...modifiers, key]);
  const kind = kindOfApp(context, typing.privateApps);
  const isCommand = held.some((key) => key === 'ctrl' || key === 'cmd' || key === 'control');
  const pressed =
    held.every((key) => Object.hasOwn(MODIFIER_ALIASES, key)) && combos.length === keys.length
      ? []
      : [judgeKey(keys.join('+'), context, typing)];
  return [
    judged.risk === 'safe' ? ZOOMS : judged,
    ...(held.includes('alt') && kind === 'browser' ? [DOWNLOADS] : []),
    ...(isCommand && (kind === 'terminal' || kind === 'code') ? [OPENS] : []),
    ...pressed,
  ].reduce(strictest, judged);
}

function judgeAction(action: Action, context: GateContext, rules: Rules): Judgement {
  const { places, options, typing } = rules;
  switch (action.action) {
    case 'screenshot':
    case 'cursor_position':
    case 'zoom':
    case 'ui_elements':
    case 'web_elements':
      return safe('look', say`It only looks`);
    case 'wait':
    case 'wait_until':
      return safe('wait', say`It only waits`);
    case 'think':
    case 'done':
    case 'fail':
    case 'ask_user':
    case 'recall':
      return safe('words', say`It does nothing on this computer`);
    case 'move':
      return safe('pointer', say`It only moves the pointer or the page`);
    case 'scroll':
      return raiseByKeys(
        action.modifiers,
        safe('pointer', say`It only moves the pointer or the page`),
        context,
        typing,
      );
    case 'click':
      return raiseByKeys(action.modifiers, CLICKS[action.button](context), context, typing);
    case 'mouse_down':
    case 'mouse_up':
      return judgeClick(context);
    case 'drag':
      return raiseByKeys(action.modifiers, judgeDrag(context), context, typing);
    case 'focus':
      return moderate('focus', say`It only moves the focus`);
    case 'type':
      return judgeType(action.text, context, typing);
    case 'set_value':
      return judgeSetValue(action.text, context, typing);
    case 'key_up':
      return moderate('key.up', say`It lets go of a key`);
    case 'key':
    case 'key_down':
    case 'hold_key':
      return judgeKey(action.keys, context, typing);
    case 'clipboard_write':
      return moderate('clipboard.write', say`It replaces what is on the clipboard`);
    case 'clipboard_read':
      // Password managers use the clipboard, and the text read goes to the model.
      return high('clipboard.read', say`The clipboard may hold a password or something private`);
    case 'shell_restart':
      return moderate('shell.restart', say`It ends this run's commands and starts a fresh shell`);
    case 'shell':
      return rules.judgeCommandLine(action.command, context, 0);
    case 'applescript':
      return judgeAppleScript(
        action.script,
        (source) => rules.judgeCommandLine(source, context, 1),
        rules.findSecretPath,
      );
    case 'open_app':
      return judgeOpenApp(action.app, options.privateApps ?? [], (source) =>
        rules.judgeCommandLine(source, context, 0),
      );
    case 'open_url':
      return judgeUrl(action.url, context, places);
    case 'fetch':
      return judgeFetch(action.url, context, places);
    case 'file_view':
      return judgeFileView(action.path, context, places);
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
      return judgeFileWrite(action.path, context, places);
    case 'send_file':
      return judgeSendFile(action.path, context, places);
    case 'vault_read':
      return judgeVaultRead(action.path);
    case 'vault_write':
      return judgeVaultWrite(action.path);
    case 'find_tool':
      return safe('words', say`It does nothing on this computer`);
    case 'tool':
      return judgeToolCall(action, context, { look: options.tools ?? (() => null), places });
  }
}
