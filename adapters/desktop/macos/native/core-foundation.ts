/** Core Foundation's values as ours. Whatever is created or copied goes through `own` and is released at the end of its scope, in every case. */
import type { Native, Ref } from './load.ts';

/** Takes over something that a function with Create or Copy in its name gave; the scope's end releases it. */
export type Own = <Given extends Ref | null>(given: Given) => Given;

export interface Foundation {
  /** Runs `work` and releases what it took over. */
  scope<Value>(work: (own: Own) => Value): Value;
  /** A string that lives as long as the process: for names that are asked for again and again. */
  constant(text: string): Ref;
  /** A new string; the caller owns it. */
  string(text: string): Ref;
  /** A new array of what is given; the caller owns it. */
  array(items: readonly Ref[]): Ref;
  /** `null` when the value is no string. */
  readText(value: Ref | null): string | null;
  readNumber(value: Ref | null): number | null;
  /** Booleans and numbers alike: the system gives either. */
  readFlag(value: Ref | null): boolean | null;
  readArray(value: Ref | null): readonly Ref[];
  readData(value: Ref): Uint8Array;
  /** What a dictionary has under this key; not owned. */
  lookUp(dictionary: Ref, key: string): Ref | null;
}

const KIND_DOUBLE = 13;

export function createFoundation({ c, constants }: Native): Foundation {
  const types = {
    string: c.CFStringGetTypeID(),
    number: c.CFNumberGetTypeID(),
    boolean: c.CFBooleanGetTypeID(),
    array: c.CFArrayGetTypeID(),
  };
  const known = new Map<string, Ref>();
  const isA = (value: Ref | null, type: number): value is Ref => value !== null && c.CFGetTypeID(value) === type;
  const must = (given: Ref | null, what: string): Ref => {
    if (given === null) throw new Error(`macOS could not make ${what}`);
    return given;
  };
  const string = (text: string): Ref =>
    must(c.CFStringCreateWithCharacters(null, new Uint16Array(unitsOf(text)), text.length), 'a string');
  const constant = (text: string): Ref => {
    const ref = known.get(text) ?? string(text);
    known.set(text, ref);
    return ref;
  };
  const readText = (value: Ref | null): string | null => {
    if (!isA(value, types.string)) return null;
    const length = c.CFStringGetLength(value);
    if (length === 0) return '';
    const units = new Uint16Array(length);
    c.CFStringGetCharacters(value, { location: 0, length }, units);
    return Buffer.from(units.buffer).toString('utf16le');
  };
  const readNumber = (value: Ref | null): number | null => {
    if (!isA(value, types.number)) return null;
    const number = new Float64Array(1);
    // The call's result is not used: it is false also for a number that was rounded.
    c.CFNumberGetValue(value, KIND_DOUBLE, number);
    return number[0] ?? null;
  };

  return {
    scope: (work) => {
      const owned: Ref[] = [];
      const own: Own = (given) => {
        if (given !== null) owned.push(given);
        return given;
      };
      try {
        return work(own);
      } finally {
        for (const ref of owned.reverse()) c.CFRelease(ref);
      }
    },
    constant,
    string,
    array: (items) =>
      must(c.CFArrayCreate(null, new BigUint64Array(items), items.length, constants.kCFTypeArrayCallBacks), 'an array'),
    readText,
    readNumber,
    readFlag: (value) => {
      if (isA(value, types.boolean)) return c.CFBooleanGetValue(value);
      const number = readNumber(value);
      return number === null ? null : number !== 0;
    },
    readArray: (value) => {
      if (!isA(value, types.array)) return [];
      const items: Ref[] = [];
      for (let at = 0, count = c.CFArrayGetCount(value); at < count; at += 1) {
        const item = c.CFArrayGetValueAtIndex(value, at);
        if (item !== null) items.push(item);
      }
      return items;
    },
    readData: (value) => {
      const bytes = new Uint8Array(c.CFDataGetLength(value));
      if (bytes.length > 0) c.CFDataGetBytes(value, { location: 0, length: bytes.length }, bytes);
      return bytes;
    },
    lookUp: (dictionary, key) => c.CFDictionaryGetValue(dictionary, constant(key)),
  };
}

/** UTF-16, as Core Foundation counts. */
export function unitsOf(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
