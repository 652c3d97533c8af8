/** macOS: tools about files, disks, backups and documents. Sources: their manual pages. */
import { type Sentence, say } from '../../../words/say.ts';
import type { Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import { findByVerb, operandAt } from './verbs.ts';

/** `-extract` and `-convert` overwrite the file, unless the output goes to standard output (`-o -`) or the format is `raw`. */
function findPlutilReason(call: ToolCall): Sentence | null {
  const [verb] = call.words;
  switch (verb?.text) {
    case '-p':
    case '-lint':
    case '-help':
    case '-type':
      return call.words.slice(1).some((word) => /^-(?:o|convert|extract|insert|replace|remove|create)$/.test(word.text))
        ? say`It writes a file`
        : null;
    case '-extract':
    case '-convert': {
      const outs = call.words.flatMap((word, at) => (word.text === '-o' ? [call.words[at + 1]?.text ?? ''] : []));
      if (outs.length > 0) return outs.every((out) => /^(?:-|\/dev\/stdout)$/.test(out)) ? null : say`It writes a file`;
      return verb.text === '-extract' && call.words[2]?.text === 'raw' ? null : say`It changes the file`;
    }
    default:
      return call.words.length === 1 && verb?.text.startsWith('-') === false ? null : say`It changes the file`;
  }
}

const DISKUTIL_READS =
  /^(?:list|info|information|activity|listfilesystems|listclients|verifyvolume|verifydisk|verifypermissions)$/;
const DISKUTIL_NESTED = /^(?:apfs|ap|appleraid|ar|corestorage|cs|image)$/;

function findDiskutilReason(call: ToolCall): Sentence | null {
  const at = operandAt(call, 0) === 'quiet' ? 1 : 0;
  const [verb, next] = [operandAt(call, at), operandAt(call, at + 1)];
  if (DISKUTIL_READS.test(verb)) return null;
  if (
    DISKUTIL_NESTED.test(verb) &&
    /^(?:list|info|information|listsnapshots|listusers|listcryptousers|listvolumegroups|show)$/.test(next)
  )
    return null;
  if (verb === 'resizevolume' && operandAt(call, 2) === 'limits') return null;
  return unknownUse('diskutil', verb);
}

function findMdimportReason(call: ToolCall): Sentence | null {
  const words = call.words.map((word) => word.text);
  const isTest = words.some((word) => /^-[pd]*t/.test(word)) || words.every((word) => /^-[LAXnep]+$/.test(word));
  const odd = words.find((word) => word.startsWith('-') && !/^-[tpLAXne]*d?\d?$/.test(word));
  return isTest && words.length > 0 && odd === undefined ? null : say`It changes the search index`;
}

function findQlmanageReason(call: ToolCall): Sentence | null {
  return call.options.size === 0 ? unknownUse('qlmanage') : null;
}

const SIPS_OPTIONS =
  /^(?:-g|--getProperty|-h|--help|-H|--helpProperties|-v|--version|-1|--oneLine|-x|--extractProfile.*|--formats|--verify.*)$/;

function findSipsReason(call: ToolCall): Sentence | null {
  const options = call.words.filter((word) => word.text.startsWith('-'));
  const odd = options.find((word) => !SIPS_OPTIONS.test(word.text) || /^(?:-x|--extract)/.test(word.text));
  if (odd !== undefined || options.length === 0) return unknownUse('sips', odd?.text ?? '');
  return null;
}

function findTextutilReason(call: ToolCall): Sentence | null {
  const words = call.words.map((word) => word.text);
  if (words.includes('-output') || words.includes('-outputdir')) return say`It writes a file`;
  if (words[0] === '-info' || words[0] === '-help') return null;
  return words.includes('-stdout') && words[0] === '-convert' ? null : say`It writes a file`;
}

export const MACOS_FILE_TOOLS: readonly Tool[] = [
  {
    names: 'plutil',
    style: 'words',
    options: '*',
    check: findPlutilReason,
    runs: [
      'plutil -p a.plist',
      'plutil -lint a.plist',
      'plutil a.plist',
      'plutil -extract a raw a.plist',
      'plutil -convert json -o - a.plist',
      'plutil -convert xml1 a.plist -o -',
    ],
    asks: [
      'plutil -convert xml1 a.plist',
      'plutil -replace a -string b c',
      'plutil -insert a -string b c',
      'plutil -remove a b',
      'plutil -extract a json a.plist',
      'plutil -convert json -o out a.plist',
      'plutil -create xml1 a',
      'plutil -lint -convert xml1 a.plist',
    ],
  },
  {
    names: 'diskutil',
    style: 'words',
    options: '-plist -all --all -s -list -json',
    operands: 'text',
    check: findDiskutilReason,
    runs: [
      'diskutil list',
      'diskutil info --all',
      'diskutil info -plist disk0',
      'diskutil apfs list',
      'diskutil apfs listSnapshots disk1s1',
      'diskutil list external',
      'diskutil listFilesystems',
      'diskutil verifyVolume /',
      'diskutil cs list',
      'diskutil activity',
      'diskutil appleRAID list',
    ],
    asks: [
      'diskutil',
      'diskutil eraseDisk JHFS+ x disk2',
      'diskutil unmount disk2',
      'diskutil mountDisk disk0',
      'diskutil apfs deleteVolume disk1s2',
      'diskutil repairVolume /',
      'diskutil rename a b',
      'diskutil eject disk2',
    ],
  },
  {
    names: 'tmutil',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) =>
      findByVerb(
        call,
        /^(?:help|version|status|currentphase|destinationinfo|isexcluded|latestbackup|listbackups|listlocalsnapshots|listlocalsnapshotdates|machinedirectory|uniquesize|verifychecksums|calculatedrift|compare|computername)$/i,
      ),
    runs: [
      'tmutil help',
      'tmutil version',
      'tmutil status',
      'tmutil latestbackup -m',
      'tmutil uniquesize /x/y',
      'tmutil listlocalsnapshots /',
      'tmutil destinationinfo -X',
      'tmutil isexcluded a',
      'tmutil compare -s',
      'tmutil listbackups',
      'tmutil machinedirectory',
      'tmutil calculatedrift /x',
      'tmutil verifychecksums /x',
      'tmutil listlocalsnapshotdates',
    ],
    asks: [
      'tmutil',
      'tmutil disable',
      'tmutil enable',
      'tmutil delete x',
      'tmutil startbackup',
      'tmutil deletelocalsnapshots x',
      'tmutil restore a b',
      'tmutil addexclusion x',
      'tmutil thinlocalsnapshots /',
      'tmutil setdestination x',
      'tmutil localsnapshot',
      'tmutil stopbackup',
      'tmutil inheritbackup x',
      'tmutil removedestination x',
    ],
  },
  {
    names: 'mdls',
    style: 'words',
    options: '-name= -raw -nullMarker= -plist=',
    check: (call) => (call.options.has('-plist') && call.options.get('-plist') !== '-' ? say`It writes a file` : null),
    runs: ['mdls a', 'mdls -name kMDItemContentType a', 'mdls -raw -name x a', 'mdls -plist - a'],
    asks: ['mdls -plist out a'],
  },
  {
    names: 'mdutil',
    style: 'words',
    options: '-s -a -v -p -L -P',
    needs: '-s -L -P',
    check: (call) => (call.options.has('-p') ? say`It writes a file` : null),
    runs: ['mdutil -s /', 'mdutil -s -a'],
    asks: ['mdutil -E /', 'mdutil -i off /', 'mdutil -d /', 'mdutil -a'],
  },
  {
    names: 'mdimport',
    style: 'words',
    options: '*',
    check: findMdimportReason,
    runs: ['mdimport -t -d2 a', 'mdimport -L', 'mdimport -A', 'mdimport -X', 'mdimport -t a'],
    asks: ['mdimport a', 'mdimport -r x', 'mdimport -t -o out a', 'mdimport -i a', 'mdimport'],
  },
  {
    names: 'qlmanage',
    style: 'words',
    options: '-p -m? -h -t -x -i -s= -f= -z -c= -d= -F=',
    check: findQlmanageReason,
    runs: [
      'qlmanage -p a.pdf',
      'qlmanage -m',
      'qlmanage -m plugins',
      'qlmanage -h',
      'qlmanage -t a.png',
      'qlmanage -t -s 100 a',
      'qlmanage -p -c public.text a',
    ],
    asks: ['qlmanage -t -o out a', 'qlmanage -r', 'qlmanage -r cache', 'qlmanage -g x.qlgenerator -p a', 'qlmanage a'],
  },
  {
    names: 'xattr',
    options: '-lprvxsh --help',
    check: (call) => (call.options.has('-p') && call.operands.length < 2 ? unknownUse('xattr', '-p') : null),
    runs: [
      'xattr a',
      'xattr -l a',
      'xattr -lx a',
      'xattr -p com.apple.quarantine a',
      'xattr -px name a',
      'xattr -r a',
      'xattr -v a',
    ],
    asks: ['xattr -d com.apple.quarantine a', 'xattr -c a', 'xattr -w a b c', 'xattr -rd x a', 'xattr -cr a'],
  },
  {
    names: 'hdiutil',
    style: 'words',
    options: '-plist -verbose -quiet -debug -puppetstrings -type= -format -checksum -srcimagekey= -shadow= -noshadow',
    operands: 'paths',
    check: (call) =>
      call.options.has('-shadow')
        ? say`It writes a file`
        : findByVerb(call, /^(?:info|imageinfo|isencrypted|verify|checksum|pmap|plugins|help|fsid|udifderez)$/),
    runs: [
      'hdiutil info',
      'hdiutil imageinfo a.dmg',
      'hdiutil verify a.dmg',
      'hdiutil info -plist',
      'hdiutil checksum a.dmg -type MD5',
      'hdiutil isencrypted a.dmg',
      'hdiutil pmap a.dmg',
      'hdiutil plugins',
    ],
    asks: [
      'hdiutil attach a.dmg',
      'hdiutil detach /dev/disk2',
      'hdiutil create a.dmg',
      'hdiutil convert a -o b',
      'hdiutil eject x',
      'hdiutil mount a',
      'hdiutil resize a',
      'hdiutil burn a',
      'hdiutil compact a',
      'hdiutil erasekeys a',
    ],
  },
  {
    names: 'sips',
    style: 'words',
    options: '*',
    check: findSipsReason,
    runs: [
      'sips -g all a.png',
      'sips -g pixelWidth -g pixelHeight a.png',
      'sips --getProperty format a',
      'sips --help',
      'sips -H',
      'sips --formats',
    ],
    asks: [
      'sips -z 100 100 a.png',
      'sips -s format jpeg a --out b',
      'sips -r 90 a',
      'sips a',
      'sips -Z 64 a',
      'sips -x p a',
      'sips -c 1 1 a',
      'sips -g all a --out b',
    ],
  },
  {
    names: 'textutil',
    style: 'words',
    options: '*',
    check: findTextutilReason,
    runs: ['textutil -info a.rtf', 'textutil -convert txt -stdout a.rtf', 'textutil -help'],
    asks: [
      'textutil -convert html a',
      'textutil -convert txt a -output b',
      'textutil -cat txt a b',
      'textutil -convert rtf -font Times a',
      'textutil -strip a',
    ],
  },
  {
    names: 'installer',
    style: 'words',
    options: '-pkginfo -dominfo -volinfo -vers -verbose -plist -pkg=@',
    needs: '-pkginfo -dominfo -volinfo -vers',
    operands: 'none',
    runs: ['installer -pkginfo -pkg a.pkg', 'installer -vers'],
    asks: ['installer -pkg a.pkg -target /'],
  },
  {
    names: 'afinfo|afhash|GetFileInfo|lsbom',
    style: 'words',
    options: '-h -b -r -x -i -s -f -d -p=',
    runs: ['afinfo a.mp3', 'GetFileInfo a', 'lsbom -s a.bom'],
  },
];
