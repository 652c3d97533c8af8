/** What the bot and its hands process say to each other over the IPC channel; both ends check what they get. */
import { z } from 'zod';
import { textSchema } from '../../src/words/text-schema.ts';

const display = z.object({
  index: z.number(),
  width: z.number(),
  height: z.number(),
  originX: z.number(),
  originY: z.number(),
  density: z.number(),
});
const lack = z.object({ permission: z.enum(['touch', 'see']), program: z.string(), isMoving: z.boolean() });
const place = z.object({ display, x: z.number(), y: z.number() });
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const point = z.object({ x: z.number(), y: z.number() });
const bytes = z.instanceof(Uint8Array);
const luma = z.object({ width: z.number(), height: z.number(), pixels: bytes });
const fingerprint = z.object({ columns: z.number(), rows: z.number(), tiles: z.instanceof(Uint32Array) });
const element = z.object({
  number: z.number(),
  role: z.string(),
  name: z.string(),
  value: z.string(),
  box,
  isFocused: z.boolean(),
  isEnabled: z.boolean(),
  isSecure: z.boolean(),
  isChoice: z.literal(true).exactOptional(),
  container: z
    .object({ id: z.string(), role: z.string(), name: z.string(), box, isModal: z.boolean() })
    .exactOptional(),
  isInPage: z.literal(true).exactOptional(),
  isRead: z.boolean().exactOptional(),
});
const elementList = z.object({
  elements: z.array(element),
  coverage: z.enum(['complete', 'partial', 'unavailable']),
  reason: textSchema,
  isLate: z.boolean().exactOptional(),
  address: z.string().exactOptional(),
});
const captureRequest = z.object({
  display: z.number(),
  width: z.number(),
  height: z.number(),
  crop: box.exactOptional(),
  ring: point.exactOptional(),
  isReadable: z.boolean().exactOptional(),
});
const cutRequest = z.object({
  box,
  width: z.number(),
  ring: point.exactOptional(),
  outline: box.exactOptional(),
  quality: z.number().exactOptional(),
});
const animationRequest = z.object({
  width: z.number(),
  frameMs: z.number(),
  lastMs: z.number(),
  mostBytes: z.number(),
});
const markRequest = z.object({
  boxes: z.array(box),
  from: z.number(),
  numbers: z.array(z.number()).exactOptional(),
  isForModel: z.boolean().exactOptional(),
  quality: z.number().exactOptional(),
  most: z.number(),
  width: z.number(),
  hasGrid: z.boolean(),
  cross: point.nullable(),
});
/** Drops what a library answers where the port promises nothing. */
const nothing = z.unknown().transform(() => undefined);

/** Every call: its arguments in order and what it answers, as the ports Desktop and Pictures have them. */
export const CALLS = {
  describe: {
    args: z.tuple([]),
    value: z.object({
      platform: z.enum(['x11', 'macos']),
      name: z.string(),
      displays: z.array(display),
      lacks: z.array(lack).exactOptional(),
    }),
  },
  capture: {
    args: z.tuple([captureRequest]),
    value: z.object({
      takenAt: z.number(),
      display,
      jpeg: bytes,
      width: z.number(),
      height: z.number(),
      fingerprint,
      isBlack: z.boolean(),
      cover: z.object({ covered: z.array(z.string()), unsure: z.array(z.string()) }),
      luma: luma.exactOptional(),
    }),
  },
  fingerprint: { args: z.tuple([z.number()]), value: fingerprint },
  glimpse: { args: z.tuple([]), value: z.string().nullable() },
  front: {
    args: z.tuple([]),
    value: z.object({
      app: z.string(),
      bundle: z.string().exactOptional(),
      title: z.string(),
      pid: z.number().nullable(),
      window: z.string().exactOptional(),
      box: box.nullable().exactOptional(),
      display: z.number().exactOptional(),
    }),
  },
  windowAt: {
    args: z.tuple([place]),
    value: z
      .object({
        app: z.string(),
        bundle: z.string().exactOptional(),
        title: z.string(),
        pid: z.number().nullable(),
        window: z.string().exactOptional(),
        box: box.nullable().exactOptional(),
      })
      .nullable(),
  },
  titles: { args: z.tuple([]), value: z.array(z.string()) },
  elements: {
    args: z.tuple([z.object({ app: z.string().nullable(), display, patience: z.number().exactOptional() })]),
    value: elementList,
  },
  webElements: {
    args: z.tuple([display]),
    value: elementList,
  },
  press: { args: z.tuple([element]), value: z.boolean() },
  focus: { args: z.tuple([element]), value: z.boolean() },
  setValue: { args: z.tuple([element, z.string()]), value: z.boolean() },
  cursor: { args: z.tuple([]), value: place },
  move: { args: z.tuple([place]), value: nothing },
  click: { args: z.tuple([place, z.enum(['left', 'right', 'middle']), z.number()]), value: nothing },
  mouseDown: { args: z.tuple([place.nullable()]), value: nothing },
  mouseUp: { args: z.tuple([place.nullable()]), value: nothing },
  drag: { args: z.tuple([place, place]), value: nothing },
  scroll: {
    args: z.tuple([place.nullable(), z.enum(['up', 'down', 'left', 'right']), z.number()]),
    value: nothing,
  },
  type: {
    args: z.tuple([z.string()]),
    value: z.union([
      z.object({ arrived: z.enum(['read', 'unread']) }),
      z.object({ arrived: z.literal('otherwise'), shown: z.string() }),
    ]),
  },
  key: { args: z.tuple([z.string(), z.number()]), value: nothing },
  holdKey: { args: z.tuple([z.string(), z.number()]), value: nothing },
  keepDown: { args: z.tuple([z.array(z.string())]), value: nothing },
  clipboardRead: { args: z.tuple([]), value: z.string() },
  clipboardCopy: { args: z.tuple([]), value: z.string().nullable() },
  clipboardWrite: { args: z.tuple([z.string()]), value: nothing },
  presence: {
    args: z.tuple([]),
    value: z.object({
      screen: z.enum(['on', 'locked', 'asleep', 'unseen', 'untouched']),
      keysPressed: z.number().nullable(),
    }),
  },
  presses: {
    args: z.tuple([]),
    value: z.object({ clicks: z.array(place), keys: z.number() }).nullable(),
  },
  wake: { args: z.tuple([]), value: nothing },
  stayAwake: { args: z.tuple([z.boolean()]), value: nothing },
  releaseAll: { args: z.tuple([]), value: nothing },
  cut: { args: z.tuple([bytes, cutRequest]), value: bytes },
  animate: { args: z.tuple([z.array(bytes), animationRequest]), value: bytes.nullable() },
  stack: { args: z.tuple([z.array(bytes)]), value: bytes },
  cover: { args: z.tuple([bytes, z.array(box)]), value: bytes },
  mark: { args: z.tuple([bytes, markRequest]), value: z.object({ jpeg: bytes, marked: z.array(z.number()) }) },
  adopt: {
    args: z.tuple([bytes, z.object({ longestSide: z.number(), most: z.number() })]),
    value: z.object({ jpeg: bytes, luma }).nullable(),
  },
  findAgain: { args: z.tuple([bytes, bytes, point]), value: point.nullable() },
} as const;

export type CallName = keyof typeof CALLS;
/** Bot → hands. An aborted call is still answered, with `aborted`. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number(), name: z.string(), args: z.array(z.unknown()) }),
  z.object({ kind: z.literal('abort'), id: z.number() }),
  z.object({ kind: z.literal('close') }),
]);
export type HandsRequest = z.infer<typeof requestSchema>;

/** The kinds of failed calls, from which the other end makes the error again. */
const FAILURES = ['refused', 'lost', 'aborted', 'error'] as const;

/** Hands → bot. `ready` comes once, first; `lost` comes last, instead of or after it. */
export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('lost'), why: textSchema }),
  z.object({ kind: z.literal('done'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.number(), failure: z.enum(FAILURES), text: textSchema }),
]);
export type HandsReply = z.infer<typeof replySchema>;
