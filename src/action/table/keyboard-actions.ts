/** Actions of the keyboard and of elements by accessibility. */
import { z } from 'zod';
import { say } from '../../words/say.ts';
import { define } from './define.ts';
import { elementNumber, keys, quote, text } from './params.ts';

export const KEYBOARD_ACTIONS = [
  define('type', {
    takes: { text },
    wire: { text: 'text' },
    traits: {
      counted: 'typing',
      kind: 'act',
      input: 'keys',
      entersText: true,
      followsUp: true,
      grant: 'never',
      whenIdle: 'left-out-before-same',
      permission: 'front',
    },
    prompt: 'type text: into what has the focus',
    says: (type) => say`typing ${quote(type.text)}`,
    whole: (type) => type.text,
  }),
  define('key', {
    takes: { keys, repeat: z.number().int().min(1).max(50).default(1) },
    wire: { keys: 'text', repeat: 'count' },
    traits: {
      counted: 'keys',
      kind: 'act',
      input: 'keys',
      pressesNamed: true,
      followsUp: true,
      grant: 'never',
      whenIdle: 'left-out-before-same',
      permission: 'front',
    },
    prompt: 'key text=combination like "cmd+shift+s" count=1',
    says: (key) => say`pressing ${key.keys}${key.repeat > 1 ? ` × ${key.repeat}` : ''}`,
  }),
  define('hold_key', {
    takes: { keys, seconds: z.number().min(0).max(10) },
    wire: { keys: 'text', seconds: 'seconds' },
    traits: { counted: 'keys', kind: 'act', input: 'keys', pressesNamed: true, grant: 'never', permission: 'front' },
    prompt: 'hold_key text seconds (up to 10)',
    says: (hold) => say`holding ${hold.keys} for ${hold.seconds} s`,
  }),
  define('key_down', {
    takes: { keys },
    wire: { keys: 'text' },
    traits: {
      counted: 'keys',
      kind: 'act',
      input: 'keys',
      pressesNamed: true,
      holds: 'begins',
      grant: 'never',
      permission: 'front',
    },
    prompt: 'key_down text: keeps it down under what comes next',
    says: (down) => say`pressing ${down.keys} and keeping it down`,
  }),
  define('key_up', {
    takes: { keys },
    wire: { keys: 'text' },
    traits: { counted: 'keys', kind: 'act', input: 'keys', holds: 'ends', grant: 'never', permission: 'front' },
    prompt: 'key_up text',
    says: (up) => say`letting go of ${up.keys}`,
  }),
  define('focus', {
    takes: { element: elementNumber },
    wire: { element: 'element' },
    traits: { counted: 'filling', kind: 'act', input: 'element', whenIdle: 'left-out', permission: 'front' },
    prompt: 'focus element',
    says: ({ element }, nameOfElement) => say`focusing ${nameOfElement(element)}`,
  }),
  define('set_value', {
    // An empty text is valid: it clears the field.
    takes: { element: elementNumber, text: z.string().max(20_000) },
    wire: { element: 'element', text: 'text' },
    traits: {
      counted: 'filling',
      kind: 'act',
      input: 'element',
      entersText: true,
      pressesKeys: true,
      permission: 'front',
    },
    prompt: 'set_value element text',
    says: (value, nameOfElement) => say`setting ${nameOfElement(value.element)} to ${quote(value.text)}`,
    whole: (value) => value.text,
  }),
  define('clipboard_write', {
    takes: { text },
    wire: { text: 'text' },
    traits: { counted: 'typing', kind: 'act', pressesKeys: true, permission: 'clipboard' },
    prompt: 'clipboard_write text',
    says: (copy) => say`copying ${quote(copy.text)} to the clipboard`,
    whole: (copy) => copy.text,
  }),
  define('clipboard_read', {
    takes: {},
    wire: {},
    traits: { kind: 'look', permission: 'clipboard' },
    prompt: 'clipboard_read',
    says: () => say`reading the clipboard`,
  }),
] as const;
