/** Actions that look at the screen, or wait for it. */
import { z } from 'zod';
import { say } from '../../words/say.ts';
import { define } from './define.ts';
import { app, point, quote } from './params.ts';

const LOOK = { kind: 'look', wantsPicture: true, permission: null } as const;

export const LOOK_ACTIONS = [
  define('ui_elements', {
    takes: { app },
    wire: { app: 'text' },
    traits: { ...LOOK, notAlone: 'told-by-look' },
    prompt: 'ui_elements [text=application]: list what can be pointed at',
    says: () => say`listing what is on the screen`,
  }),
  define('web_elements', {
    takes: { app },
    wire: { app: 'text' },
    traits: { ...LOOK, notAlone: 'told-by-look' },
    prompt: 'web_elements: the same for the page in front',
    says: () => say`listing what is on the screen`,
  }),
  define('screenshot', {
    takes: {},
    wire: {},
    traits: { ...LOOK, notAlone: 'told-by-look' },
    prompt: 'screenshot',
    says: () => say`looking again`,
  }),
  define('cursor_position', {
    takes: {},
    wire: {},
    traits: LOOK,
    prompt: 'cursor_position',
    says: () => say`asking where the pointer is`,
  }),
  define('zoom', {
    takes: { from: point, to: point },
    wire: { from: 'place', to: 'toPlace' },
    traits: { ...LOOK, notAlone: 'told-by-look' },
    prompt: 'zoom x y to_x to_y: see that part larger next turn',
    says: () => say`looking closer`,
  }),
  define('wait', {
    takes: { seconds: z.number().min(0).max(60) },
    wire: { seconds: 'seconds' },
    traits: { apart: 'reads', ...LOOK, followsUp: true },
    prompt: 'wait seconds (up to 60)',
    says: ({ seconds }) => say`waiting ${seconds} s`,
  }),
  define('wait_until', {
    takes: { text: z.string().max(1000).optional(), seconds: z.number().min(0).max(120).default(30) },
    wire: { text: 'text', seconds: 'seconds' },
    traits: LOOK,
    prompt: 'wait_until [text] seconds=30: until that text, or any change, shows',
    says: ({ text }) => (text === undefined ? say`waiting for a change` : say`waiting for ${quote(text)}`),
  }),
] as const;
