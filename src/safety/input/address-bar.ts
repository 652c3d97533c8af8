/** Judges the text in a browser's address bar: an address as such, anything else as a search. */
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { high, moderate } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { judgeSearch } from './enter.ts';

interface AddressRules {
  readonly judgeUrl: (url: string, context: GateContext) => Judgement;
}

/** Rule for a text that was judged as a whole, as the address typed so far. */
export const ADDRESS_RULE = 'typing.address';

/** Judges Enter in the bar: it opens the address, or searches for words that the person must have said. */
export function judgeAddress(text: string, context: GateContext, rules: AddressRules): Judgement {
  const line = text.trim();
  if (line.includes('\n')) return high('typing.enter', say`It puts several lines into an address bar`);
  return isAddress(line) ? judgeBrowserAddress(line, context, rules) : judgeSearch(line, context);
}

/** Judges typing before Enter, since a click on a suggestion opens the address as well. null: the text is no address. */
export function judgePartOfAddress(text: string, context: GateContext, rules: AddressRules): Judgement | null {
  const line = text.trim();
  if (line.includes('\n') || !isAddress(line)) return null;
  const judged = judgeBrowserAddress(line, context, rules);
  return judged.risk === 'moderate' ? moderate(ADDRESS_RULE, judged.reason) : judged;
}

/** Some browsers give their bar only this name; forms have fields of this name, too, but no web address is typed there. */
const BARE_NAME = /^(?:address|adresse|indirizzo|adres)$/i;
const WEB_ADDRESS = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[:/?#]\S*)?$/i;

/** For a field with such a name: judges a web address that opens without asking; null otherwise. */
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

/** A browser's pages of settings, which opening only shows; each switch there is judged by itself. */
const OWN_SETTINGS =
  /^(?:(?:chrome|chromium|edge|brave|vivaldi|opera):\/\/(?:settings|extensions|bookmarks|downloads)(?:\/[a-z]{1,30}){0,3}\/?|about:(?:preferences|addons)(?:#[a-z]{1,30})?)$/i;
const OWN_SECRETS = /passw|passkey|autofill|payment|address|card|clear|reset|sync|account|people|certificate/i;

function judgeBrowserAddress(line: string, context: GateContext, rules: AddressRules): Judgement {
  return OWN_SETTINGS.test(line) && !OWN_SECRETS.test(line)
    ? moderate('url.settings', say`It opens the browser's own settings, where each switch asks`)
    : rules.judgeUrl(line, context);
}
