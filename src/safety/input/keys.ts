/** Judges key presses: Enter, paste, and the combinations that always ask. */
import { type KeyCombo, parseKeys } from '../../action/keys.ts';
import { type Sentence, say } from '../../words/say.ts';
import { high } from '../levels.ts';
import type { Judgement } from '../risk.ts';
import { DANGEROUS_COMBOS } from './key-combos.ts';

export type KeyMeaning =
  /** Ends a line. */
  | 'enter'
  | 'paste'
  /** Types one character. */
  | 'character'
  /** Presses the focused element. */
  | 'space'
  /** Inserts unknown text: history, completion. */
  | 'recall'
  /** Brings another window to the front. */
  | 'switch'
  | 'harmless'
  | 'other';

export interface ReadKeys {
  readonly meaning: KeyMeaning;
  /** C, M, A, S in this order, then the key: `C+S+k`. */
  readonly spelled: string;
  /** The character it types; '' unless `character` or `space`. */
  readonly character: string;
  /** Why the combination asks in every window; null when it does not. */
  readonly danger: Judgement | null;
}

interface KnownDanger {
  readonly why: Sentence;
  readonly on: 'linux' | 'macos' | undefined;
}

const dangers = new Map<string, KnownDanger>();
for (const { keys, why, on } of DANGEROUS_COMBOS) for (const combo of keys.split(' ')) dangers.set(combo, { why, on });

/** Keys of the machine itself, in all spellings. */
const MACHINE_KEY = /power|eject|sleep|logoff|suspend|hibernate|sysrq|xf86|wakeup|screensaver|lock(?!s)/i;

/** Several combinations at once ("ctrl+x ctrl+e"), or one nobody knows: it asks. */
const UNREADABLE: ReadKeys = {
  meaning: 'other',
  spelled: '',
  character: '',
  danger: high('key.unknown', say`I don't know this key`),
};

export function readKeys(keys: string, platform: 'linux' | 'macos'): ReadKeys {
  const bare = keys.replaceAll(/[\s_+-]/g, '').toLowerCase();
  if (MACHINE_KEY.test(bare) && !/capslock|numlock|scrolllock/.test(bare)) {
    return {
      meaning: 'other',
      spelled: '',
      character: '',
      danger: high('key.machine', say`It can put this computer to sleep, lock it or turn it off`),
    };
  }
  const parsed = parseKeys(keys);
  if (!parsed.ok) return UNREADABLE;
  const { combo } = parsed;
  const spelled = spell(combo);
  const known = dangers.get(spelled);
  const isHere = known !== undefined && (known.on === undefined || known.on === platform);
  const why = isHere ? known.why : isConsoleSwitch(combo) ? say`It switches to another console` : undefined;
  const danger = why === undefined ? null : high('key.dangerous', why);
  return { ...meaningOf(combo, spelled), spelled, danger };
}

/** One spelling for all: C, M, A, S in this order, then the key. */
function spell({ modifiers, key }: KeyCombo): string {
  const marks = [
    modifiers.some((modifier) => modifier === 'ctrl' || modifier === 'control') ? 'C' : '',
    modifiers.includes('cmd') ? 'M' : '',
    modifiers.includes('alt') ? 'A' : '',
    modifiers.includes('shift') ? 'S' : '',
  ].filter((mark) => mark !== '');
  return [...marks, key === 'cmd' ? 'M' : key].join('+');
}

function isConsoleSwitch({ modifiers, key }: KeyCombo): boolean {
  return modifiers.includes('alt') && /^f\d+$/.test(key) && modifiers.length > 1;
}

function meaningOf({ modifiers, key }: KeyCombo, spelled: string): Pick<ReadKeys, 'meaning' | 'character'> {
  const none = { character: '' };
  if (key === 'enter' || key === 'kp_enter') return { meaning: 'enter', ...none };
  // Control-M and Control-J are Enter; Control-O runs the line and shows the next one of the history.
  if (/^C(?:\+S)?\+[mjo]$/.test(spelled)) return { meaning: 'enter', ...none };
  if (/^(?:C|M|C\+S|M\+S|M\+A\+S|C\+A)\+v$|^S\+insert$|^C\+y$|^(?:M|C)\+insert$/.test(spelled))
    return { meaning: 'paste', ...none };
  if (key === 'space' && modifiers.every((modifier) => modifier === 'shift'))
    return { meaning: 'space', character: ' ' };
  const isTyped =
    Array.from(key).length === 1 && modifiers.every((modifier) => modifier === 'shift' || modifier === 'altgr');
  if (isTyped) return { meaning: 'character', character: modifiers.includes('shift') ? key.toUpperCase() : key };
  // The window manager handles it, whatever window is in front.
  if (/^[MA](?:\+S)?\+tab$/.test(spelled)) return { meaning: 'switch', ...none };
  if (/^(?:up|down|tab|insert)$/.test(key) || /^[CA]\+[a-z.]$/.test(spelled)) return { meaning: 'recall', ...none };
  if (
    /^(?:S\+)?(?:escape|left|right|home|end|pageup|pagedown|volumeup|volumedown|mute|playpause|nexttrack|previoustrack|capslock|shift|ctrl|control|alt|fn)$/.test(
      spelled,
    )
  )
    return { meaning: 'harmless', ...none };
  return { meaning: 'other', ...none };
}
