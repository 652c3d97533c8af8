// What the page says, in the language that Deskhand chose for this browser: each sentence stands in English where it is said.

const { lang } = document.documentElement;
const words = JSON.parse(document.querySelector('meta[name="words"]').content);

/** For numbers and times. */
export const LOCALE = lang === 'en' ? 'en-GB' : lang;

/** A tag for templates; `{0}`, `{1}` stand for the parts in the words. */
export function say(texts, ...parts) {
  const sentence = texts.reduce((key, next, index) => `${key}{${index - 1}}${next}`);
  return (words[sentence] ?? sentence).replace(/\{(\d+)\}/g, (_, index) => sayPart(parts[Number(index)]));
}

/** Four digits stay together, as on a label; more are grouped. */
function sayPart(part) {
  return typeof part === 'number'
    ? part.toLocaleString(LOCALE, { useGrouping: 'min2', maximumFractionDigits: 3 })
    : part;
}

/** A day and a time, as short as they are clear: `10:04` is today. */
export function momentOf(at) {
  const date = new Date(at);
  const now = new Date();
  const time = { hour: '2-digit', minute: '2-digit' };
  if (date.toDateString() === now.toDateString()) return date.toLocaleTimeString(LOCALE, time);
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return date.toLocaleString(LOCALE, { ...year, day: 'numeric', month: 'short', ...time });
}

export function formatBytes(bytes) {
  const number = (amount, digits = 0) => amount.toLocaleString(LOCALE, { maximumFractionDigits: digits });
  if (bytes === 1) return say`1 byte`;
  if (bytes < 1000) return say`${number(bytes)} bytes`;
  return bytes < 1e6 ? `${number(bytes / 1000)} kB` : `${number(bytes / 1e6, 1)} MB`;
}
