/** Judges what stands in a browser's address bar: an address as one, anything else as a search. */
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { high, moderate } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { judgeSearch } from './enter.ts';

interface AddressRules {
  readonly judgeUrl: (url: string, context: GateContext) => Judgement;
}

/** Of text that was judged whole, as the address it is by now. */
export const ADDRESS_RULE = 'typing.address';

/** Enter goes there; a search carries only what the person said. */
export function judgeAddress(text: string, context: GateContext, rules: AddressRules): Judgement {
  const line = text.trim();
  if (line.includes('\n')) return high('typing.enter', say`It puts several lines into an address bar`);
  return isAddress(line) ? judgeBrowserAddress(line, context, rules) : judgeSearch(line, context);
}

/** Before Enter: a click on what the bar proposes goes there as well. null: it is no address. */
export function judgePartOfAddress(text: string, context: GateContext, rules: AddressRules): Judgement | null {
  const line = text.trim();
  if (line.includes('\n') || !isAddress(line)) return null;
  const judged = judgeBrowserAddress(line, context, rules);
  return judged.risk === 'moderate' ? moderate(ADDRESS_RULE, judged.reason) : judged;
}

/** Some browsers call their bar by no more than this; forms have fields of that name, too, where nobody writes a web address. */
const BARE_NAME = /^(?:address|adresse|indirizzo|adres)$/i;
const WEB_ADDRESS = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[:/?#]\S*)?$/i;

/** For such a field, where an address that opens unasked is all that stands in it; null otherwise. */
export function judgeBareAddress(text: string, context: GateContext, rules: AddressRules): Judgement | null {
  const line = text.trim();
  const isBar = kindOfApp(context, []) === 'browser' && BARE_NAME.test(context.element?.name?.trim() ?? '');
  if (!isBar || !WEB_ADDRESS.test(line) || (context.typedSince ?? context.typed) !== context.typed) return null;
  const judged = rules.judgeUrl(line, context);
  return judged.risk === 'moderate' ? moderate(ADDRESS_RULE, judged.reason) : null;
}

function isAddress(line: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^[^\s]+\.[^\s]{2,}$|^localhost|\//i.test(line);
}

/** Pages of a browser that only show what is set; what is switched there is judged as a setting. */
const OWN_SETTINGS =
  /^(?:(?:chrome|chromium|edge|brave|vivaldi|opera):\/\/(?:settings|extensions|bookmarks|downloads)(?:\/[a-z]{1,30}){0,3}\/?|about:(?:preferences|addons)(?:#[a-z]{1,30})?)$/i;
const OWN_SECRETS = /passw|passkey|autofill|payment|address|card|clear|reset|sync|account|people|certificate/i;

function judgeBrowserAddress(line: string, context: GateContext, rules: AddressRules): Judgement {
  return OWN_SETTINGS.test(line) && !OWN_SECRETS.test(line)
    ? moderate('url.settings', say`It opens the browser's own settings, where each switch asks`)
    : rules.judgeUrl(line, context);
}
