/** What kind of field has the focus, by its role and name: one that looks for something, an entry of a document, or a line or text that may be sent. */
import type { GateContext } from '../risk.ts';

export type Field =
  /** What is written there is looked for. */
  | 'search'
  /** A cell, a number, a choice: Enter ends the entry. */
  | 'entry'
  /** One line, or several. */
  | 'text'
  /** Nothing for text, or nobody can tell. */
  | 'none';

const SEARCH_ROLE = /^(?:ax)?search ?(?:field|box|bar|entry|text)$/i;
const ENTRY_ROLE =
  /^(?:ax)?(?:cell|table ?cell|grid ?cell|number field|spin ?(?:button|box)|date field|combo ?box|slider|incrementor)$/i;
const TEXT_ROLE =
  /^(?:ax)?(?:field|entry|text|text ?field|text ?area|text ?box|edit|editable text|document text|paragraph|document.*)$/i;

/** In the name of a field, whole words. */
const SEARCH_NAME =
  /(?<![\p{L}\p{N}])(?:search|find|filter|lookup|look up|suche?n?|suchfeld|finden|filtern|rechercher?|recherche|trouver|buscar?|búsqueda|cerca|ricerca|pesquisar?|busca|zoeken?|zoekopdracht|sök|søg|søk|szukaj|wyszukaj|hledat|hľadať|поиск|искать|найти|пошук|ara|arama|搜索|搜尋|検索|검색)(?![\p{L}\p{N}])/iu;
/** Where a journey goes: on a page these find places, by what is typed into them. */
const JOURNEY_NAME =
  /^(?:where (?:to|from)|destination|going to|leaving from|flying (?:to|from)|departure(?: airport| city)?|arrival(?: airport| city)?|pick[- ]?up location|drop[- ]?off location|reiseziel|abflughafen|zielflughafen|abholort)\??$/i;

/** It finds and changes, or finds somebody to send to. */
const MORE_THAN_SEARCH =
  /replac|ersetz|remplac|reemplaz|sostitu|substitu|vervang|people|person|recipient|contact|empfänger|invite|command|palette|ask|message/i;

export function fieldOf({ element }: GateContext): Field {
  const { role = '', name = '' } = element ?? {};
  if (MORE_THAN_SEARCH.test(name)) return TEXT_ROLE.test(role) || SEARCH_ROLE.test(role) ? 'text' : 'none';
  if (SEARCH_ROLE.test(role)) return 'search';
  if (SEARCH_NAME.test(name.slice(0, 200)) && (TEXT_ROLE.test(role) || /^(?:ax)?combo ?box$/i.test(role)))
    return 'search';
  if (JOURNEY_NAME.test(name.trim()) && (TEXT_ROLE.test(role) || /^(?:ax)?combo ?box$/i.test(role))) return 'search';
  if (ENTRY_ROLE.test(role)) return 'entry';
  return TEXT_ROLE.test(role) ? 'text' : 'none';
}
