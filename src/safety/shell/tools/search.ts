/** Finding files: find, fd, mdfind and the lists of archives. */

import { type Sentence, say } from '../../../words/say.ts';
import { cite } from '../../levels.ts';
import { isSecretFileName } from '../../places/secret-names.ts';
import { SECRET_FILE_NAMES } from '../../places/secret-places.ts';
import { canExpandTo } from '../../places/wildcards.ts';
import type { CallSite, Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import { plainWord, type ShellWord } from '../words.ts';
import { findArgumentFileReason } from './argument-files.ts';
import { isNarrowSearch, showsNoSecret } from './narrow-pattern.ts';
import { reachOfFind, reachOfSearch, readSearchCall, type Search } from './reach.ts';

/** find's tests and actions that only select and print: without a value, and with one. */
const FIND_ALONE = wordSet(`
  -H -L -P -E -X -d -s -x -O1 -O2 -O3 -depth -mount -xdev -daystart -follow -noleaf -warn -nowarn
  -ignore_readdir_race -noignore_readdir_race -empty -executable -readable -writable -false -true -nogroup -nouser
  -xattr -print -print0 -ls -prune -quit -not ! -a -and -o -or , ( )
`);
const FIND_WITH_WORD = wordSet(`
  -D -maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -ctime -mmin -mtime -mnewer -newer -used
  -Bmin -Bnewer -Btime -newermt -newerct -newerat -newermm -newerBt -fstype -gid -group -uid -user -links -inum
  -samefile -size -type -xtype -perm -flags -context -name -iname -lname -ilname -path -ipath -wholename
  -iwholename -regex -iregex -xattrname -printf
`);

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const NAME_TESTS = [
  '-name',
  '-iname',
  '-lname',
  '-ilname',
  '-path',
  '-ipath',
  '-wholename',
  '-iwholename',
  '-regex',
  '-iregex',
];

/** Why a search for this name is a search for a secret; null when it is not. */
export function findSecretName(text: string): Sentence | null {
  if (/\.ssh|\.aws|\.gnupg|keychains|\.kube|\.mozilla/i.test(text)) return say`It looks where secrets are kept`;
  const last =
    text
      .toLowerCase()
      .replaceAll(/[\\^$]/g, '')
      .replaceAll('.*', '*')
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  if (isSecretFileName(last)) return say`It looks for files that hold secrets`;
  const letters = last.replaceAll(/[*?]|\[[^\]]*\]/g, '');
  if (letters === '' || letters.startsWith('.')) {
    const isSecretEnding = SECRET_FILE_NAMES.some(
      (name) => name.startsWith('*.') && letters !== '' && name === `*${letters}`,
    );
    return isSecretEnding ? say`It looks for files that hold secrets` : null;
  }
  const isNamed =
    !last.startsWith('*') &&
    SECRET_FILE_NAMES.some((name) => !name.startsWith('*') && letters.length > 3 && canExpandTo(last, name));
  const isMeant =
    isNamed ||
    /id_[rd]sa|id_ed25519|passw|keychain|credential|secret|wallet|cookies|login data|authorized_keys/.test(letters);
  return isMeant ? say`It looks for files that hold secrets` : null;
}

/** The reason find asks; an inner command is judged as its own with a found file in place of `{}`. */
function findFindReason(call: ToolCall, site: CallSite): Sentence | null {
  const { words } = call;
  const roots: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (word.isGlob && /^[*?[]/.test(text))
      return say`A file name that the wildcard finds could be taken for an option`;
    if (!text.startsWith('-') && !['!', '(', ')', ','].includes(text)) {
      roots.push(word);
      continue;
    }
    if (text === '-exec') {
      const end = words.findIndex(
        (candidate, index) =>
          index > at && (candidate.text === ';' || (candidate.text === '+' && words[index - 1]?.text === '{}')),
      );
      const reason =
        end < 0 ? unknownUse('find', '-exec') : findExecReason(words.slice(at + 1, end + 1), reachOfFind(words), site);
      if (reason !== null) return reason;
      at = end;
      continue;
    }
    const takes = FIND_WITH_WORD.has(text) ? 1 : FIND_ALONE.has(text) ? 0 : null;
    if (takes === null) return unknownUse('find', text);
    const value = words[at + 1];
    if (NAME_TESTS.includes(text) && value !== undefined) {
      const secret = findSecretName(value.text);
      if (secret !== null && !isNegated(words, at)) return secret;
    }
    if (text === '-perm' && /[4-7][0-7]{3}$|s/.test(value?.text ?? ''))
      return say`It looks for programs with special rights`;
    at += takes;
  }
  return firstSecretRoot(roots, site);
}

function isNegated(words: readonly ShellWord[], at: number): boolean {
  return ['-not', '!'].includes(words[at - 1]?.text ?? '');
}

function firstSecretRoot(roots: readonly ShellWord[], site: CallSite): Sentence | null {
  for (const root of roots) {
    const reason = site.findSecret(root);
    if (reason !== null) return reason;
  }
  return null;
}

/** Programs that tell something about a file without showing its content. */
export const ABOUT_FILES =
  /^(?:ls|stat|file|du|wc|basename|dirname|md5|md5sum|shasum|sha1sum|sha256sum|realpath|readlink|echo)$/;

/** Programs that read single files, and nothing below a folder. */
const READS_ONE = /^(?:cat|head|tail|nl|tac|sort|uniq|cut|sed|awk|jq|xxd|hexdump|od|strings)$/;

/** Why this command could show a secret of the found files; null when it cannot. */
export function findFoundReason(inner: readonly ShellWord[], found: Search | null, site: CallSite): Sentence | null {
  const program = inner[0]?.text ?? '';
  if (ABOUT_FILES.test(program)) return null;
  const search = readSearchCall(inner);
  const isOne = READS_ONE.test(program) || (search !== null && reachOfSearch(search) === null);
  const isNarrow = found?.isNarrow === true || (search !== null && isNarrowSearch(search));
  if (found === null || !isNarrow || (!isOne && search === null))
    return say`${cite(program)} would read files I don't know before it runs`;
  const isProcess = found.roots.some((root) => root.text.includes('proc'));
  if (search !== null && !found.reach.splitsNames && !isProcess && showsNoSecret(search)) return null;
  return site.findBelow(found.roots, isOne ? found.reach : { ...found.reach, passes: () => false });
}

/** Enough operands to stand for any number: with two, some programs write the second one. */
export const FOUND_FILES: readonly ShellWord[] = Array.from({ length: 10 }, () => plainWord('./found'));

/** `words`: the command of -exec, with the `;` or `+` that ends it. */
function findExecReason(words: readonly ShellWord[], found: Search, site: CallSite): Sentence | null {
  const inner = words.slice(0, -1);
  // The found repositories, and what their settings run, are unknown before.
  if (inner.some((word) => word.text === 'git')) return say`Git would run in folders I don't know before it runs`;
  const reason = findFoundReason(inner, found, site);
  if (reason !== null) return reason;
  if (inner.some((word) => word.text.includes('{}') && word.text.includes('..')))
    return say`It leads to other places than what it finds`;
  // A file name may contain anything, and inside a string that is run it would become a command.
  if (inner.some((word) => word.text.includes('{}') && word.text !== '{}' && /[^\w./{}=:,@%+-]/.test(word.text)))
    return say`The name of a found file becomes part of a command`;
  const isMany = words.at(-1)?.text === '+';
  return site.findInnerReason(
    inner.flatMap((word) =>
      isMany && word.text === '{}' ? FOUND_FILES : [{ ...word, text: word.text.replaceAll('{}', './found') }],
    ),
  );
}

/** Names people search for with fd, mdfind or locate. */
function findNameReason(call: ToolCall): Sentence | null {
  for (const piece of call.operands.flatMap((word) => [word.text, ...word.text.split(/["'\s=]+/)])) {
    const reason = findSecretName(piece);
    if (reason !== null) return reason;
  }
  for (const { option, value } of call.textValues) {
    const isEnding = option === '-e' || option === '--extension';
    const reason = findSecretName(isEnding ? `*.${value.text}` : value.text);
    if (reason !== null) return reason;
  }
  return null;
}

function findTarReason(call: ToolCall): Sentence | null {
  const [first] = call.words;
  const mode = first?.text ?? '';
  const isBundle = /^-?[a-zA-Z]+$/.test(mode) && !mode.startsWith('--');
  if (isBundle && !/^-?[tvzjJfaZ]*t[tvzjJfaZ]*$/.test(mode)) return say`It packs or unpacks files`;
  if (!isBundle && mode !== '--list') return say`It packs or unpacks files`;
  if (call.words.some((word) => /^(?:--file=)?[^/]*:/.test(word.text))) return say`It reads from another computer`;
  const odd = call.words
    .slice(1)
    .find(
      (word) =>
        word.text.startsWith('-') &&
        !/^(?:-v|-f|-t|-z|-j|-J|--verbose|--file=.*|--list|--gzip|--bzip2|--xz|--zstd|--full-time|--utc)$/.test(
          word.text,
        ),
    );
  return odd === undefined ? null : unknownUse('tar', odd.text);
}

/**
 * A media file by its extension. Another extension may be a script that ffprobe runs, a prefix with a colon (`tcp:host`) a protocol, and a percent
 * sign a series of files.
 */
const MEDIA_FILE =
  /^[^:%]+\.(?:mp[34]|m4[av]|mov|mkv|webm|avi|flac|wav|og[gav]|opus|aac|aiff?|wm[av]|3gp|mpe?g|gif|jpe?g|png|webp)$/i;

export const SEARCH_TOOLS: readonly Tool[] = [
  {
    names: 'find|gfind',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findFindReason,
    runs: [
      'find . -name *.ts',
      'find . -type f -not -path ./x/*',
      'find src -maxdepth 2 -print0',
      'find . -name *.ts -exec wc -l {} +',
      'find src -type f -exec wc -l {} ;',
    ],
    asks: [
      'find . -delete',
      'find -L /tmp -delete',
      'find . -fprint x',
      'find . -fls x',
      'find . -exec rm {} ;',
      'find . -ok rm {} ;',
      'find / -name id_rsa',
      'find . -name *.pem',
      'find . -files0-from x',
      'find . -exec wc',
      'find . -name a.ts -execdir wc b ;',
      'find . -type d -exec git -C {} diff ;',
      'find . -type f -exec cat {} +',
      'find *',
      'find * -name x',
    ],
  },
  {
    names: 'fd|fdfind',
    options:
      '-HIuasiFlpLg0 -t= -e= -d= -E= -S= -c= -j= -o= -1 --hidden --no-ignore --type= --extension= --max-depth= --min-depth= --exclude= --glob --fixed-strings --ignore-case --case-sensitive --absolute-path --list-details --follow --full-path --print0 --size= --color= --changed-within= --changed-before= --max-results= --and= --unrestricted --show-errors --prune --regex',
    operands: 'text',
    check: (call, site) => findNameReason(call) ?? firstSecretRoot(call.operands.slice(1), site),
    runs: ['fd -e ts', 'fd pattern src', 'fd --type f -H notes'],
    asks: ['fd pattern -x rm', 'fd pattern -X vim', 'fd --exec rm', 'fd -e pem', 'fd id_rsa'],
  },
  {
    names: 'mdfind',
    style: 'words',
    options: '-name= -onlyin=@ -count -live -0 -literal -interpret -attr= -reprint',
    operands: 'text',
    check: findNameReason,
    runs: ['mdfind -name notes.txt', 'mdfind kind:pdf', 'mdfind -onlyin Documents report'],
    asks: ['mdfind -name id_rsa', 'mdfind -s saved'],
  },
  {
    names: 'tar|gtar|bsdtar',
    style: 'words',
    options: '*',
    refuses: '--to-command',
    operands: 'paths',
    check: findTarReason,
    runs: ['tar -tf a.tar', 'tar tvzf a.tgz', 'tar --list -f a.tar', 'tar tf a.tar'],
    asks: [
      'tar xf a.tar',
      'tar -xf a.tar',
      'tar cvf a.tar b',
      'tar -tf a.tar --to-command=sh',
      'tar -tf a -I sh',
      'tar --use-compress-program=x -tf a',
      'tar -czf - a',
      'tar -tf host:a.tar',
      'tar tf me@host:/a.tar',
    ],
  },
  {
    names: 'unzip',
    options: '-lvtqZp1',
    check: (call) =>
      ['-l', '-v', '-t', '-Z', '-p'].some((option) => call.options.has(option)) ? null : say`It unpacks files`,
    runs: ['unzip -l a.zip', 'unzip -Z1 a.zip', 'unzip -t a.zip', 'unzip -v a.zip'],
    asks: ['unzip a.zip', 'unzip -o a.zip', 'unzip -T a.zip', 'unzip -q a.zip'],
  },
  { names: 'zipinfo|lsar', options: '*', runs: ['zipinfo a.zip', 'zipinfo -1 a.zip'] },
  {
    names: '7z|7za|7zz|7zr',
    style: 'words',
    options: '-slt -ba -r',
    isBareHarmless: false,
    commands: { 'l|t': { style: 'words', options: '-slt -ba -r' }, 'i|h': { style: 'words', options: '' } },
    runs: ['7z l a.7z', '7z t a.7z'],
    asks: ['7z x a.7z', '7z a b c', '7z l -oX a'],
  },
  {
    names: 'gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|lz4',
    options: '-ltcvqk -d --list --test --stdout --to-stdout --verbose --quiet --decompress',
    needs: '-l -t -c --list --test --stdout --to-stdout',
    // With lz4 -l selects another output format; of -t and -d the last one counts.
    check: (call) =>
      call.name === 'lz4' && call.options.has('-l')
        ? say`It writes a file`
        : (call.options.has('-d') || call.options.has('--decompress')) &&
            !['-c', '--stdout', '--to-stdout'].some((option) => call.options.has(option))
          ? say`It writes a file`
          : null,
    runs: ['gzip -l a.gz', 'gunzip -c a.gz', 'xz -t a.xz', 'gzip -dc a.gz'],
    asks: ['gzip a', 'gunzip a.gz', 'gzip -d a.gz', 'gzip -S x -c a', 'bzip2 -k a', 'xz -td a.xz', 'zstd -l -d a.zst'],
  },
  {
    names: 'ar|llvm-ar',
    style: 'words',
    options: '',
    check: (call) =>
      /^-?[tpvO]+$/.test(call.words[0]?.text ?? '') && !call.words.some((word) => word.text.startsWith('@'))
        ? null
        : say`It changes the archive`,
    runs: ['ar t a.a'],
    asks: ['ar r a.a b', 'ar t @options'],
  },
  {
    names: 'pdfinfo|pdffonts|pdfimages',
    options: '-f= -l= -box -meta -enc= -list',
    style: 'words',
    check: (call) => (call.name === 'pdfimages' && !call.options.has('-list') ? say`It writes pictures` : null),
    most: 1,
    runs: ['pdfinfo a.pdf', 'pdfimages -list a.pdf'],
    asks: ['pdfimages a.pdf out'],
  },
  {
    names: 'ffprobe',
    style: 'words',
    // Without -f, -i and -protocol_whitelist: a file may lead only to other files then, and nothing of their content is shown.
    options:
      '-v= -loglevel= -hide_banner -show_format -show_streams -show_chapters -show_programs -show_entries= -select_streams= -of= -print_format= -output_format= -pretty -sexagesimal -unit -prefix -count_frames -count_packets -version',
    most: 1,
    check: (call) =>
      call.operands.every(({ text }) => MEDIA_FILE.test(text)) ? null : say`It may run that as a script`,
    runs: ['ffprobe a.mp4', 'ffprobe -v error -show_format -of json a.mp4', 'ffprobe -hide_banner ./a.mov'],
    asks: [
      'ffprobe http://x.y/a.mp4',
      'ffprobe tcp:x.y:80',
      'ffprobe tcp:x.y/a.mp4',
      'ffprobe a.avs',
      'ffprobe a%d.png',
      'ffprobe concat:a|b',
      'ffprobe -report a.mp4',
      'ffprobe -o x a.mp4',
      'ffprobe -f lavfi movie=a',
      'ffprobe -show_data -show_packets a.mp4',
      'ffprobe -i a.mp4',
      'ffprobe *.mp4',
    ],
  },
  {
    names: 'qpdf',
    style: 'words',
    options: '--check --show-npages --is-encrypted --requires-password --check-linearization --version',
    needs: '--check --show-npages --is-encrypted --requires-password --check-linearization --version',
    most: 1,
    check: findArgumentFileReason,
    runs: ['qpdf --check a.pdf', 'qpdf --show-npages a.pdf'],
    asks: ['qpdf a.pdf b.pdf', 'qpdf --check @a', 'qpdf --check a.pdf b.pdf', 'qpdf --encrypt a b 256 -- a.pdf b.pdf'],
  },
  {
    names: 'pdftotext',
    style: 'words',
    options: '-f= -l= -layout -raw -nopgbrk -enc= -q',
    most: 2,
    check: (call) => (call.operands.at(-1)?.text === '-' ? null : say`It writes a file`),
    runs: ['pdftotext a.pdf -', 'pdftotext -layout a.pdf -'],
    asks: ['pdftotext a.pdf'],
  },
];
