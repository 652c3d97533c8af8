/** The kind of the focused field, by its role and name: a search, an entry of a document, or text that may be sent. */
import type { GateContext } from '../risk.ts';

export type Field =
  /** Its text is searched for. */
  | 'search'
  /** A cell, a number, a choice: Enter ends the entry. */
  | 'entry'
  /** One line or several lines of text. */
  | 'text'
  /** No text field, or unknown. */
  | 'none';

const SEARCH_ROLE = /^(?:ax)?search ?(?:field|box|bar|entry|text)$/i;
const ENTRY_ROLE =
  /^(?:ax)?(?:cell|table ?cell|grid ?cell|number field|spin ?(?:button|box)|date field|combo ?box|slider|incrementor)$/i;
const TEXT_ROLE =
  /^(?:ax)?(?:field|entry|text|text ?field|text ?area|text ?box|edit|editable text|document text|paragraph|document.*)$/i;

/** Whole words in a field's name. */
const SEARCH_NAME =
  /(?<![\p{L}\p{N}])(?:search|find|filter|lookup|look up|suche?n?|suchfeld|finden|filtern|rechercher?|recherche|trouver|buscar?|búsqueda|cerca|ricerca|pesquisar?|busca|zoeken?|zoekopdracht|sök|søg|søk|szukaj|wyszukaj|hledat|hľadať|поиск|искать|найти|пошук|ara|arama|搜索|搜尋|検索|검색)(?![\p{L}\p{N}])/iu;
/** Fields for places of a journey; on a page they search by what is typed. */
const JOURNEY_NAME =
  /^(?:where (?:to|from)|destination|going to|leaving from|flying (?:to|from)|departure(?: airport| city)?|arrival(?: airport| city)?|pick[- ]?up location|drop[- ]?off location|reiseziel|abflughafen|zielflughafen|abholort)\??$/i;

/** Fields that also change something, or find a recipient. */
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
