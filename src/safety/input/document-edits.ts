/** Verbs that change only a document's content and can be undone there: deleting a row is one, deleting a file is not. */

import type { GateContext } from '../risk.ts';
import { AMOUNT, foldName, mentionsAct } from './click-name.ts';
import { LOSES } from './click-words.ts';

/** Verbs about form and order, which concern the document with any object. */
const ALWAYS = wordSet(`
  format formatting formats merge split sort apply continue proceed keep
  formatieren formatierung verbinden anwenden übernehmen fortfahren weiter sortieren
  formater appliquer continuer fusionner trier formatear aplicar continuar combinar ordenar
  formatta applica continua unisci ordina formatar mesclar toepassen doorgaan samenvoegen sorteren
`);

/** Verbs that need a part of a document as their object. */
const WITH_PART = wordSet(`
  delete remove clear erase reset replace overwrite
  löschen entfernen leeren zurücksetzen ersetzen lösche entferne
  supprimer effacer enlever retirer vider réinitialiser remplacer
  eliminar borrar quitar suprimir vaciar restablecer reemplazar
  elimina eliminare cancella cancellare rimuovi rimuovere svuota ripristina sostituisci
  excluir apagar remover redefinir substituir verwijderen verwijder wissen wis vervangen
`);

const PARTS = wordSet(`
  row rows column columns cell cells sheet sheets slide slides paragraph paragraphs header footer footnote formatting format style styles
  layer layers selection contents comment comments shape shapes object objects chart charts filter filters break breaks hyperlink guide
  guides frame frames border borders background numbering bullet bullets duplicates
  zeile zeilen spalte spalten zelle zellen blatt tabellenblatt folie folien absatz kopfzeile fusszeile formatierung ebene ebenen auswahl
  inhalte kommentar kommentare form objekt objekte diagramm filter umbruch rahmen hintergrund duplikate
  ligne lignes colonne colonnes cellule cellules feuille diapositive paragraphe calque calques contenu commentaire forme objet graphique
  fila filas columna columnas celda celdas hoja diapositiva párrafo capa capas selección comentario forma objeto gráfico
  riga righe colonna cella celle foglio paragrafo livello livelli selezione commento forma oggetto grafico
  linha linhas coluna colunas célula células folha camada camadas seleção comentário objeto
  rij rijen kolom kolommen cel cellen blad dia laag lagen selectie opmerking vorm opmaak
`);

/** Names that mean a document as a whole. */
const WHOLE: ReadonlySet<string> = new Set(
  [
    'find replace',
    'find and replace',
    'suchen und ersetzen',
    'rechercher et remplacer',
    'buscar y reemplazar',
    'trova e sostituisci',
    'zoeken en vervangen',
    'replace all',
    'not empty',
    'alle ersetzen',
    'nicht leer',
    'remplacer tout',
    'tout remplacer',
    'reemplazar todo',
    'sostituisci tutto',
    'substituir tudo',
    'alles vervangen',
  ].map(foldName),
);

/** “Replace All” of what was found. */
export function isReplacingAll(name: string): boolean {
  const folded = foldName(name);
  return folded !== foldName('not empty') && folded !== foldName('nicht leer') && WHOLE.has(folded);
}

/** Says that a file of this name exists and would be replaced. */
const EXISTS =
  /already exists?|existiert bereits|ist bereits vorhanden|existe déjà|ya existe|esiste già|já existe|bestaat al/i;

/** Verbs of replacing, which change a text in a find dialog. */
const REPLACES: ReadonlySet<string> = new Set(
  'replace ersetzen remplacer reemplazar sostituisci substituir vervangen'.split(' ').map(foldName),
);
const FINDS =
  /(?<!\p{L})(?:find|search|suchen|rechercher|buscar|cerca|pesquisar|zoeken)(?!\p{L})(?:\s*(?:&|and|und|et|y|e|en)\s|\s*$)/imu;

/** Whether the dialog finds and replaces text, by its title or its text. */
export function isFinding({ window = '', element }: GateContext): boolean {
  return FINDS.test(window.slice(0, 200)) || FINDS.test((element?.container?.text ?? '').slice(0, 2000));
}

/**
 * Whether what a name or a line says beside such edits is harmless: nothing is sent, paid, allowed, lost or thrown away. `isFinding`: it
 * stands in a dialog that finds and replaces text.
 */
export function isDocumentEdit(text: string, isFinding = false): boolean {
  if (AMOUNT.test(text) || LOSES.test(text) || EXISTS.test(text)) return false;
  const folded = foldName(text);
  if (WHOLE.has(folded) || (isFinding && REPLACES.has(folded))) return true;
  const words = folded.split(' ');
  const hasPart = words.some((word) => PARTS.has(word));
  const rest = words.filter((word) => !ALWAYS.has(word) && !(hasPart && (WITH_PART.has(word) || PARTS.has(word))));
  return !mentionsAct(rest.join(' '));
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/\s+/)
      .map(foldName)
      .filter((word) => word !== ''),
  );
}
