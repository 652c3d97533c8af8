/** What the processes of a storm are told, and say. */
import { z } from 'zod';

const place = { creds: z.string(), folder: z.string() };
export const workersOrderSchema = z.object({
  ...place,
  machines: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Every `every`-th command is answered in the chat with a picture of `kb` kilobytes; null: none is. */
  pictures: z.object({ every: z.number(), kb: z.number() }).nullable(),
});
export const gatewayOrderSchema = z.object({ ...place, url: z.string(), machines: z.array(z.string()) });

/** `at`: a time of `sharedNow`. */
export const toGatewaySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send'), update: z.string(), machine: z.string() }),
  /** Asks for a collection of memory and a report of what remains. */
  z.object({ kind: z.literal('weigh') }),
  z.object({ kind: z.literal('stop'), id: z.number(), machine: z.string(), at: z.number() }),
]);

/** Milliseconds: delays of the event loop beyond its sampling interval of 10, and processor time. */
const busySchema = z.object({ loopP50Ms: z.number(), loopP99Ms: z.number(), loopMaxMs: z.number(), cpuMs: z.number() });
export type Busy = z.infer<typeof busySchema>;

export const saidSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('trouble'), text: z.string() }),
  /** The gateway hears machines for the first time in its life. */
  z.object({ kind: z.literal('open') }),
  /** A machine is connected for the first time in the life of its process. */
  z.object({ kind: z.literal('greeted'), machine: z.string() }),
  /** The update was taken, so the platform may forget it. */
  z.object({ kind: z.literal('receipt'), update: z.string() }),
  z.object({ kind: z.literal('taken'), update: z.string(), machine: z.string(), what: z.string() }),
  /** The update's last word was told to a person. */
  z.object({ kind: z.literal('told'), update: z.string() }),
  /** Milliseconds from the tap until the gateway handled it, the machine obeyed, and the gateway knew. */
  z.object({
    kind: z.literal('stopped'),
    id: z.number(),
    heardMs: z.number(),
    obeyedMs: z.number(),
    ms: z.number(),
    isAnswered: z.boolean(),
  }),
  /** The server does not take a command, which stays on the gateway's disk. */
  z.object({ kind: z.literal('held up') }),
  z.object({ kind: z.literal('weighed'), live: z.number() }),
  z.object({ kind: z.literal('memory'), bytes: z.number(), here: z.number() }),
  z.object({ kind: z.literal('pictured') }),
  z.object({ kind: z.literal('busy'), who: z.string(), busy: busySchema }),
]);
