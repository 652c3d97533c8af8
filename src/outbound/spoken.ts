/** Messages in no language yet, and how they are put into one. Pure. */
import type { Button, Platform, Progress, ProgressStep, Span } from '../ports/chat.ts';
import { join, type Text } from '../words/say.ts';
import { type Language, type Spelling, speak } from '../words/speak.ts';

/** A span in no language yet; a block is the same in every language. */
export type SpokenSpan =
  | Text
  | { readonly bold: Text }
  | { readonly quiet: Text }
  | { readonly code: Text }
  | { readonly block: string }
  | { readonly link: string; readonly label: Text };

export interface SpokenButton extends Omit<Button, 'label'> {
  readonly label: Text;
}

/** The steps of a run, in no language yet. */
export interface SpokenProgress {
  readonly title: Text;
  readonly steps: readonly (Omit<ProgressStep, 'title'> & { readonly title: Text })[];
}

export function speakProgress({ title, steps }: SpokenProgress, language: Language): Progress {
  return {
    title: speak(title, language),
    steps: steps.map((step) => ({ ...step, title: speak(step.title, language) })),
  };
}

/** Slack treats text that begins with a slash as its own command, so there commands are plain words. */
export function spellingOf(platform: Platform): Spelling {
  return platform === 'slack' ? 'quoted' : 'slash';
}

export function speakSpans(
  spans: readonly SpokenSpan[],
  language: Language,
  spelling: Spelling = 'slash',
): readonly Span[] {
  return spans.map((span) => {
    if (typeof span === 'string') return span;
    if ('bold' in span) return { bold: speak(span.bold, language, spelling) };
    if ('quiet' in span) return { quiet: speak(span.quiet, language, spelling) };
    if ('link' in span) return { link: span.link, label: speak(span.label, language, spelling) };
    // Code is meant to be typed exactly, so a slash is kept in it where the chat allows that.
    if ('code' in span) return { code: speak(span.code, language, spelling === 'slash' ? 'slash' : 'bare') };
    return 'block' in span ? span : speak(span, language, spelling);
  });
}

export function speakButtons(
  rows: readonly (readonly SpokenButton[])[],
  language: Language,
): readonly (readonly Button[])[] {
  return rows.map((row) => row.map((button) => ({ ...button, label: speak(button.label, language) })));
}

/** Rows of two: as many as fit side by side on a phone. */
export function inPairs<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.flatMap((item, at) => (at % 2 === 0 ? [[item, ...items.slice(at + 1, at + 2)]] : []));
}

/** The text alone, for a terminal. */
export function wordsOf(spans: readonly SpokenSpan[]): Text {
  return join(spans.map(wordsOfSpan), '');
}

function wordsOfSpan(span: SpokenSpan): Text {
  if (typeof span === 'string') return span;
  if ('bold' in span) return span.bold;
  if ('quiet' in span) return span.quiet;
  if ('code' in span) return span.code;
  if ('link' in span) return span.link;
  return 'block' in span ? span.block : span;
}
