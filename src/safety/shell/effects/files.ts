/** Effects of programs that work on files. */
import { type Sentence, say } from '../../../words/say.ts';
import { isReadOnlySed } from '../tools/text.ts';
import type { ShellWord } from '../words.ts';
import {
  always,
  type Effect,
  type Effects,
  has,
  namesOf,
  onlyWith,
  operandsOf,
  type Use,
  unless,
  verbOf,
} from './use.ts';

const deletes: Effect = (use) => {
  const targets = onlyWith(use, 'rRfivdIPWx', /^--(?:recursive|force|interactive.*|verbose|dir|one-file-system)$/);
  const names = namesOf(targets);
  if (targets === null || names === null) return say`It deletes files`;
  if (targets.some(({ isGlob }) => isGlob)) return say`It deletes everything that matches ${names}`;
  const isRecursive = has(use, /^-[a-zA-Z]*[rR]|^--recursive$/);
  if (!isRecursive) return say`It deletes ${names}`;
  return targets.length === 1
    ? say`It deletes ${names} and everything in it`
    : say`It deletes ${names} and everything in them`;
};

const deletesFolder: Effect = (use) => {
  const names = namesOf(onlyWith(use, 'pv', /^--(?:parents|verbose)$/));
  return names === null ? say`It deletes empty folders` : say`It deletes the empty folder ${names}`;
};

const trashes: Effect = (use) => {
  const names = namesOf(onlyWith(use, 'vfFri', /^$/));
  return names === null ? say`It moves files to the trash` : say`It moves ${names} to the trash`;
};

const createsFolder: Effect = (use) => {
  const folders = onlyWith(use, 'pv', /^--(?:parents|verbose)$/) ?? [];
  return folders.length > 1 ? say`It creates ${folders.length} folders` : say`It creates a folder`;
};

/** All operands but the last are sources, the last one is the target. */
function fromTo(use: Use, letters: string): readonly [from: readonly ShellWord[], to: readonly ShellWord[]] | null {
  const operands = onlyWith(
    use,
    letters,
    /^--(?:recursive|archive|force|verbose|update|no-clobber|interactive|parents)$/,
  );
  return operands === null || operands.length < 2 ? null : [operands.slice(0, -1), operands.slice(-1)];
}

const moves: Effect = (use) => {
  const [from, to] = fromTo(use, 'finuvh') ?? [null, null];
  const [names, target] = [namesOf(from), namesOf(to)];
  return names === null || target === null ? say`It moves or renames files` : say`It moves ${names} to ${target}`;
};

const copies: Effect = (use) => {
  const [from, to] = fromTo(use, 'aRrfinpPuvLHcdlx') ?? [null, null];
  const [names, target] = [namesOf(from), namesOf(to)];
  return names === null || target === null ? say`It copies files` : say`It copies ${names} to ${target}`;
};

const touches: Effect = (use) => {
  const names = namesOf(onlyWith(use, 'acmfh', /^--no-create$/));
  return names === null ? say`It creates files or changes their dates` : say`It creates ${names} or changes the date`;
};

/** Rights first, then files. */
const changesRights: Effect = (use) => {
  const operands = onlyWith(use, 'RfvhHLPc', /^--(?:recursive|silent|quiet|verbose|changes)$/);
  const names = namesOf(operands?.slice(1) ?? null);
  return names === null ? say`It changes who may use files` : say`It changes who may use ${names}`;
};

function changesFiles(files: readonly ShellWord[]): Sentence {
  const names = namesOf(files);
  return names === null ? say`It changes files` : say`It changes ${names}`;
}

const IN_PLACE = /^-[a-zA-Z]*i|^--in-place/;

/** With -i it rewrites its files; without it, its own rule decides. Scripts can run commands, too. */
const edits: Effect = (use) => {
  if (!has(use, IN_PLACE)) return null;
  // A Mac's `-i ''` keeps no copy.
  const words = use.words.filter(({ text }, at) => text !== '' || use.words[at - 1]?.text !== '-i');
  const given = words.filter((_, at) => words[at - 1]?.text === '-e');
  const rest = words.filter((word) => !given.includes(word) && word.text !== '-e');
  const operands = operandsOf({ ...use, words: rest });
  const scripts = given.length > 0 ? given : operands.slice(0, 1);
  const isPlain =
    rest.every(
      ({ text }) => !text.startsWith('-') || /^-[nErsz]+$|^-i(?:\.\w+)?$|^--in-place(?:=\.\w+)?$/.test(text),
    ) &&
    scripts.length > 0 &&
    scripts.every(({ text, isCertain }) => isCertain && isReadOnlySed(text));
  return isPlain
    ? changesFiles(given.length > 0 ? operands : operands.slice(1))
    : say`It can write files or run commands`;
};

const editsByProgram: Effect = (use) =>
  has(use, IN_PLACE) ? say`It changes files with a program written in the command` : null;

const writes: Effect = (use) => {
  const names = namesOf(onlyWith(use, 'ai', /^--append$/));
  return names === null ? say`It writes to files` : say`It writes to ${names}`;
};

/** With -o it writes a file; otherwise it only reads. */
const sorts: Effect = (use) => {
  const at = use.words.findIndex(({ text }) => /^-[a-zA-Z]*o$/.test(text));
  if (at < 0) return has(use, /^-[a-zA-Z]*o|^--o/) ? say`It writes to files` : null;
  const names = namesOf(use.words.slice(at + 1, at + 2));
  return names === null ? say`It writes to files` : say`It writes to ${names}`;
};

const CONVERTS = say`It converts files`;

/** Also without a window; with a macro, a script or an address the effect depends on those. */
const office: Effect = (use) =>
  has(use, /^--convert-to/) && !has(use, /^(?:macro:|vnd\.|-env:|--(?:accept|infilter|script))/) ? CONVERTS : null;

const PACKS = say`It packs files into an archive`;
const UNPACKS = say`It unpacks an archive`;

const archives: Effect = (use) => {
  if (
    has(
      use,
      /^(?:-[IF].*|--(?!extract$|get$|create$|append$|update$|file|verbose$|directory|gzip$|bzip2$|xz$|zstd$|exclude=).*)$/,
    )
  )
    return null;
  const [mode = ''] = use.words.map(({ text }) => text);
  if (/^-?[a-zA-Z]*x|^--(?:extract|get)$/.test(mode)) return UNPACKS;
  return /^-?[a-zA-Z]*[cru]|^--(?:create|append|update)$/.test(mode) ? PACKS : null;
};

const compresses: Effect = (use) => {
  if (has(use, /^(?:-[a-zA-Z]*[ltc]|--(?:list|test|stdout|to-stdout))/)) return null;
  return has(use, /^-[a-zA-Z]*d|^--decompress/) ? UNPACKS : PACKS;
};

const sevenZip: Effect = (use) => {
  const verb = verbOf(use);
  return /^[ex]$/.test(verb) ? UNPACKS : /^[aud]$/.test(verb) ? PACKS : null;
};

const finds: Effect = (use) => {
  const texts = use.words.map(({ text }) => text);
  const run = texts.filter((_, at) =>
    /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(texts[at - 1] ?? ''),
  );
  const isDeleting =
    run.length === 0 ? texts.includes('-delete') : run.every((program) => /^(?:\/bin\/)?(?:rm|unlink)$/.test(program));
  return isDeleting ? say`It deletes the files it finds` : null;
};

export const FILE_EFFECTS: Effects = {
  'rm|grm|unlink': deletes,
  rmdir: deletesFolder,
  'trash|trash-put|gtrash': trashes,
  'mkdir|gmkdir': createsFolder,
  'mv|gmv': moves,
  'cp|gcp|ditto': copies,
  install: unless(/^-[a-zA-Z]*s|^--strip/, always(say`It copies files or creates folders`)),
  'ln|gln|link': always(say`It creates a link`),
  'touch|gtouch': touches,
  'chmod|chown|chgrp|gchmod|gchown': changesRights,
  'setfacl|chattr|chflags': always(say`It changes who may use files`),
  'sed|gsed': edits,
  'perl|ruby': editsByProgram,
  'tee|sponge': writes,
  truncate: always(say`It cuts files short`),
  'split|csplit': unless(/^--filter/, always(say`It writes new files`)),
  mktemp: always(say`It creates a temporary file`),
  dd: always(say`It copies raw data, which can overwrite a file or a disk`),
  patch: always(say`It changes files`),
  'tar|gtar|bsdtar': archives,
  zip: unless(/^-[a-zA-Z]*T|^--(?:unzip|test)/, always(PACKS)),
  'gzip|bzip2|xz|zstd|lz4|pigz': compresses,
  'gunzip|bunzip2|unxz|unzstd': (use) => (compresses(use) === null ? null : UNPACKS),
  'unzip|unrar|unar': (use) => (has(use, /^-[a-zA-Z]*[lvtZp]/) ? null : UNPACKS),
  '7z|7za|7zz|7zr': sevenZip,
  'find|gfind|fd|fdfind': finds,
  'ffmpeg|convert|magick|mogrify|pandoc|sips|textutil|lipo|cwebp|pdftk|qpdf': unless(
    /^-F$|^--(?:lua-)?filter|^--pdf-engine/,
    always(CONVERTS),
  ),
  'sort|gsort': unless(/^--c/, sorts),
  'libreoffice|soffice|lowriter|localc': office,
};
