/** UI elements of a Mac's applications, by Apple's accessibility: listed, pressed, focused, set. Needs the Accessibility permission. */
import { z } from 'zod';
import {
  type Box,
  type Desktop,
  type Display,
  type ElementList,
  NAMELESS_APP,
  Refused,
  type UiElement,
} from '../../../src/ports/desktop.ts';
import { isActionable } from '../../../src/screen/element-kinds.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { sortForReading } from '../accessibility/reading-order.ts';
import { hiddenElements } from '../cover-note.ts';
import type { AxHelper } from './ax-helper.ts';
import { findMacRole } from './ax-roles.ts';

export type MacElements = Pick<Desktop, 'elements' | 'press' | 'focus' | 'setValue'> & { close(): void };

const MOST_ELEMENTS = 200;
const LOOK_MS = 220;
/** How long an answer may take: the first one comes after the start and Apple's own check of the permission. */
const ANSWER_MS = 1500;
const ACT_MS = 3000;
const KEPT_LOOKS = 4;

const toldSchema = z.object({
  role: z.string(),
  subrole: z.string(),
  title: z.string(),
  description: z.string(),
  value: z.string(),
  placeholder: z.string(),
  help: z.string(),
  /** Points from the main display's top left corner; null when it has no place. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  focused: z.boolean(),
  enabled: z.boolean(),
  selected: z.boolean(),
});
type Told = z.infer<typeof toldSchema>;

const lookSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('listed'),
    look: z.number(),
    listed: z.array(toldSchema),
    cut: z.enum(['', 'time', 'count', 'depth', 'busy']),
  }),
  z.object({ is: z.enum(['forbidden', 'missing', 'windowless', 'busy']) }),
  z.object({ is: z.literal('failed'), why: z.string() }),
]);
const actSchema = z.object({ is: z.enum(['done', 'impossible', 'changed', 'gone', 'failed']) });

/** Where an element that was given out can be found again. */
interface Known {
  readonly element: UiElement;
  readonly look: number;
  readonly index: number;
  readonly was: Told;
}

/** Finds the application that is meant: the one in front, or the one of that name; null: there is none. */
export type FindApplication = (
  app: string | null,
) => { readonly pid: number; readonly name: string; readonly isSecret: boolean } | null;

export function createMacElements(helper: AxHelper, findApplication: FindApplication): MacElements {
  let looks: readonly (readonly Known[])[] = [];

  const act = async (
    element: UiElement,
    what: 'press' | 'focus' | 'set',
    text: string,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const known = looks.flat().find((each) => isSame(each.element, element));
    if (known === undefined) return false;
    const { look, index, was } = known;
    const asked = await helper.ask({ do: 'act', look, index, was, what, text }, ACT_MS, signal);
    // Without an answer nobody knows whether the act happened, and a click after it might be the second one.
    if (asked === null) throw new Refused(say`the application does not answer; wait a moment and look again`);
    const { is } = actSchema.parse(asked);
    if (is === 'changed' || is === 'gone')
      throw new Refused(say`element ${element.number} is no longer what it was at the last look; look again first`);
    return is === 'done';
  };

  return {
    async elements({ app, display }, signal) {
      const found = findApplication(app);
      if (found === null)
        return unavailable(app === null ? say`${NAMELESS_APP} has no window in front.` : say`${app} is not running.`);
      const { name } = found;
      if (found.isSecret) return hiddenElements(name);
      const asked = await helper.ask({ do: 'look', pid: found.pid, ms: LOOK_MS }, ANSWER_MS, signal);
      if (asked === null)
        return {
          ...unavailable(say`${name} does not answer now; the picture is all there is to go by.`),
          isLate: true,
        };
      const look = lookSchema.parse(asked);
      if (look.is !== 'listed') return unavailable(explain(look, name));
      const all = toElements(look.listed, display);
      const listed = keepImportant(all).map((each, position) => ({ ...each, number: position + 1 }));
      const { look: mine } = look;
      looks = [listed.map(({ index, was, ...element }) => ({ element, look: mine, index, was })), ...looks].slice(
        0,
        KEPT_LOOKS,
      );
      const elements = listed.map(({ index: _index, was: _was, ...element }) => element);
      const reason = describeCut(all.length > MOST_ELEMENTS ? 'count' : look.cut);
      const isLate = look.cut === 'time' ? { isLate: true } : {};
      return { elements, coverage: reason === '' ? 'complete' : 'partial', reason, ...isLate };
    },
    press: (element, signal) => act(element, 'press', '', signal),
    focus: (element, signal) => act(element, 'focus', '', signal),
    setValue: (element, text, signal) => act(element, 'set', text, signal),
    close: helper.close,
  };
}

type Listed = UiElement & { readonly index: number; readonly was: Told };

/** At most so many: passwords first, what has the focus, what can be worked with, then the rest; still in reading order. */
function keepImportant(all: readonly Listed[]): readonly Listed[] {
  const rank = (each: Listed): number => (each.isSecure ? 0 : each.isFocused ? 1 : isActionable(each) ? 2 : 3);
  const kept = new Set(all.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_ELEMENTS));
  return all.filter((each) => kept.has(each));
}

/** What can be seen on this display and says something, in reading order. */
function toElements(told: readonly Told[], display: Display): readonly Listed[] {
  const found = told.flatMap((each, index): readonly Listed[] => {
    const role = findMacRole(each.role, each.subrole);
    const box = toBox(each, display);
    if (role === null || box === null) return [];
    const isSecure = each.subrole === 'AXSecureTextField';
    const isText = each.role === 'AXStaticText';
    const name = (
      isText ? each.value || each.title : each.title || each.description || each.placeholder || each.help
    ).trim();
    if (role.kind !== 'control' && name === '') return [];
    return [
      {
        number: 0,
        role: role.word,
        name,
        value: isSecure || isText ? '' : describeValue(each, role.word),
        box,
        isFocused: each.focused,
        isEnabled: each.enabled,
        isSecure,
        ...(each.role === 'AXPopUpButton' ? { isChoice: true as const } : {}),
        index,
        was: each,
      },
    ];
  });
  return sortForReading(found);
}

/** Checks and switches tell 0 and 1, rows and tabs whether they are chosen. */
function describeValue({ value, selected }: Told, role: string): string {
  if (['check box', 'radio button'].includes(role))
    return value === '1' ? 'checked' : value === '2' ? 'partly checked' : 'not checked';
  if (['switch', 'toggle'].includes(role)) return value === '1' ? 'on' : 'off';
  return value === '' && selected ? 'selected' : value;
}

/** In pixels of the display, cut at its edges; null when nothing of it is there. */
function toBox({ x, y, width, height }: Told, display: Display): Box | null {
  if (x === null || y === null || width === null || height === null) return null;
  const { density } = display;
  const left = Math.max(0, Math.round(x * density) - display.originX);
  const top = Math.max(0, Math.round(y * density) - display.originY);
  const right = Math.min(display.width, Math.round((x + width) * density) - display.originX);
  const bottom = Math.min(display.height, Math.round((y + height) * density) - display.originY);
  return right <= left || bottom <= top ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

function unavailable(reason: Text): ElementList {
  return { elements: [], coverage: 'unavailable', reason };
}

function explain(look: Exclude<z.infer<typeof lookSchema>, { readonly is: 'listed' }>, name: string): Text {
  switch (look.is) {
    case 'forbidden':
      return say`macOS does not let Deskhand see elements: allow it in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27). Until then the picture is all there is to go by.`;
    case 'missing':
      return say`${name} is not running any more.`;
    case 'busy':
      return say`${name} is busy and does not answer now; the picture is all there is to go by.`;
    case 'windowless':
      return say`${name} has no window in front.`;
    case 'failed':
      return say`${name} does not show its elements (${look.why}); the picture is all there is to go by.`;
  }
}

function describeCut(cut: 'time' | 'count' | 'depth' | 'busy' | ''): Text {
  switch (cut) {
    case 'busy':
      return say`The application stopped answering; there may be more than is listed.`;
    case 'time':
      return say`Not all elements could be read in ${LOOK_MS} ms; there may be more than are listed.`;
    case 'count':
      return say`There are more elements than the ${MOST_ELEMENTS} that are listed.`;
    case 'depth':
      return say`What lies deeper inside is not listed.`;
    case '':
      return '';
  }
}

function isSame(one: UiElement, other: UiElement): boolean {
  const sides = ['x', 'y', 'width', 'height'] as const;
  const isThere = sides.every((side) => one.box[side] === other.box[side]);
  return one.number === other.number && one.role === other.role && one.name === other.name && isThere;
}
