/** Formulas of a spreadsheet: whether they only calculate within it, or reach outside. */

/** Functions that stay within their document, in lower case. Every other function may fetch, link or run something. */
const PLAIN: ReadonlySet<string> = new Set(
  `sum sumif sumifs sumproduct average averageif averageifs count counta countif countifs countblank min max minifs maxifs median mode stdev
   stdevp var varp rank large small percentile quartile round roundup rounddown int mod abs sqrt power exp ln log log10 pi ceiling floor
   product quotient sign trunc if ifs iferror ifna and or not xor true false switch choose vlookup hlookup xlookup lookup match index offset
   row rows column columns concatenate concat textjoin text value left right mid len lower upper proper trim substitute replace find search
   rept exact char code today now date day month year hour minute second weekday weeknum datedif edate eomonth networkdays workday time
   datevalue timevalue isblank isnumber istext iserror isna iseven isodd unique sort filter transpose subtotal rand randbetween pmt pv fv
   rate nper npv irr summe wenn mittelwert anzahl anzahl2 zählenwenn summewenn runden sverweis wverweis verketten heute jetzt datum links
   rechts teil länge gross klein und oder nicht somme moyenne nb si suma promedio contar si.error`.split(/\s+/),
);

/** Longer formulas are shown to a person. */
const LONGEST = 2000;

/** Whether the text would be a formula there that could fetch, link to, or run something outside of its document. Linear in the text. */
export function reachesOut(text: string): boolean {
  return text.split(/[\n\t]/).some((line) => {
    const formula = line.trim();
    if (!/^[=+@-]/.test(formula)) return false;
    // Another program: cmd|'…'!A1.
    const program = formula.indexOf('|');
    if (program > 0 && formula.includes('!', program)) return true;
    if (!/^=|^[+@-]\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/u.test(formula)) return false;
    const calls = [...formula.slice(0, LONGEST).matchAll(/(?<![\p{L}\p{N}_.])([\p{L}_][\p{L}\p{N}_.]*)\s*\(/gu)];
    if (calls.length === 0) return false;
    if (formula.length > LONGEST || /\\|:\/\/|'file|\[[^[\]]{1,200}\.\w+\]/i.test(formula)) return true;
    return calls.some(([, name]) => !PLAIN.has((name ?? '').toLowerCase()));
  });
}
