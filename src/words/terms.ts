/** The terms of a text, in a form in which texts can be compared: English and German, other scripts by pairs of characters. */

const STOP_WORDS = new Set(
  (
    'a an and any are as at be but by can could do does for from get had has have how i if in into is it its just let me my no not of ' +
    'on or our out please so some than that the their them then there these they this those to up us was we were what when where which ' +
    'who will with would you your all also about after again before ' +
    'aber alle als also am an auch auf aus bei bin bis bitte da dann das dass dein dem den der des die dir doch du durch ein eine einem ' +
    'einen einer eines er es fur hab habe hat hast ich ihm ihn ihr im in ist ja kann kannst mal man mein meine meinem meinen meiner mich ' +
    'mir mit nach nicht noch nun nur oder ob sich sie sind so um und uns vom von vor war was wenn wer wie wir wird zu zum zur'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}]+/gu;
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** In order, with repetitions; stop words are left out, endings cut, accents dropped. */
export function findTerms(text: string): readonly string[] {
  const terms: string[] = [];
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  for (const word of folded.match(WORD) ?? []) {
    if (PAIRED.test(word)) terms.push(...pairsOf(word));
    else if (!STOP_WORDS.has(word)) terms.push(cutEnding(word));
  }
  return terms;
}

function pairsOf(word: string): readonly string[] {
  const signs = Array.from(word);
  return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Rough on purpose: it only has to be consistent. */
function cutEnding(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  const cut = word.replace(/(?:ings?|ies|ied|edly|ed|es|e?s|e[nrm]?|ly|ern|y)$/, '');
  const stem = cut.length >= 3 ? cut : word;
  return /([bdfglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
