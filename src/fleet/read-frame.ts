/** Validates a frame before it is trusted: a known version, addressed to this machine, in the expected form. */
import type { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { decodeFrame } from './frame.ts';
import { headSchema, PROTOCOL, speaksWith } from './wire.ts';

export type ReadFrame<Body> =
  | { readonly ok: true; readonly body: Body; readonly rest: Uint8Array }
  /** `isOurs`: it names this machine, so the error may be answered. */
  | { readonly ok: false; readonly isOurs: boolean; readonly why: Text };

/** `name`: the machine that it must name. */
export function readFrame<Body>(bytes: Uint8Array, name: string, schema: z.ZodType<Body>): ReadFrame<Body> {
  const frame = decodeFrame(bytes);
  const head = headSchema.safeParse(frame?.json);
  if (frame === null || !head.success) return { ok: false, isOurs: false, why: say`it is no message of ours` };
  const { v, machine } = head.data;
  if (machine !== name) return { ok: false, isOurs: false, why: say`it is meant for ${machine}, not for ${name}` };
  if (!speaksWith(v)) return { ok: false, isOurs: true, why: sayVersions(v) };
  const body = schema.safeParse(frame.json);
  if (body.success) return { ok: true, body: body.data, rest: frame.rest };
  return { ok: false, isOurs: true, why: v === PROTOCOL ? say`it is not understood` : sayVersions(v) };
}

function sayVersions(theirs: number): Text {
  return theirs > PROTOCOL
    ? say`it comes from a newer Deskhand, which this one does not understand yet; update this computer`
    : say`it comes from an older Deskhand, which this one does not understand any more; update that computer`;
}
