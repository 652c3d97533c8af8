/** The middle of a report: for each step what was seen, decided, judged, asked and done, and the result. */
import { fullText } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import { RISK_NAMES } from '../../safety/risk.ts';
import { say, type Text } from '../../words/say.ts';
import { type Language, speak } from '../../words/speak.ts';
import { saidOr } from '../said.ts';
import { type Said, sayAct, sayActCheck, sayDecision, sayHappening, sayResult, sayWhy } from '../step-words.ts';
import { type Act, type Happening, readSteps, type StampedEvent, type Step, type StepItem } from '../steps.ts';
import { type Html, html, NOTHING } from './html.ts';

export interface ReportedSteps {
  readonly events: readonly StampedEvent[];
  /** Pictures by name, as base64 of a JPEG. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly language: Language;
}

/** Pictures and language that every section is rendered with. */
interface Pen {
  readonly pictures: ReadonlyMap<string, string>;
  readonly t: (text: Text) => string;
}

/** One section for each step; events before the first look have a section of their own. */
export function renderSteps({ events, pictures, language }: ReportedSteps): readonly Html[] {
  const pen: Pen = { pictures, t: (text) => speak(text, language) };
  return readSteps(events)
    .map((step) => renderStep(step, pen))
    .filter(({ html: text }) => text !== '');
}

function renderStep({ seen, items }: Step, pen: Pen): Html {
  const { t } = pen;
  const rendered = items.map((item) => renderItem(item, pen)).filter(({ html: text }) => text !== '');
  if (seen === null)
    return rendered.length === 0 ? NOTHING : html`<section><h2>${t(say`Beginning`)}</h2><ol>${rendered}</ol></section>`;
  const front = [seen.app, seen.window].filter((name) => name !== '').join(' – ');
  const picture = seen.frame === null ? NOTHING : renderPicture(seen.frame, front, pen);
  return html`<section><h2>${t(say`Step ${seen.iteration}`)} <span class="quiet">${renderTime(seen.at)}</span></h2>
${picture}${seen.note === '' ? NOTHING : html`<p class="quiet">${t(saidOr(seen, seen.note))}</p>`}<ol>${rendered}</ol></section>`;
}

function renderPicture(name: string, caption: string, { pictures, t }: Pen): Html {
  const base64 = pictures.get(name);
  if (base64 === undefined) return html`<p class="quiet">${t(say`The picture is not kept.`)}</p>`;
  return html`<figure><img alt="${caption}" src="data:image/jpeg;base64,${base64}"><figcaption>${caption}</figcaption></figure>`;
}

function renderItem(item: StepItem, pen: Pen): Html {
  const { t } = pen;
  switch (item.type) {
    case 'act':
      return renderAct(item, pen);
    case 'reply.received':
      return html`<li><p>${item.screen}</p>${renderSaid(item, t)}
<p class="quiet">${item.model} · ${t({ ms: item.ms })}${item.cost_usd === 0 ? '' : ` · ${t({ usd: item.cost_usd })}`}</p>${
        item.note === null ? NOTHING : html`<p class="quiet">${t(say`Noted: ${item.note}`)}</p>`
      }</li>`;
    case 'plan.made':
      return html`<li><p><b>${t(sayHappening(item).title)}</b></p><ul>${item.parts.map(
        (part, index) => html`<li>${index + 1}. ${part.goal} <span class="quiet">${part.check}</span></li>`,
      )}</ul></li>`;
    case 'verification.done':
      return html`<li>${renderFound(sayHappening(item), item.passed, t)}${renderChecks(item.checks, t)}${
        item.frame === undefined ? NOTHING : renderPicture(item.frame, t(say`The screen at the check`), pen)
      }</li>`;
    // The head of the report tells it.
    case 'run.ended':
    case 'run.recovered':
      return NOTHING;
    default:
      return html`<li>${renderSaid(item, t)}</li>`;
  }
}

function renderSaid(event: Happening, t: Pen['t']): Html {
  const { title, detail } = sayHappening(event);
  const found = t(detail);
  return found === '' ? html`<p>${t(title)}</p>` : html`<p><b>${t(title)}</b> ${found}</p>`;
}

function renderAct(act: Act, { t }: Pen): Html {
  const { judged, checked } = act;
  const risk =
    judged === null ? NOTHING : html`<span class="risk ${judged.risk}">${t(RISK_NAMES[judged.risk])}</span> `;
  const why = judged === null ? NOTHING : html`<p class="quiet">${t(sayWhy(judged))} · ${judged.rule}</p>`;
  const decision = sayDecision(act);
  return html`<li><p>${risk}${t({ capital: sayAct(act) })}</p>
${why}${renderFull(act.action)}${decision === null ? NOTHING : html`<p><b>${t(decision)}</b></p>`}${renderResult(act, t)}${
  checked === null
    ? NOTHING
    : html`${renderFound(sayActCheck(checked), checked.passed !== false, t)}${renderChecks(checked.checks, t)}`
}</li>`;
}

function renderResult(act: Act, t: Pen['t']): Html {
  const said = sayResult(act);
  if (said === null) return NOTHING;
  const time =
    act.result?.type === 'action.performed'
      ? html` <span class="quiet">${renderShortTime(act.result.ms, t)}</span>`
      : NOTHING;
  const detail = t(said.detail);
  return html`<p class="${act.ok === true ? 'good' : 'bad'}">${t(said.title)}${time}</p>${detail === '' ? NOTHING : html`<pre>${detail}</pre>`}`;
}

function renderFound({ title, detail }: Said, isGood: boolean, t: Pen['t']): Html {
  return html`<p class="${isGood ? 'good' : 'bad'}"><b>${t(title)}</b></p><p>${t(detail)}</p>`;
}

function renderChecks(
  checks: Extract<Happening, { readonly type: 'verification.done' }>['checks'],
  t: Pen['t'],
): readonly Html[] {
  return checks.map(
    (check) =>
      html`<p class="${check.passed ? 'good' : 'bad'}">${check.passed ? '✓' : '✗'} ${t(check.said?.check ?? check.check)}</p>`,
  );
}

/** Text that the short phrase leaves out. */
function renderFull(action: Action): Html {
  const whole = fullText(action);
  return whole === null || whole.length < 40 ? NOTHING : html`<pre>${whole}</pre>`;
}

/** Most acts take less than a second. */
function renderShortTime(ms: number, t: Pen['t']): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : t({ ms });
}

function renderTime(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
