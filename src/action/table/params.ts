/** Parameters that several actions take, and how their values are said. */
import { z } from 'zod';
import { oneLine, shorten } from '../../words/amounts.ts';
import { quoted, type Text } from '../../words/say.ts';
import type { NameOfElement } from './define.ts';

const OUTSIDE = 'outside the screen: x and y go from 0 to 1000';
const coordinate = z.number().min(0, OUTSIDE).max(1000, OUTSIDE);

/** A point on the whole captured display: 0–1000 on both axes, decimals allowed. */
export const point = z.object({ x: coordinate, y: coordinate });
export type Point = z.infer<typeof point>;

export const elementNumber = z.number().int().min(1, 'elements are numbered from 1, as in the list');

export const target = z.union([z.object({ element: elementNumber }), point], {
  error: 'a target is {"element": number from the list} or {"x": 0–1000, "y": 0–1000}',
});
export type Target = z.infer<typeof target>;

/** Models write `LEFT` as readily as `left`. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
}

export const text = z.string().min(1, 'the text is empty').max(20_000);
export const path = z.string().min(1, 'the path is empty').max(4096);
export const keys = z.string().trim().min(1, 'name a key').max(200);
export const app = z.string().max(200).optional();
export const fileText = z.string().max(1_000_000);
export const words = z.string().max(20_000);

export function sayTarget(where: Target, nameOfElement: NameOfElement): Text {
  if ('element' in where) return nameOfElement(where.element);
  return `${Math.round(where.x)}, ${Math.round(where.y)}`;
}

export function quote(value: string): Text {
  return quoted(shorten(oneLine(value), 60));
}
