/** The entries of a calendar file (RFC 5545), each day of a repeated one by itself. */
import ICAL from 'ical.js';
import type { DocumentReply } from './document-reply.ts';

const MAX_ENTRIES = 20_000;
/** The most days listed of an entry that repeats: two years. */
const MAX_TIMES = 731;

/** Throws for what is damaged. */
export function readCalendar(text: string): DocumentReply {
  const entries: { title: string; day: string }[] = [];
  const parsed: unknown = ICAL.parse(text);
  // A file may hold several calendars.
  const calendars = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
  for (const calendar of calendars) {
    for (const part of new ICAL.Component(calendar).getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(part);
      const title = event.summary ?? '';
      for (const day of daysOf(event)) entries.push({ title, day });
      if (entries.length > MAX_ENTRIES) return { kind: 'unreadable', why: 'size' };
    }
  }
  return { kind: 'calendar', entries };
}

function daysOf(event: ICAL.Event): readonly string[] {
  if (event.startDate === null || event.startDate === undefined) return [];
  if (!event.isRecurring()) return [dayOf(event.startDate)];
  const days: string[] = [];
  const times = event.iterator();
  for (let time = times.next(); time && days.length < MAX_TIMES; time = times.next()) days.push(dayOf(time));
  return days;
}

function dayOf(time: ICAL.Time): string {
  return time.toString().slice(0, 10);
}
