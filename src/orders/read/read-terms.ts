/** Terms of an order, written after it as `name=value`: policies, limits, and who is told. */
import type { Terms } from '../order.ts';

interface TakenTerms {
  readonly rest: string;
  readonly terms: Partial<Terms>;
}

const NAMES = 'missed|yes|tell|late|steps|time|cost|month';
const LAST = new RegExp(`(?:^|\\s)(${NAMES})=(\\S+)$`, 'i');

/** Parses from the end; anything that is no term stays with the words. */
export function takeTerms(text: string): TakenTerms {
  let rest = text;
  let terms: Partial<Terms> = {};
  for (let found = LAST.exec(rest); found !== null; found = LAST.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    const term = readTerm(name.toLowerCase(), value.toLowerCase());
    if (term === null) break;
    terms = { ...term, ...terms };
    rest = rest.slice(0, -whole.length).trimEnd();
  }
  return { rest, terms };
}

/** Text at the end that looks like a term but is invalid; null. */
export function unreadTerm(words: string): string | null {
  return LAST.exec(words)?.[0]?.trim() ?? null;
}

function readTerm(name: string, value: string): Partial<Terms> | null {
  switch (name) {
    case 'missed':
      return value === 'run' || value === 'skip' || value === 'ask' ? { missed: value } : null;
    case 'yes':
      return value === 'park' || value === 'skip' || value === 'fail' ? { yes: value } : null;
    case 'tell':
      return value === 'here' || value === 'me' || value === 'all' ? { tell: value } : null;
    case 'steps': {
      const steps = Number(value);
      return Number.isInteger(steps) && steps > 0 && steps <= 1000 ? { steps } : null;
    }
    case 'late':
    case 'time': {
      const ms = readLength(value);
      return ms === null ? null : name === 'late' ? { lateMs: ms } : { timeMs: ms };
    }
    default: {
      const usd = Number(value.replace(/^\$|\$$/g, '').replace(',', '.'));
      if (!(usd > 0 && usd <= 100_000)) return null;
      return name === 'cost' ? { runUsd: usd } : { monthUsd: usd };
    }
  }
}

/** `10m`, `2h`. */
export function readLength(value: string): number | null {
  const [, amount, unit] = /^(\d{1,4})(m|min|h|std|d)$/.exec(value.toLowerCase()) ?? [];
  if (amount === undefined || Number(amount) === 0) return null;
  return Number(amount) * (unit === 'd' ? 86_400_000 : unit?.startsWith('m') ? 60_000 : 3_600_000);
}
