/**
 * The program that reads and presses the elements of a Mac's windows: JavaScript for Automation (osascript -l JavaScript) with the
 * ObjC bridge to the C interface of the Accessibility framework. It lives as long as Deskhand does, for a look that starts anew pays
 * 150 ms before it sees anything: one question a line of JSON comes in, one answer a line goes out. From Apple's documentation of
 * AXUIElement; it was not run on a Mac, its walk is tested against a tree in memory.
 *
 * Attributes are asked for many at a time (AXUIElementCopyMultipleAttributeValues), breadth first, until the caps are reached.
 */
import { ANSWER_LINES } from './answer-lines.ts';

export const AX_SCRIPT = String.raw`
ObjC.import('AppKit');
ObjC.import('ApplicationServices');
ObjC.bindFunction('AXIsProcessTrusted', ['bool', []]);
ObjC.bindFunction('AXUIElementCreateApplication', ['id', ['int']]);
ObjC.bindFunction('AXUIElementSetMessagingTimeout', ['int', ['id', 'float']]);
ObjC.bindFunction('AXUIElementCopyMultipleAttributeValues', ['int', ['id', 'id', 'unsigned int', 'id *']]);
ObjC.bindFunction('AXUIElementCopyActionNames', ['int', ['id', 'id *']]);
ObjC.bindFunction('AXUIElementPerformAction', ['int', ['id', 'id']]);
ObjC.bindFunction('AXUIElementSetAttributeValue', ['int', ['id', 'id', 'id']]);

const NAMES = ['AXRole', 'AXSubrole', 'AXTitle', 'AXDescription', 'AXValue', 'AXPlaceholderValue', 'AXHelp',
  'AXPosition', 'AXSize', 'AXFocused', 'AXEnabled', 'AXSelected', 'AXChildren'];
const NAME_LIST = $(NAMES);
const CALL_S = 0.1;
/** Looks whose elements can still be pressed. */
const KEPT = 4;
const looks = new Map();

const readText = (value) => {
  const plain = ObjC.unwrap(value);
  return typeof plain === 'string' ? plain : typeof plain === 'number' ? String(plain) : '';
};
/** Points and sizes come boxed; only their description tells what is in them. */
const readPair = (value) => {
  const found = /[xw]:(-?[\d.]+) [yh]:(-?[\d.]+)/.exec(ObjC.unwrap(value.description) || '');
  return found === null ? null : [Number(found[1]), Number(found[2])];
};
const read = (element) => {
  const out = Ref();
  if ($.AXUIElementCopyMultipleAttributeValues(element, NAME_LIST, 0, out) !== 0) return null;
  const at = (name) => out[0].objectAtIndex(NAMES.indexOf(name));
  const place = readPair(at('AXPosition'));
  const size = readPair(at('AXSize'));
  const subrole = readText(at('AXSubrole'));
  const children = at('AXChildren');
  return {
    children: children.count === undefined ? [] : Array.from({ length: children.count }, (_, i) => children.objectAtIndex(i)),
    told: {
      role: readText(at('AXRole')), subrole,
      title: readText(at('AXTitle')), description: readText(at('AXDescription')),
      // What is in a password field is never read out.
      value: subrole === 'AXSecureTextField' ? '' : readText(at('AXValue')).slice(0, 300),
      placeholder: readText(at('AXPlaceholderValue')), help: readText(at('AXHelp')),
      x: place === null ? null : place[0], y: place === null ? null : place[1],
      width: size === null ? null : size[0], height: size === null ? null : size[1],
      focused: ObjC.unwrap(at('AXFocused')) === true, enabled: ObjC.unwrap(at('AXEnabled')) !== false,
      selected: ObjC.unwrap(at('AXSelected')) === true,
    },
  };
};
const first = (element, name) => {
  const out = Ref();
  if ($.AXUIElementCopyMultipleAttributeValues(element, $([name]), 0, out) !== 0) return null;
  const value = out[0].objectAtIndex(0);
  // What is not there comes as a boxed error.
  return String(ObjC.unwrap(value.description)).startsWith('<AXUIElement') ? value : null;
};
const findPid = (app) => {
  const running = $.NSWorkspace.sharedWorkspace.runningApplications;
  for (let i = 0; i < running.count; i += 1) {
    const each = running.objectAtIndex(i);
    if ((ObjC.unwrap(each.localizedName) || '').toLowerCase() === app.toLowerCase()) return each.processIdentifier;
  }
  return null;
};

const ACTS = {
  look: ({ look, app, most, depth, ms }) => {
    if (!$.AXIsProcessTrusted()) return { is: 'forbidden' };
    const until = Date.now() + ms;
    const wanted = app === null ? $.NSWorkspace.sharedWorkspace.frontmostApplication.processIdentifier : findPid(app);
    if (wanted === null) return { is: 'missing' };
    const application = $.AXUIElementCreateApplication(wanted);
    $.AXUIElementSetMessagingTimeout(application, CALL_S);
    const window = first(application, 'AXFocusedWindow') || first(application, 'AXMainWindow');
    if (window === null) return { is: 'windowless' };
    const listed = [];
    const kept = [];
    let cut = '';
    let level = [window];
    for (let at = 0; level.length > 0 && cut === ''; at += 1) {
      if (at > depth) { cut = 'depth'; break; }
      const next = [];
      for (const element of level) {
        if (Date.now() > until) { cut = 'time'; break; }
        if (listed.length >= most) { cut = 'count'; break; }
        const seen = read(element);
        if (seen === null) continue;
        listed.push(seen.told);
        kept.push(element);
        next.push(...seen.children);
      }
      level = next;
    }
    looks.set(look, kept);
    for (const old of [...looks.keys()].slice(0, -KEPT)) looks.delete(old);
    return { is: 'listed', listed, cut };
  },
  /** Only what is still what it was, where it was. */
  act: ({ look, index, was, what, text }) => {
    const element = (looks.get(look) || [])[index];
    if (element === undefined) return { is: 'gone' };
    const seen = read(element);
    if (seen === null) return { is: 'gone' };
    const { told } = seen;
    if (told.role !== was.role || told.title !== was.title || told.description !== was.description ||
        told.x !== was.x || told.y !== was.y) return { is: 'changed' };
    if (what === 'focus') return { is: $.AXUIElementSetAttributeValue(element, $('AXFocused'), $(true)) === 0 ? 'done' : 'impossible' };
    if (what === 'set') return { is: $.AXUIElementSetAttributeValue(element, $('AXValue'), $(text)) === 0 ? 'done' : 'impossible' };
    const names = Ref();
    if ($.AXUIElementCopyActionNames(element, names) !== 0) return { is: 'impossible' };
    const can = ObjC.deepUnwrap(names[0]) || [];
    const action = ['AXPress', 'AXPick', 'AXConfirm'].find((name) => can.includes(name));
    if (action === undefined) return { is: 'impossible' };
    // -25204: no answer in time, as when it opens a dialog; most likely it is done.
    const said = $.AXUIElementPerformAction(element, $(action));
    return { is: said === 0 || said === -25204 ? 'done' : 'impossible' };
  },
};

${ANSWER_LINES}`;
