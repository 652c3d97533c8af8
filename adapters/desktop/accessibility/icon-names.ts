/** What an icon without any text is called: by the file of its picture, or by its class in a font of icons. Pure. */

const MAX_NAME = 40;
const LEAST_LETTERS = 3;
/** Names that a build made: "3f9a1c…". */
const HASH = /^[0-9a-f-]{8,}$/i;
/** "fa-trash", "bi-star", "mdi-magnify", "glyphicon-print", "ui-icon-close", "icon-cart". */
const ICON_CLASS = /(?:^|\s)(?:fa|bi|mdi|glyphicon|(?:[a-z]+-)?icon)-([a-z][a-z0-9-]+)(?=\s|$)/gi;
/** Sizes and styles of such a font. */
const STYLE = /^(?:solid|regular|light|brands|fw|lg|sm|xs|[0-9]?x[sl]?|spin|stack.*|button|wrapper|container)$/i;

/** Of "https://shop.example/img/print-icon.png?v=3": "print icon"; '' where its address says nothing. */
export function findPictureName(address: string): string {
  if (!/^(?:https?|file):/i.test(address)) return '';
  const file =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return toWords(decode(file).replace(/\.[a-z0-9]{2,5}$/i, ''));
}

export function findIconName(classes: string): string {
  const names = [...classes.matchAll(ICON_CLASS)].map(([, name = '']) => name);
  return toWords(names.find((name) => !STYLE.test(name)) ?? '');
}

function toWords(name: string): string {
  const words = name.replaceAll(/[-_.\s]+/g, ' ').trim();
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return letters < LEAST_LETTERS || words.length > MAX_NAME || HASH.test(name) ? '' : words;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
