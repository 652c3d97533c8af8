/** `report.html`: one run in one self-contained file: no network, no script, pictures inside. */
import { createHash } from 'node:crypto';
import { sayRun } from '../../words/run-name.ts';
import { capital, say, type Text } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { type Language, speak } from '../../words/speak.ts';
import { showInLine } from '../../words/visible.ts';
import { combineStates } from '../combine.ts';
import { groupCalls, listCalls, sumCalls } from '../costs.ts';
import { evolve } from '../evolve.ts';
import { END_FRAME } from '../recordings.ts';
import { type RunState, startingState } from '../run-state.ts';
import { saidOr } from '../said.ts';
import { OUTCOME_TITLES } from '../step-words.ts';
import type { StampedEvent } from '../steps.ts';
import { type Html, html, NOTHING } from './html.ts';
import { renderSteps } from './report-steps.ts';
import { STYLE } from './style.ts';

export interface ReportedRun {
  readonly events: readonly StampedEvent[];
  /** JPEGs by name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

export interface ReportInput extends ReportedRun {
  /** Of its plan, in order, each a run of its own; none without one. */
  readonly parts?: readonly ReportedRun[];
  /** The run's narrative; '' when there is none. */
  readonly narrative: string;
  readonly language: Language;
}
/** Chats accept files of 50 MB; pictures beyond this are left out from the middle. */
const MOST_PICTURE_BYTES = 30_000_000;

/** Pure: a whole HTML document. */
export function renderReport({ events, pictures, parts = [], narrative, language }: ReportInput): string {
  const t = (text: Text): string => speak(text, language);
  const partStates = parts.map((part) => part.events.reduce(evolve, startingState));
  const state = combineStates(events.reduce(evolve, startingState), partStates);
  const { outcome } = state;
  const title = `${t(capital(sayRun(state.runId)))}: ${goalLine(state.goal)}`;
  const head = html`<header><p class="quiet">${t(capital(sayRun(state.runId)))} · ${t({ moment: Date.parse(state.createdAt) })}</p>
<h1>${state.goal}</h1>
${renderValues(state.values, t)}${outcome === null ? NOTHING : html`<p class="outcome">${t(OUTCOME_TITLES[outcome.outcome])}${outcome.score === null ? '' : ` · ${t(say`Score ${Math.round(outcome.score)}`)}`}</p><p class="message">${t(saidOr(outcome, outcome.message))}</p>`}
<dl><dt>${t(say`Took`)}</dt><dd>${t({ ms: Date.parse(state.lastAt) - Date.parse(state.createdAt) })}</dd>
<dt>${t(say`Steps`)}</dt><dd>${state.iteration}</dd><dt>${t(say`Actions`)}</dt><dd>${state.performed.length - state.performedBefore}</dd>
<dt>${t(say`Cost`)}</dt><dd>${t({ usd: state.costUsd })}</dd>${state.skill === null ? NOTHING : html`<dt>${t(say`Skill`)}</dt><dd>${state.skill}</dd>`}</dl></header>`;
  const story = narrative === '' ? NOTHING : html`<section><h2>${t(say`In short`)}</h2><p>${narrative}</p></section>`;
  const encoded = encodePictures([pictures, ...parts.map((part) => part.pictures)]);
  const timeline = renderSteps({ events, pictures: encoded[0] ?? new Map(), language });
  const told = parts.flatMap((part, index) => [
    renderPartHead(partStates[index] ?? startingState, t),
    ...renderSteps({ events: part.events, pictures: encoded[index + 1] ?? new Map(), language }),
  ]);
  const end = pictures.get(END_FRAME);
  const last =
    end === undefined
      ? NOTHING
      : html`<section><h2>${t(say`At the end`)}</h2><figure><img alt="${t(say`The screen at the end of the run.`)}" src="data:image/jpeg;base64,${toBase64(end)}"></figure></section>`;
  const whole = [...events, ...parts.flatMap((part) => part.events)];
  return page(title, language, [head, story, ...timeline, ...told, last, renderCosts(whole, t)]);
}

/** Values that a program sent, shown apart from the goal, which is the person's. */
function renderValues(values: RunState['values'], t: (text: Text) => string): Html {
  const names = Object.keys(values);
  if (names.length === 0) return NOTHING;
  const lines = names.map((name) => `${name}: ${showInLine(values[name] ?? '')}`);
  return html`<p class="quiet">${t(say`Sent by a program, not by you:`)}</p><pre>${lines.join('\n')}</pre>`;
}

function renderPartHead({ part, goal, outcome }: RunState, t: (text: Text) => string): Html {
  const place = part === null ? '' : t(say`Part ${part.index} of ${part.total}: ${goal}`);
  return html`<header><h2>${place}</h2>${outcome === null ? NOTHING : html`<p class="outcome">${t(OUTCOME_TITLES[outcome.outcome])}</p><p class="message">${t(saidOr(outcome, outcome.message))}</p>`}</header>`;
}

function page(title: string, language: Language, body: readonly Html[]): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${{ html: STYLE }}</style></head>
<body><main>
${body}
</main></body></html>
`;
  return document.html;
}

function renderCosts(events: readonly StampedEvent[], t: (text: Text) => string): Html {
  const calls = listCalls(events);
  if (calls.length === 0) return NOTHING;
  const rows = groupCalls(calls, ({ model }) => model).map(
    ([model, sum]) =>
      html`<tr><td>${model}</td><td>${sum.calls}</td><td>${t({ tokens: sum.usage.input + sum.usage.cacheRead + sum.usage.cacheWrite })}</td><td>${t({ tokens: sum.usage.output })}</td><td>${t({ usd: sum.unknownCalls > 0 ? null : sum.knownUsd })}</td></tr>`,
  );
  const all = sumCalls(calls);
  return html`<section><h2>${t(say`Costs`)}</h2><table><thead><tr><th>${t(say`Model`)}</th><th>${t(say`Calls`)}</th><th>${t(say`In`)}</th><th>${t(say`Out`)}</th><th>${t(say`Cost`)}</th></tr></thead><tbody>${rows}</tbody></table>${
    all.unknownCalls > 0
      ? html`<p class="quiet">${t(say`The price of ${all.unknownCalls} calls is not known.`)}</p>`
      : NOTHING
  }</section>`;
}

/** Pictures to embed, chosen from both ends of each run, which say more than the middle. */
function encodePictures(runs: readonly ReadonlyMap<string, Uint8Array>[]): readonly ReadonlyMap<string, string>[] {
  let bytes = 0;
  return runs.map((pictures, run) => {
    const names = [...pictures.keys()].toSorted();
    const order = names.map((_, index) => (index % 2 === 0 ? names[index / 2] : names[names.length - (index + 1) / 2]));
    // The remaining bytes are shared by the runs still to come.
    const most = bytes + (MOST_PICTURE_BYTES - bytes) / (runs.length - run);
    const kept = new Map<string, string>();
    for (const name of order) {
      const jpeg = name === undefined ? undefined : pictures.get(name);
      if (name === undefined || jpeg === undefined || name === END_FRAME) continue;
      if (bytes + jpeg.length > most) break;
      bytes += jpeg.length;
      kept.set(name, toBase64(jpeg));
    }
    return kept;
  });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
