/** Searching and reshaping text: grep, rg, sed, awk, jq and their kin. */
import { type Sentence, say } from '../../../words/say.ts';
import type { CallSite, Tool, ToolCall } from '../tool-rule.ts';
import type { ShellWord } from '../words.ts';
import { showsNoSecret } from './narrow-pattern.ts';
import { AG_OPTIONS, GREP_OPTIONS, RG_OPTIONS, reachOfSearch } from './reach.ts';
import { findSecretName } from './search.ts';

/** A recursive search shows matching lines of every file below. */
function findSearchReason(call: ToolCall, site: CallSite): Sentence | null {
  const search = reachOfSearch(call);
  if (search === null) return null;
  const named = call.textValues.find(
    ({ option, value }) => /^(?:-g|--glob|--iglob|--include)$/.test(option) && isSecretGlob(value.text),
  );
  if (named !== undefined) return say`It looks through files that hold secrets`;
  const reason = site.findBelow(search.roots, search.reach);
  // A process's environment is a single line, so a match shows all of it.
  const isProcess = search.roots.some((root) => root.text.includes('proc'));
  return reason !== null && !isProcess && showsNoSecret(call) ? null : reason;
}

/** `!.env` leaves them out. */
function isSecretGlob(glob: string): boolean {
  return !glob.startsWith('!') && findSecretName(glob) !== null;
}

/** sed: addresses, printing, deleting, substituting; nothing that writes (`w`), reads (`r`) or runs (`e`). */
const SED_ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const SED_COMMAND = new RegExp(
  String.raw`^\s*(?:${SED_ADDRESS}(?:\s*,\s*(?:${SED_ADDRESS}|[+~]\d+))?\s*)?!?\s*(?:[pdqQ=lnNgGhHxDPF]|s([^\\\n\w\s;{}])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiIM0-9]*|y([^\\\n\w\s;{}])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2|)\s*(?:;|\n|$)`,
);

export function isReadOnlySed(script: string): boolean {
  if (script.length > 2000) return false;
  // Where a bracket holds the delimiter, GNU and BSD sed split the script at different places.
  const bare = script.replaceAll(/\\./g, 'x').replaceAll(/\[\^?(?:\][^\]/[]*|[^\]/[]+)\]/g, '');
  if (bare.includes('[') || (script.includes('[') && /s[^\w\s/]/.test(script))) return false;
  let rest = script;
  for (let count = 0; rest !== '' && count < 100; count += 1) {
    const match = SED_COMMAND.exec(rest);
    if (match === null || match[0] === '') return false;
    rest = rest.slice(match[0].length);
  }
  return rest === '';
}

function findSedReason(call: ToolCall, site: CallSite): Sentence | null {
  const given = call.textValues
    .filter(({ option }) => ['-e', '--expression'].includes(option))
    .map(({ value }) => value);
  const scripts = given.length > 0 ? given : call.operands.slice(0, 1);
  const files = given.length > 0 ? call.operands : call.operands.slice(1);
  if (scripts.length === 0 || !scripts.every((script) => isReadOnlySed(script.text)))
    return say`It can write files or run commands`;
  return firstSecret(files, site);
}

/** awk can run commands (`system`, `|`, `getline`) and write files (`>`): what could be one of these asks. */
function isReadOnlyAwk(program: string): boolean {
  if (program.length > 4000) return false;
  // A line continued by a backslash moves the start of the strings behind it.
  if (
    /[@#]|\\\n|system|getline|close|fflush|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|include|load|extension|namespace/.test(
      program,
    )
  ) {
    return false;
  }
  const body = program.replace(/^\s*!?\/(?:[^/\\\n]|\\.)*\//, '1').replaceAll('||', ' or ');
  if (!body.includes('/')) return !writesOrPipes(body.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""'));
  // A quote inside a regular expression would make code look like a string, so here nothing is taken out.
  return !body.includes('|') && !(body.includes('print') && body.includes('>'));
}

function writesOrPipes(code: string): boolean {
  return code.includes('|') || code.split(/[{};]/).some((part) => part.includes('print') && part.includes('>'));
}

function findAwkReason(call: ToolCall, site: CallSite): Sentence | null {
  const [program, ...files] = call.operands;
  if (program === undefined || !isReadOnlyAwk(program.text)) return say`It can write files or run commands`;
  return firstSecret(
    files.filter((file) => !/^\w+=[^/~]*$/.test(file.text)),
    site,
  );
}

function findJqReason(call: ToolCall, site: CallSite): Sentence | null {
  // `--arg name value` takes two words, of which one is read as its value: then any of the others may be the filter.
  const hasNamed = call.options.has('--arg') || call.options.has('--argjson');
  const filters = hasNamed ? call.operands : call.operands.slice(0, 1);
  const files = hasNamed ? call.operands : call.operands.slice(1);
  if (
    filters.some((filter) =>
      /\b(?:env|ENV|import|include|input_filename|get_search_list|modulemeta)\b|__prog|\bload/.test(filter.text),
    )
  ) {
    return say`It can read the environment or other files`;
  }
  return firstSecret(files, site);
}

function firstSecret(words: readonly ShellWord[], site: CallSite): Sentence | null {
  for (const word of words) {
    const reason = site.findSecret(word);
    if (reason !== null) return reason;
  }
  return null;
}

export const TEXT_TOOLS: readonly Tool[] = [
  {
    names: 'grep|egrep|fgrep|ggrep|zgrep|bzgrep|xzgrep',
    options: GREP_OPTIONS,
    operands: 'pattern',
    check: findSearchReason,
    runs: [
      'grep -n TODO a.ts',
      'grep -rn needle src',
      'grep -c x',
      'grep -i -A 3 foo a b',
      'grep -rn TODO /',
      'grep -rl needle /',
    ],
    asks: [
      'grep -r . /',
      'grep -r STRIPE /',
      'grep -rA9 TODO /',
      'grep -rl . /',
      'grep -ri password /',
      'grep -rv needle /',
      'grep --pager a b',
    ],
  },
  {
    names: 'rg|ripgrep',
    options: RG_OPTIONS,
    operands: 'pattern',
    check: (call, site) =>
      call.options.has('--files') || call.options.has('--type-list')
        ? firstSecret(call.operands, site)
        : findSearchReason(call, site),
    runs: ['rg -n needle src/main.rs', 'rg needle', 'rg --files', 'rg -t ts needle', 'rg -g *.ts needle'],
    asks: [
      'rg --pre cat needle',
      'rg --hostname-bin x y',
      'rg . /',
      'rg needle /',
      'rg -l --json needle /',
      'rg --search-zip needle',
    ],
  },
  {
    names: 'ag',
    options: AG_OPTIONS,
    operands: 'pattern',
    check: findSearchReason,
    runs: ['ag needle src', 'ag -i needle src'],
    asks: ['ag --pager x needle', 'ag --pager=x needle', 'ag -i --pager=x needle src', 'ag needle /'],
  },
  {
    names: 'sed|gsed',
    options:
      '-nErsuz -e= --quiet --silent --regexp-extended --expression= --separate --unbuffered --null-data --posix --sandbox --debug',
    operands: 'text',
    check: findSedReason,
    runs: ['sed -n 1,5p a', 'sed s/a/b/g a', 'sed -e s/a/b/ -e 2d a', 'sed /x/d a', 'sed -n $p a', 'sed 5q a'],
    asks: [
      'sed -i s/a/b/ a',
      'sed --in-place s/a/b/ a',
      'sed s/a/b/e a',
      'sed s/a/b/wx a',
      'sed 1e a',
      'sed wx a',
      'sed -n wx a',
      'sed -f x a',
      'sed 1,5w/tmp/x a',
      'sed -i.bak s/a/b/ a',
      'sed -l w/tmp/x 1p',
      'sed s/[]/A/;s/b/]/;s/w/f/p a',
      'sed s/[[:a:]/a/;s/b/]/;s/w/f/p a',
    ],
  },
  {
    names: 'awk|gawk|mawk|nawk',
    options: '-F= -v= --field-separator= --assign= --posix --re-interval --sandbox',
    operands: 'text',
    check: findAwkReason,
    runs: ['awk {print$1} a', 'awk -F: $3>100{print$1} a', 'awk /x/{print} a', 'awk NR==1 a', 'awk -v n=3 NR==n a'],
    asks: [
      'awk {print>"x"}',
      'awk BEGIN{system("id")}',
      'awk {print|"sh"}',
      'awk -f x',
      'awk -i inplace {print} a',
      'awk BEGIN{while(("ls"|getline)>0)print}',
      'awk BEGIN{print(ENVIRON["A"])}',
      'gawk BEGIN{for(i/**/in/**/SYMTAB)print}',
    ],
  },
  {
    names: 'jq|gojq|jaq',
    options:
      '-acCejMnrsSR -h --raw-output --compact-output --slurp --null-input --sort-keys --raw-input --tab --indent= --exit-status --color-output --monochrome-output --join-output --stream --arg= --argjson= --ascii-output --seq --unbuffered',
    operands: 'text',
    check: findJqReason,
    runs: ['jq . a.json', 'jq -r .name a.json', 'jq --arg a b .name a.json'],
    asks: [
      'jq -n env',
      'jq -n $ENV',
      'jq -n $\nENV',
      'jq -n $\t__prog_args',
      'jq -f x a',
      'jq -L x . a',
      'jq --rawfile a /x . b',
      'jq -n --arg a b env',
      'jq -n env --arg a b',
    ],
  },
  {
    names: 'yq',
    options:
      '-PCMrNe -o= -p= -I= --output-format= --input-format= --prettyPrint --colors --no-colors --indent= --no-doc --unwrapScalar? --raw-output -j -y',
    operands: 'text',
    check: (call, site) =>
      call.words.some(
        (word) => /load|env|system|@sh|eval/i.test(word.text) && word.text !== 'eval' && word.text !== 'e',
      )
        ? say`It can read the environment or other files`
        : findJqReason(call, site),
    runs: ['yq . a.yaml', 'yq eval .name a.yaml', 'yq -o json . a.yaml'],
    asks: ['yq -i .a=1 a.yaml', 'yq -s .a a.yaml', 'yq env(A)', 'yq --inplace .a=1 a.yaml', 'yq -r -i .a=1 a.yaml'],
  },
  {
    names: 'xmllint',
    options: '--format --noout --xpath= --nonet --html --c14n --recover --pretty= --dropdtd --nowarning --version',
    runs: ['xmllint --format --nonet a.xml', 'xmllint --noout a.xml'],
    asks: ['xmllint --output x a.xml', 'xmllint --shell a', 'xmllint --path x a'],
  },
  {
    names: 'bat|batcat',
    options:
      '-Ap -n -l= -r= -H= -s --plain --language= --line-range= --number --style= --color= --decorations= --paging= --theme= --show-all --list-languages --list-themes --wrap= --tabs= --highlight-line= --diff --file-name=',
    runs: ['bat a.ts', 'bat -n --paging=never a', 'bat -p a'],
    asks: ['bat --pager=sh a', 'bat cache --build'],
    check: (call) =>
      call.operands[0]?.text === 'cache'
        ? say`It changes a cache`
        : (call.options.get('--paging') ?? 'never') === 'never'
          ? null
          : say`It runs the pager that is set`,
  },
  { names: 'zcat|gzcat|bzcat|xzcat|zstdcat|lz4cat', options: '-fqv', runs: ['zcat a.gz'], asks: ['zcat -S x a'] },
  {
    names: 'tokei|cloc|scc|sloccount',
    options: '--by-file --json --hide-rate --quiet --exclude-dir= --include-lang= -e= -t= -s= -f',
    check: (call) =>
      call.name === 'cloc' &&
      call.operands.some((word) => /\.(?:[tz]?[gx]z|bz2|zip|tar|ear|jar|war|rpm|deb|whl)$/i.test(word.text))
        ? say`It runs other programs to unpack archives`
        : null,
    runs: ['tokei src', 'cloc --by-file src'],
    asks: ['cloc --out=x src', 'cloc --extract-with=x src', 'cloc --vcs=ls src', 'cloc a.zip'],
  },
  {
    names: 'iconv',
    options: '-cls -f= -t= --from-code= --to-code= --list',
    runs: ['iconv -f latin1 -t utf-8 a', 'iconv -l'],
    asks: ['iconv -o x a'],
  },
  {
    names: 'dos2unix|unix2dos',
    options: '-i? --info?',
    needs: '-i --info',
    runs: ['dos2unix -i a'],
    asks: ['dos2unix a'],
  },
];
