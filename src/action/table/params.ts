/** Parameters shared by several actions, and the wording of their values. */
import { z } from 'zod';
import { oneLine, shorten } from '../../words/amounts.ts';
import { quoted, say, type Text } from '../../words/say.ts';
import { problem } from '../../words/say-issue.ts';
import type { NameOfElement } from './define.ts';

const OUTSIDE = say`outside the screen: x and y go from 0 to 1000`;
const coordinate = z.number().refine((value) => value >= 0 && value <= 1000, problem(OUTSIDE));

/** A point on the whole captured display: 0–1000 on both axes, decimals allowed. */
export const point = z.object({ x: coordinate, y: coordinate });
export type Point = z.infer<typeof point>;

export const elementNumber = z
  .number()
  .int()
  .refine((value) => value >= 1, problem(say`elements are numbered from 1, as in the list`));

export const target = z.union([z.object({ element: elementNumber }), point]);
export type Target = z.infer<typeof target>;

/** Message for a value that is neither kind of target, as a union has no message of its own. */
export const NO_TARGET = say`a target is {"element": number from the list} or {"x": 0–1000, "y": 0–1000}`;

/** Models write `LEFT` as readily as `left`. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
}

export const text = z.string().refine(isFilled, problem(say`the text is empty`)).max(20_000);
export const path = z.string().refine(isFilled, problem(say`the path is empty`)).max(4096);
export const keys = z.string().trim().refine(isFilled, problem(say`name a key`)).max(200);
export const app = z.string().max(200).optional();
export const fileText = z.string().max(1_000_000);
export const words = z.string().max(20_000);

/** Results that a part of a plan hands on beside its summary; entries that cannot be read are left out. */
export const handedFiles = z.array(z.string().trim().min(1).max(4096)).max(20).optional().catch(undefined);
export const handedFacts = z
  .array(z.object({ name: z.string().trim().min(1).max(80), value: z.string().max(300) }))
  .max(20)
  .optional()
  .catch(undefined);

/** For `refine`: whether the text is not empty. */
export function isFilled(value: string): boolean {
  return value !== '';
}

export function sayTarget(where: Target, nameOfElement: NameOfElement): Text {
  if ('element' in where) return nameOfElement(where.element);
  return `${Math.round(where.x)}, ${Math.round(where.y)}`;
}

export function quote(value: string): Text {
  return quoted(shorten(oneLine(value), 60));
}
