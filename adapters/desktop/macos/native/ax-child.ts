/**
 * The process that asks applications for their elements, and tries whether the clipboard may be read: any of that may hang and hold up who
 * asks, so it is none of the hands. One question a line of JSON comes in, one answer a line goes out.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type AxReader, beginWalk, createAxReader, ERRORS, type Told, type Walk } from './ax-walk.ts';
import { createFoundation, type Foundation } from './core-foundation.ts';
import { loadNative, type Native, type Ref } from './load.ts';
import { createPasteboard } from './pasteboard.ts';

/** A library that has every symbol, in tests; the system's own without it. */
const library = z.string().optional().parse(process.argv[2]);
const walkQuestion = { pid: z.number(), ms: z.number() };
const questionSchema = z.discriminatedUnion('do', [
  z.object({ id: z.number(), do: z.literal('look'), ...walkQuestion }),
  z.object({ id: z.number(), do: z.literal('fields'), ...walkQuestion }),
  z.object({ id: z.number(), do: z.literal('glimpse'), ...walkQuestion }),
  z.object({ id: z.number(), do: z.literal('focus'), pid: z.number() }),
  z.object({ id: z.number(), do: z.literal('clipboard') }),
  z.object({
    id: z.number(),
    do: z.literal('act'),
    look: z.number(),
    index: z.number(),
    was: z.object({
      role: z.string(),
      title: z.string(),
      description: z.string(),
      x: z.number().nullable(),
      y: z.number().nullable(),
    }),
    what: z.enum(['press', 'focus', 'set']),
    text: z.string(),
  }),
]);
type Question = z.infer<typeof questionSchema>;

/** How many walks are kept: looks, whose elements can still be pressed, and walks for covers alone, which a look may still use. */
const KEPT_LOOKS = 4;
const KEPT_COVERS = 6;
/** How long one element may take to answer a look, and an act. */
const LOOK_CALL_S = 0.25;
const ACT_CALL_S = 2;

/** Of a field that was typed into; more than anybody types at once. */
const LONGEST_TEXT = 200_000;

interface Kept {
  readonly look: number;
  readonly pid: number;
  /** The newest question that had come when the walk began. */
  readonly began: number;
  readonly walk: Walk;
  /** Whether elements of this walk were given out. */
  isLook: boolean;
}

/** `newest`: the number of the newest question that has come. */
function serve(native: Native, newest: () => number): (question: Question) => object {
  const { c } = native;
  const cf = createFoundation(native);
  const reader = createAxReader(native, cf);
  const system = c.AXUIElementCreateSystemWide();
  const setPatience = (seconds: number): void => {
    // A timeout on the system-wide element counts for all elements that this process asks.
    if (system !== null) c.AXUIElementSetMessagingTimeout(system, seconds);
  };
  let kept: readonly Kept[] = [];
  let looks = 0;

  /** A walk that began after the question had come serves it too: the list and the cover of one picture are asked for together. */
  const walkFor = (pid: number, id: number): Kept => {
    const fresh = kept.find((each) => each.pid === pid && each.began >= id);
    if (fresh !== undefined) return fresh;
    looks += 1;
    const made = { look: looks, pid, began: newest(), walk: beginWalk(pid, native, cf, reader), isLook: false };
    const all = [made, ...kept];
    const newestOf = (isLook: boolean, most: number): readonly Kept[] =>
      all.filter((each) => each.isLook === isLook).slice(0, most);
    const stays = [...newestOf(true, KEPT_LOOKS), ...newestOf(false, KEPT_COVERS)];
    kept = all.filter((each) => stays.includes(each));
    for (const old of all) if (!kept.includes(old)) old.walk.close();
    return made;
  };

  return (question) => {
    if (question.do === 'act') {
      setPatience(ACT_CALL_S);
      const walk = kept.find(({ look }) => look === question.look)?.walk;
      const element = walk?.elements[question.index];
      return { is: element === undefined ? 'gone' : act(element, question, native, cf, reader) };
    }
    if (question.do === 'clipboard') {
      const board = createPasteboard(native, cf);
      // The access is read anew for a second asker: a question that macOS has shown meanwhile is not provoked again.
      return { is: 'clipboard', isRead: board.access() === 'undecided' && board.probe() };
    }
    setPatience(LOOK_CALL_S);
    if (!c.AXIsProcessTrusted()) return { is: 'forbidden' };
    if (question.do === 'focus') return readFocused(question.pid, native, cf, reader);
    const found = walkFor(question.pid, question.id);
    const { walk, look } = found;
    found.isLook ||= question.do === 'look';
    walk.goOn(question.do === 'fields' ? 'all' : 'list', Date.now() + question.ms);
    if (question.do === 'glimpse') {
      const isCut = walk.cut() === 'time' || walk.cut() === 'busy' || walk.start !== 'ready';
      return {
        is: 'glimpse',
        seen: isCut ? null : createHash('sha1').update(JSON.stringify(walk.listed)).digest('base64'),
      };
    }
    if (question.do === 'look')
      return walk.start === 'ready' ? { is: 'listed', look, listed: walk.listed, cut: walk.cut() } : { is: walk.start };
    const places = walk.fields.flatMap((field) =>
      field === null ? [] : [{ x: field.x, y: field.y, width: field.width, height: field.height }],
    );
    return { is: 'fields', fields: places, isWhole: walk.isWhole() && places.length === walk.fields.length };
  };
}

/** What of the application has the focus, with all of its text; null: nothing has. */
function readFocused(pid: number, { c }: Native, cf: Foundation, reader: AxReader): object {
  return cf.scope((own) => {
    const application = own(c.AXUIElementCreateApplication(pid));
    if (application === null) return { is: 'missing' };
    const focused: Told[] = [];
    let isTold = true;
    const said = reader.attributes(application, ['AXFocusedUIElement'], (read) => {
      const element = read('AXFocusedUIElement');
      if (element !== null) isTold = reader.tell(element, (told) => void focused.push(told), LONGEST_TEXT) === 0;
    });
    return said === 0 && isTold ? { is: 'focus', focused: focused[0] ?? null } : { is: 'busy' };
  });
}

/** Acts on the element only if it is still what it was, where it was. */
function act(
  element: Ref,
  { was, what, text }: Extract<Question, { readonly do: 'act' }>,
  { c, constants }: Native,
  cf: Foundation,
  reader: AxReader,
): 'done' | 'impossible' | 'changed' | 'gone' {
  const now: Told[] = [];
  if (reader.tell(element, (told) => void now.push(told)) !== 0) return 'gone';
  const sides = ['role', 'title', 'description', 'x', 'y'] as const;
  if (now.some((told) => sides.some((side) => told[side] !== was[side]))) return 'changed';
  // No answer in time, as when it opens a dialog: most likely it is done.
  const said = (error: number): 'done' | 'impossible' =>
    error === 0 || error === ERRORS.cannotComplete ? 'done' : 'impossible';
  if (what === 'focus')
    return said(c.AXUIElementSetAttributeValue(element, cf.constant('AXFocused'), constants.kCFBooleanTrue));
  return cf.scope((own) => {
    if (what === 'set')
      return said(c.AXUIElementSetAttributeValue(element, cf.constant('AXValue'), own(cf.string(text))));
    const out = new BigUint64Array(1);
    if (c.AXUIElementCopyActionNames(element, out) !== 0) return 'impossible';
    const can = cf.readArray(own(out[0] === 0n ? null : (out[0] ?? null))).map(cf.readText);
    const action = ['AXPress', 'AXPick', 'AXConfirm'].find((name) => can.includes(name));
    return action === undefined ? 'impossible' : said(c.AXUIElementPerformAction(element, cf.constant(action)));
  });
}

const waiting: Question[] = [];
let newest = 0;
const answer = serve(loadNative(library), () => newest);

/** Answers one question a turn, so that new ones are read in between. */
function answerNext(): void {
  const question = waiting.shift();
  if (question === undefined) return;
  let said: object;
  try {
    said = answer(question);
  } catch (error) {
    said = { is: 'failed', why: String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id: question.id, ...said })}\n`);
  setImmediate(answerNext);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const question = questionSchema.parse(JSON.parse(line));
  newest = question.id;
  waiting.push(question);
  if (waiting.length === 1) setImmediate(answerNext);
});
// The process is ready: nothing before this line waits for anything.
process.stdout.write(`${JSON.stringify({ id: 0, is: 'ready' })}\n`);
