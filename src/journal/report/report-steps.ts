/** The middle of a report: for each step of a run what was seen, decided, judged, asked, done, and what came of it. */

import { describeAction, fullText, nameElements } from '../../action/describe.ts';
import type { Stamp } from '../../ports/journal.ts';
import { RISK_NAMES } from '../../safety/risk.ts';
import { capital, say, type Text, told } from '../../words/say.ts';
import { type Language, speak } from '../../words/speak.ts';
import { describeMind } from '../describe-effort.ts';
import type { RunEvent } from '../events.ts';
import { type Html, html, NOTHING } from './html.ts';

export type StampedEvent = RunEvent & Stamp;

export interface TimelineInput {
  readonly events: readonly StampedEvent[];
  /** Pictures by name, as base64 of a JPEG. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly language: Language;
}

/** One part a look: what was seen, and everything until the next look. What came before the first look is a part of its own. */
export function renderTimeline({ events, pictures, language }: TimelineInput): readonly Html[] {
  const parts: StampedEvent[][] = [[]];
  for (const event of events) {
    if (event.type === 'observation.taken') parts.push([]);
    parts.at(-1)?.push(nameSender(event, events));
  }
  return parts.map((part) => renderPart(part, pictures, language)).filter(({ html: text }) => text !== '');
}

/** Answers are noted by who gave them; the one who asked for the run has a name. */
function nameSender(event: StampedEvent, events: readonly StampedEvent[]): StampedEvent {
  const [created] = events;
  const isTheirs =
    event.type === 'confirmation.answered' && created?.type === 'run.created' && created.sender.id === event.by;
  return isTheirs && created.sender.name !== '' ? { ...event, by: created.sender.name } : event;
}

function renderPart(events: readonly StampedEvent[], pictures: ReadonlyMap<string, string>, language: Language): Html {
  const [first] = events;
  if (first === undefined) return NOTHING;
  const t = (text: Text): string => speak(text, language);
  const items = events.flatMap((event) => renderItem(event, pictures, t) ?? []);
  if (first.type !== 'observation.taken') {
    return items.length === 0 ? NOTHING : html`<section><h2>${t(say`Beginning`)}</h2><ol>${items}</ol></section>`;
  }
  const front = [first.app, first.window].filter((name) => name !== '').join(' – ');
  const picture = first.frame === null ? NOTHING : renderPicture(first.frame, front, pictures, t);
  return html`<section><h2>${t(say`Step ${first.iteration}`)} <span class="quiet">${renderTime(first.at)}</span></h2>
${picture}${first.note === '' ? NOTHING : html`<p class="quiet">${t(told(first.note))}</p>`}<ol>${items}</ol></section>`;
}

function renderPicture(
  name: string,
  caption: string,
  pictures: ReadonlyMap<string, string>,
  t: (text: Text) => string,
): Html {
  const base64 = pictures.get(name);
  if (base64 === undefined) return html`<p class="quiet">${t(say`The picture is not kept.`)}</p>`;
  return html`<figure><img alt="${caption}" src="data:image/jpeg;base64,${base64}"><figcaption>${caption}</figcaption></figure>`;
}

/** null for what another line tells. */
function renderItem(
  event: StampedEvent,
  pictures: ReadonlyMap<string, string>,
  t: (text: Text) => string,
): Html | null {
  switch (event.type) {
    case 'reply.received':
      return html`<li><p>${event.screen}</p><p><b>${t(say`Decided:`)}</b> ${event.intent}</p>
<p class="quiet">${event.model} · ${t({ ms: event.ms })}${event.cost_usd === 0 ? '' : ` · ${t({ usd: event.cost_usd })}`}</p>${
        event.note === null ? NOTHING : html`<p class="quiet">${t(say`Noted: ${event.note}`)}</p>`
      }</li>`;
    case 'plan.made':
      return html`<li><p><b>${t(say`Planned:`)}</b></p><ul>${event.parts.map(
        (part, index) => html`<li>${index + 1}. ${part.goal} <span class="quiet">${part.check}</span></li>`,
      )}</ul></li>`;
    case 'reply.malformed':
      return html`<li><p class="bad">${t(say`The reply was not usable: ${told(event.reason)}`)}</p></li>`;
    case 'risk.judged':
      return html`<li><p><span class="risk ${event.risk}">${t(RISK_NAMES[event.risk])}</span> ${t(capital(describeAction(event.action, nameElements(event.element))))}</p>
<p class="quiet">${t({ why: event.reason, rule: event.rule })} · ${event.rule}</p>${renderFull(event.action)}</li>`;
    case 'confirmation.asked':
      return html`<li><p><b>${t(say`The person was asked.`)}</b></p></li>`;
    case 'confirmation.answered':
      return html`<li><p><b>${t(ANSWERS[event.answer])}</b>${event.answer in OWN_ANSWERS ? '' : ` ${event.by}`}${event.text === '' ? '' : `: “${event.text}”`}</p></li>`;
    case 'confirmation.expired':
      return html`<li><p><b>${t(say`Nobody answered in time, so it was not done.`)}</b></p></li>`;
    case 'action.performed':
      return html`<li><p class="${event.ok ? 'good' : 'bad'}">${describeEffect(event, t)} <span class="quiet">${renderShortTime(event.ms, t)}</span></p>${
        event.text === '' ? NOTHING : html`<pre>${event.text}</pre>`
      }</li>`;
    case 'action.checked': {
      const title =
        event.passed === null
          ? t(say`Whether it worked could not be checked.`)
          : event.passed
            ? t(say`Checked: it worked.`)
            : t(say`Checked: it did not work.`);
      return html`<li><p class="${event.passed === false ? 'bad' : 'good'}"><b>${title}</b>${
        event.score === null ? '' : ` ${t(say`Score ${Math.round(event.score)}`)}`
      }</p><p>${t(told(event.text))}</p>${renderChecks(event.checks, t)}</li>`;
    }
    case 'action.unknown':
      return html`<li><p class="bad">${t(say`Whether it happened is not known: ${told(event.why)}`)}</p></li>`;
    case 'hint.received':
      return html`<li><p><b>${t(say`The person says:`)}</b> ${event.text}</p></li>`;
    case 'answer.received':
      return html`<li><p><b>${t(say`The person answers:`)}</b> ${event.text}</p></li>`;
    case 'run.paused':
      return html`<li><p>${t(say`Paused: ${told(event.why)}`)}</p></li>`;
    case 'run.resumed':
      return html`<li><p>${t(say`Went on.`)}</p></li>`;
    case 'mind.changed':
      return html`<li><p>${t(capital(describeMind({ ...event, intent: event.intent ?? null, by: null }, null)))}.</p></li>`;
    case 'budget.reached':
      return html`<li><p>${t(say`A cap was reached (${told(event.cap)}): ${told(event.answer)}.`)}</p></li>`;
    case 'verification.done':
      return html`<li><p class="${event.passed ? 'good' : 'bad'}"><b>${event.passed ? t(say`Checked: it is so.`) : t(say`Checked: it is not so yet.`)}</b>${
        event.score === null ? '' : ` ${t(say`Score ${Math.round(event.score)}`)}`
      }</p><p>${t(told(event.text))}</p>${renderChecks(event.checks, t)}${event.frame === undefined || event.frame === null ? NOTHING : renderPicture(event.frame, t(say`The screen at the check`), pictures, t)}</li>`;
    default:
      return null;
  }
}

function renderChecks(
  checks: readonly { readonly check: string; readonly passed: boolean }[],
  t: (text: Text) => string,
): readonly Html[] {
  return checks.map(
    (check) =>
      html`<p class="${check.passed ? 'good' : 'bad'}">${check.passed ? '✓' : '✗'} ${t(told(check.check))}</p>`,
  );
}

/** What a short phrase leaves out. */
function renderFull(action: Parameters<typeof fullText>[0]): Html {
  const whole = fullText(action);
  return whole === null || whole.length < 40 ? NOTHING : html`<pre>${whole}</pre>`;
}

/** What ended a question without a person. */
const OWN_ANSWERS = {
  stop: say`The run was stopped.`,
  changed: say`The screen had changed, so it did not count.`,
  restart: say`Deskhand was restarted: no.`,
} as const;

const ANSWERS = {
  approve: say`Approved by`,
  this_run: say`Approved by`,
  deny: say`Denied by`,
  explain: say`Denied by`,
  ...OWN_ANSWERS,
} as const;

function describeEffect(
  { ok, effect }: Extract<RunEvent, { readonly type: 'action.performed' }>,
  t: (text: Text) => string,
): string {
  if (!ok) return t(say`Not done.`);
  if (effect === 'changed') return t(say`Done; the screen changed.`);
  return effect === 'unchanged' ? t(say`Done; nothing changed on the screen.`) : t(say`Done.`);
}

/** Most acts take less than a second. */
function renderShortTime(ms: number, t: (text: Text) => string): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : t({ ms });
}

function renderTime(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
