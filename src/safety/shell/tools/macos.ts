/** macOS: what its own command line tools only show. Sources: their manual pages. */
import type { Tool, ToolCall } from '../tool-rule.ts';

function operandAt(call: ToolCall, at: number): string {
  return call.operands[at]?.text.toLowerCase() ?? '';
}

/** `-extract` and `-convert` write over the file unless the result goes to standard output (`-o -`) or is `raw`. */
function findPlutilReason(call: ToolCall): string | null {
  const [verb] = call.words;
  switch (verb?.text) {
    case '-p':
    case '-lint':
    case '-help':
    case '-type':
      return call.words.some((word) => word.text === '-o') ? 'plutil -o writes a file' : null;
    case '-extract':
    case '-convert': {
      const out = call.words.findIndex((word) => word.text === '-o');
      if (out > 0)
        return /^(?:-|\/dev\/stdout)$/.test(call.words[out + 1]?.text ?? '') ? null : 'plutil -o writes a file';
      return verb.text === '-extract' && call.words[2]?.text === 'raw'
        ? null
        : `plutil ${verb.text} without "-o -" writes over the file`;
    }
    default:
      return call.words.length === 1 && verb?.text.startsWith('-') === false
        ? null
        : 'plutil with that option changes the file';
  }
}

const LOCAL_DIRECTORY = /^(?:\.|localhost|localonly|\/local\/default|\/search|\/contact|\/contacts)$/;

/** Reading the local directory is harmless, but not its password hashes. */
function findDsclReason(call: ToolCall): string | null {
  if (!LOCAL_DIRECTORY.test(operandAt(call, 0))) return 'dscl reads only the local directory without asking';
  const words = call.words
    .map((word) => word.text.toLowerCase())
    .filter((text) => !['-raw', '-plist', '-url', '-q'].includes(text));
  const verb = (words[1] ?? '').replace(/^-/, '');
  if (!/^(?:read|readall|readpl|readpli|list|search|diff|ls|cat)$/.test(verb))
    return `dscl ${verb.slice(0, 20)} is not known to change nothing`;
  return words.some((word) => /shadow|hash|passw|kerberos|policydata|nativ?e:/.test(word))
    ? 'password hashes can be kept there'
    : null;
}

const DISKUTIL_READS =
  /^(?:list|info|information|activity|listfilesystems|listclients|verifyvolume|verifydisk|verifypermissions)$/;
const DISKUTIL_NESTED = /^(?:apfs|ap|appleraid|ar|corestorage|cs|image)$/;

function findDiskutilReason(call: ToolCall): string | null {
  const at = operandAt(call, 0) === 'quiet' ? 1 : 0;
  const [verb, next] = [operandAt(call, at), operandAt(call, at + 1)];
  if (DISKUTIL_READS.test(verb)) return null;
  if (
    DISKUTIL_NESTED.test(verb) &&
    /^(?:list|info|information|listsnapshots|listusers|listcryptousers|listvolumegroups|show)$/.test(next)
  )
    return null;
  if (verb === 'resizevolume' && operandAt(call, 2) === 'limits') return null;
  return `diskutil ${verb.slice(0, 30)} is not known to change nothing`;
}

/** -get, -list, -show, -is and the like read; everything else configures. */
function findByVerb(call: ToolCall, verb: RegExp): string | null {
  const [first] = call.words;
  if (first !== undefined && verb.test(first.text)) return null;
  return `${call.name} ${first?.text.slice(0, 30) ?? 'alone'} is not known to change nothing`;
}

const CODESIGN_VERBS = /^-(?:v+|d+v*|v+d+|h|dr-?|-verify|-display)$/;

function findCodesignReason(call: ToolCall): string | null {
  if (!call.words.some((word) => CODESIGN_VERBS.test(word.text) || word.text.startsWith('--verbose')))
    return 'codesign without -v or -d signs';
  const odd = call.words.find(
    (word) =>
      word.text.startsWith('-') &&
      !/^(?:-v+|-d+v*|-v+d+|-h|-r-?|-dr-?|-R=.*|-R|-a|--verify|--display|--verbose(?:=\d)?|--deep|--strict(?:=[\w,]+)?|--no-strict|--requirements|--entitlements|--xml|--der|--all-architectures|--architecture|--bundle-version|--check-notarization|--test-requirement(?:=.*)?|--ignore-resources|--continue|--file-list-?|-|:-)$/.test(
        word.text,
      ),
  );
  if (odd !== undefined) return `codesign ${odd.text.slice(0, 30)} is not known to change nothing`;
  const out = call.words.findIndex(
    (word) => word.text === '--entitlements' || word.text === '--requirements' || word.text === '-r',
  );
  const target = call.words[out + 1]?.text ?? '-';
  return out < 0 || target === '-' || target === ':-' ? null : 'codesign writes that file';
}

function findMdimportReason(call: ToolCall): string | null {
  const words = call.words.map((word) => word.text);
  const isTest = words.some((word) => /^-[pd]*t/.test(word)) || words.every((word) => /^-[LAXnep]+$/.test(word));
  const odd = words.find((word) => word.startsWith('-') && !/^-[tpLAXne]*d?\d?$/.test(word));
  return isTest && words.length > 0 && odd === undefined ? null : 'mdimport without -t changes the search index';
}

/** Preferences can hold tokens, but reading them is how settings are looked up; other hosts are out. */
function findDefaultsReason(call: ToolCall): string | null {
  const words = call.words.map((word) => word.text).filter((word) => word !== '-currentHost');
  if (call.words.some((word) => word.text === '-host')) return 'it reads another computer';
  if (words.some((word) => /passw|token|secret|credential|apikey/i.test(word))) return 'that setting could be a secret';
  if (/^(?:read|read-type|domains|find|help)$/.test(words[0] ?? '')) return null;
  return words[0] === 'export' && words.at(-1) === '-'
    ? null
    : `defaults ${words[0]?.slice(0, 20) ?? 'alone'} changes settings`;
}

const SECURITY_READS =
  /^(?:list-keychains|default-keychain|login-keychain|find-certificate|find-identity|show-keychain-info|dump-trust-settings|error|help|list-smartcards|get-identity-preference|authorizationdb)$/;

function findSecurityReason(call: ToolCall): string | null {
  const verb = operandAt(call, 0);
  if (verb === '') return call.words[0]?.text === '-h' ? null : 'security alone reads commands';
  if (!SECURITY_READS.test(verb)) return `security ${verb.slice(0, 30)} reaches into the keychain`;
  if (verb === 'authorizationdb') {
    return operandAt(call, 1) === 'read' ? null : 'security authorizationdb changes rights';
  }
  const isSetting = verb.includes('keychain') && call.words.some((word) => word.text.startsWith('-s'));
  return isSetting ? 'it changes which keychain is used' : null;
}

function findQlmanageReason(call: ToolCall): string | null {
  return call.options.size === 0 ? 'qlmanage needs an option' : null;
}

function findLaunchctlReason(call: ToolCall): string | null {
  const verb = operandAt(call, 0);
  if (verb === 'getenv')
    return /passw|token|secret|key|credential|auth/i.test(operandAt(call, 1))
      ? 'that variable could be a secret'
      : null;
  if (verb === 'umask') return call.operands.length === 1 ? null : 'launchctl umask with a value sets it';
  if (verb === 'limit') return call.operands.length <= 2 ? null : 'launchctl limit with values sets them';
  return /^(?:list|print|print-cache|print-disabled|print-token|blame|error|managerpid|manageruid|managername|procinfo|hostinfo|resolveport|dumpstate|dumpjpcategory|plist|variant|version|help|runstats|bslist|bstree|getrusage)$/.test(
    verb,
  )
    ? null
    : `launchctl ${verb.slice(0, 30)} is not known to change nothing`;
}

const SIPS_OPTIONS =
  /^(?:-g|--getProperty|-h|--help|-H|--helpProperties|-v|--version|-1|--oneLine|-x|--extractProfile.*|--formats|--verify.*)$/;

function findSipsReason(call: ToolCall): string | null {
  const options = call.words.filter((word) => word.text.startsWith('-'));
  const odd = options.find((word) => !SIPS_OPTIONS.test(word.text) || /^(?:-x|--extract)/.test(word.text));
  if (odd !== undefined || options.length === 0)
    return `sips ${odd?.text.slice(0, 20) ?? ''} is not known to change nothing`;
  return null;
}

function findTextutilReason(call: ToolCall): string | null {
  const words = call.words.map((word) => word.text);
  if (words.includes('-output') || words.includes('-outputdir')) return 'textutil writes a file';
  if (words[0] === '-info' || words[0] === '-help') return null;
  return words.includes('-stdout') && words[0] === '-convert' ? null : 'textutil writes a file';
}

const LOG_VERB = /^(?:show|stream|stats|help)$/;

const MISC_VERBS: Readonly<Record<string, RegExp>> = {
  shortcuts: /^list$/,
  simctl: /^list$/,
  kmutil: /^(?:showloaded|inspect|check|find)$/,
  brctl: /^(?:status|quota|versions)$/,
  wdutil: /^(?:info)$/,
};

/** Tools with one or two harmless verbs. */
function findMiscReason(call: ToolCall): string | null {
  const verb = MISC_VERBS[call.name];
  return verb?.test(operandAt(call, 0)) === true
    ? null
    : `${call.name} ${operandAt(call, 0)} is not known to change nothing`;
}

export const MACOS_TOOLS: readonly Tool[] = [
  {
    names: 'sw_vers|system_profiler|ioreg|kextstat|hidutil|machine|ipconfig',
    options: '*',
    operands: 'text',
    check: (call) =>
      call.name === 'hidutil'
        ? findByVerb(call, /^(?:list|dump)$/)
        : call.name === 'ipconfig'
          ? findByVerb(call, /^(?:get|if)/)
          : null,
    runs: [
      'sw_vers',
      'sw_vers -productVersion',
      'system_profiler SPHardwareDataType',
      'system_profiler -json SPUSBDataType',
      'ioreg -l',
      'ipconfig getifaddr en0',
    ],
    asks: ['ipconfig set en0 DHCP', 'hidutil property --set x'],
  },
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
    ],
  },
  {
    names: 'defaults',
    style: 'words',
    options: '*',
    operands: 'paths',
    check: findDefaultsReason,
    runs: [
      'defaults read',
      'defaults read com.apple.dock',
      'defaults -currentHost read x',
      'defaults domains',
      'defaults read-type a b',
      'defaults export com.apple.dock -',
      'defaults find dock',
    ],
    asks: [
      'defaults write a b c',
      'defaults delete a',
      'defaults import a b',
      'defaults export a b',
      'defaults rename a b c',
      'defaults -host x read',
    ],
  },
  {
    names: 'dscl',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findDsclReason,
    runs: [
      'dscl . -read /Users/alice',
      'dscl -raw . -list /Users',
      'dscl . list /Groups',
      'dscl localhost -list .',
      'dscl . -search /Users name bob',
      'dscl /Search -read /Users/a UniqueID',
      'dscl -plist . -read /Users/a',
    ],
    asks: [
      'dscl . -create /Users/x',
      'dscl . -passwd /Users/x y',
      'dscl . -merge a b c',
      'dscl . -append a b c',
      'dscl',
      'dscl . -read /Users/a ShadowHashData',
      'dscl -u admin -P x . -list /',
    ],
  },
  {
    names: 'dscacheutil|dsmemberutil',
    style: 'words',
    options: '-q= -a= -cachedump -configuration -statistics -entries -buckets -U= -u= -G= -g= -s=',
    operands: 'text',
    check: (call) => (call.options.get('-q') === 'host' ? 'it asks name servers' : null),
    runs: [
      'dscacheutil -q user',
      'dscacheutil -q group -a name staff',
      'dsmemberutil getuuid -U bob',
      'dscacheutil -statistics',
    ],
    asks: ['dscacheutil -flushcache', 'dscacheutil -q host -a name x', 'dsmemberutil flushcache -x'],
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
    names: 'networksetup',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findByVerb(call, /^-(?:get|list|show|is|print|version|help|copyright)[a-z0-9]*$/i),
    runs: [
      'networksetup -getwebproxy Wi-Fi',
      'networksetup -listlocations',
      'networksetup -getinfo Wi-Fi',
      'networksetup -listallhardwareports',
      'networksetup -printcommands',
      'networksetup -showBondStatus bond0',
      'networksetup -isBondSupported en0',
      'networksetup -version',
    ],
    asks: [
      'networksetup -setwebproxy Wi-Fi 1.2.3.4 80',
      'networksetup -setdnsservers Wi-Fi 8.8.8.8',
      'networksetup -createlocation x',
      'networksetup -renamenetworkservice a b',
      'networksetup -addpreferredwirelessnetworkatindex a',
      'networksetup',
      'networksetup -removeallpreferredwirelessnetworks en0',
      'networksetup -deletelocation x',
      'networksetup -switchtolocation x',
      'networksetup -detectnewhardware',
    ],
  },
  {
    names: 'systemsetup',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findByVerb(call, /^-(?:get|list|help|version|print)[a-z0-9]*$/i),
    runs: ['systemsetup -gettimezone', 'systemsetup -listtimezones'],
    asks: ['systemsetup -settimezone x', 'systemsetup -setremotelogin on'],
  },
  {
    names: 'launchctl',
    style: 'words',
    options: '-x -p',
    operands: 'text',
    check: findLaunchctlReason,
    runs: [
      'launchctl list',
      'launchctl getenv PATH',
      'launchctl print system',
      'launchctl print gui/501/com.apple.Finder',
      'launchctl managername',
      'launchctl error posix 2',
      'launchctl version',
      'launchctl variant',
      'launchctl blame system/x',
      'launchctl print-disabled user/501',
      'launchctl help',
      'launchctl hostinfo',
      'launchctl procinfo 1',
      'launchctl limit',
      'launchctl plist /bin/ls',
    ],
    asks: [
      'launchctl',
      'launchctl load x',
      'launchctl bootout gui/501/x',
      'launchctl bsexec 1 /bin/ls',
      'launchctl kickstart x',
      'launchctl setenv A b',
      'launchctl enable x',
      'launchctl remove x',
      'launchctl submit -l x',
      'launchctl asuser 501 ls',
      'launchctl getenv API_TOKEN',
      'launchctl limit maxfiles 1 2',
      'launchctl stop x',
      'launchctl reboot',
      'launchctl config user path x',
      'launchctl debug x',
      'launchctl unsetenv PATH',
      'launchctl kill 9 x',
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
    names: 'pkgutil',
    style: 'words',
    options:
      '-h --help -v --verbose -f --force --packages --pkgs? --pkgs-plist --groups --groups-plist --pkg-groups= --files= --export-plist= --pkg-info= --pkg-info-plist= --file-info= --file-info-plist= --check-signature= --payload-files= --bom= --only-files --only-dirs --volume= --regexp --group-pkgs=',
    operands: 'text',
    check: (call) => (call.words.length === 0 ? 'pkgutil alone is not understood' : null),
    runs: [
      'pkgutil --pkgs',
      'pkgutil -h',
      'pkgutil --packages',
      'pkgutil --groups',
      'pkgutil --pkg-info com.apple.x',
      'pkgutil --files com.apple.x',
      'pkgutil --check-signature a.pkg',
      'pkgutil --file-info /bin/ls',
      'pkgutil --pkgs=com.apple.*',
      'pkgutil --volume / --pkgs',
      'pkgutil -v --payload-files a.pkg',
      'pkgutil --regexp --files a.*',
      'pkgutil --export-plist x',
    ],
    asks: [
      'pkgutil --expand a.pkg x',
      'pkgutil --forget x',
      'pkgutil --flatten a b',
      'pkgutil --expand-full a b',
      'pkgutil --learn x',
      'pkgutil --repair x',
      'pkgutil --edit-pkg x',
    ],
  },
  {
    names: 'codesign',
    style: 'words',
    options: '*',
    check: findCodesignReason,
    runs: [
      'codesign -v --deep a.app',
      'codesign -dv a',
      'codesign -d --entitlements :- a',
      'codesign --verify --strict=all --verbose=2 a',
      'codesign -dvvv a',
      'codesign -d -r- a',
      'codesign --display --verbose=4 a',
      'codesign -vvv a',
      'codesign -dr - a',
      'codesign -h 12',
      'codesign -v -R=x a',
    ],
    asks: [
      'codesign -s - a',
      'codesign --sign x a',
      'codesign -f -s - a',
      'codesign --remove-signature a',
      'codesign -d --extract-certificates a',
      'codesign -d --entitlements out a',
      'codesign a',
      'codesign -dvs x a',
    ],
  },
  {
    names: 'spctl',
    style: 'words',
    options:
      '-a --assess -v -vv -vvv -vvvv --verbose? --status --list -t= --type= --context= --raw --ignore-cache --no-cache --continue --test-devid-status --disable-status --rule= --anchor --hash --path --requirement --label=',
    check: (call) =>
      ['-a', '--assess', '--status', '--list', '--test-devid-status', '--disable-status'].some((option) =>
        call.options.has(option),
      )
        ? null
        : 'spctl can change what may run',
    runs: [
      'spctl --status',
      'spctl -a -v a.app',
      'spctl --assess --type execute a',
      'spctl -a -t exec -vv a',
      'spctl --list',
    ],
    asks: [
      'spctl --master-disable',
      'spctl --add a',
      'spctl --remove --label x',
      'spctl --global-disable',
      'spctl --enable --label x',
      'spctl kext-consent add x',
      'spctl --add --label x a',
      'spctl --reset-default',
    ],
  },
  {
    names: 'security',
    style: 'words',
    options: '*',
    operands: 'text',
    check: findSecurityReason,
    runs: [
      'security list-keychains',
      'security find-certificate -a',
      'security find-identity -v -p codesigning',
      'security default-keychain',
      'security authorizationdb read system.preferences',
      'security dump-trust-settings',
      'security error 1',
      'security help',
      'security show-keychain-info',
    ],
    asks: [
      'security dump-keychain',
      'security find-generic-password -w -s x',
      'security find-internet-password -s x',
      'security export -k x',
      'security delete-identity -c x',
      'security authorizationdb write a',
      'security list-keychains -s x',
      'security default-keychain -s x',
      'security unlock-keychain',
      'security add-trusted-cert x',
      'security import a',
      'security set-keychain-settings',
      'security',
    ],
  },
  {
    names: 'mdls',
    style: 'words',
    options: '-name= -raw -nullMarker= -plist=',
    check: (call) =>
      call.options.has('-plist') && call.options.get('-plist') !== '-' ? 'mdls writes that file' : null,
    runs: ['mdls a', 'mdls -name kMDItemContentType a', 'mdls -raw -name x a', 'mdls -plist - a'],
    asks: ['mdls -plist out a'],
  },
  {
    names: 'mdutil',
    style: 'words',
    options: '-s -a -v -p -L -P',
    needs: '-s -L -P',
    check: (call) => (call.options.has('-p') ? 'mdutil -p writes the index out' : null),
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
    check: (call) => (call.options.has('-p') && call.operands.length < 2 ? 'xattr -p needs a name' : null),
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
        ? 'a shadow file is written'
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
    names: 'lipo',
    style: 'words',
    options: '-info -archs -detailed_info -verify_arch',
    needs: '-info -archs -detailed_info -verify_arch',
    runs: ['lipo -info a', 'lipo -archs a', 'lipo a -verify_arch arm64', 'lipo -detailed_info a'],
    asks: [
      'lipo -create a b -output c',
      'lipo -thin arm64 a -output b',
      'lipo -extract x a -output b',
      'lipo -remove x a -output b',
      'lipo -info a -output b',
    ],
  },
  {
    names: 'otool|objdump|llvm-objdump|nm|llvm-nm|size|dyld_info|readelf|c++filt|swift-demangle|pagestuff',
    options: '*',
    refuses: '--output --out-file --plugin',
    runs: ['otool -L a', 'nm -g a', 'objdump -d a', 'size a', 'readelf -h a', 'otool -tV a'],
    asks: ['nm --plugin=x a'],
  },
  {
    names: 'symbols|dwarfdump|atos',
    style: 'words',
    options: '*',
    refuses: '-o -out --out --out-file -output --output -saveSignature -sign -dsym',
    runs: ['dwarfdump --uuid a', 'symbols -noSources a'],
    asks: ['dwarfdump -o x a', 'symbols -saveSignature x a', 'dwarfdump --out-file=x a'],
  },
  {
    names: 'vtool',
    style: 'words',
    options: '-show -show-build -show-space -show-source-version -arch=',
    needs: '-show -show-build -show-space -show-source-version',
    runs: ['vtool -show a', 'vtool -show-build a'],
    asks: ['vtool -set-build-version x a', 'vtool -remove-build-version x -output y a'],
  },
  {
    names: 'scutil',
    style: 'words',
    options: '--dns --proxy --nwi --get= --nc=',
    operands: 'text',
    check: (call) =>
      call.words.length === 0
        ? 'scutil alone reads commands'
        : call.options.has('--nc') && !/^(?:list|status|show|statistics|help)$/.test(call.options.get('--nc') ?? '')
          ? 'it connects or disconnects'
          : null,
    runs: ['scutil --dns', 'scutil --get ComputerName', 'scutil --proxy', 'scutil --nwi', 'scutil --nc list'],
    asks: ['scutil', 'scutil --set ComputerName x', 'scutil --nc start x', 'scutil --prefs x'],
  },
  {
    names: 'pmset',
    style: 'words',
    options: '-g',
    operands: 'text',
    needs: '-g',
    runs: ['pmset -g', 'pmset -g batt', 'pmset -g log', 'pmset -g assertions'],
    asks: ['pmset sleepnow', 'pmset -a sleep 0', 'pmset displaysleepnow', 'pmset schedule wake x', 'pmset noidle'],
  },
  {
    names: 'nvram',
    style: 'words',
    options: '-p -x -xp -px',
    operands: 'text',
    check: (call) =>
      call.operands.some((word) => word.text.includes('=')) || call.words.length === 0
        ? 'nvram name=value sets firmware values'
        : null,
    runs: ['nvram -p', 'nvram boot-args', 'nvram -xp'],
    asks: ['nvram boot-args=x', 'nvram -c', 'nvram -d x', 'nvram -f x'],
  },
  {
    names: 'csrutil|fdesetup',
    style: 'words',
    options: '-extended',
    operands: 'text',
    check: (call) =>
      findByVerb(
        call,
        /^(?:status|list|isactive|haspersonalrecoverykey|hasinstitutionalrecoverykey|usingrecoverykey|supportsauthrestart|version|help|authenticated-root|netboot)$/,
      ) ??
      (/^(?:authenticated-root|netboot)$/.test(operandAt(call, 0)) && !/^(?:status|list|)$/.test(operandAt(call, 1))
        ? 'it changes protection'
        : null),
    runs: [
      'csrutil status',
      'fdesetup status',
      'fdesetup list',
      'fdesetup isactive',
      'csrutil authenticated-root status',
    ],
    asks: [
      'csrutil disable',
      'csrutil enable',
      'fdesetup disable',
      'csrutil authenticated-root disable',
      'fdesetup authrestart',
      'fdesetup changerecovery',
      'csrutil clear',
    ],
  },
  {
    names: 'profiles',
    style: 'words',
    options: '-L -P -C -v -o -type= -verbose -cached',
    operands: 'text',
    check: (call) =>
      call.options.has('-o')
        ? 'it writes a file'
        : call.operands.length === 0 && (call.options.has('-L') || call.options.has('-P') || call.options.has('-C'))
          ? null
          : findByVerb(call, /^(?:list|show|status|help|version|validate)$/),
    runs: ['profiles list', 'profiles status -type enrollment', 'profiles show', 'profiles -P', 'profiles help'],
    asks: ['profiles remove -all', 'profiles install x', 'profiles renew -type enrollment', 'profiles sync'],
  },
  {
    names: 'log',
    style: 'words',
    options:
      '--predicate= --last= --start= --end= --style= --info --debug --no-info --no-debug --level= --process= --type= --source --color= --backtrace --loss --signpost --timezone= --mach-continuous-time --count= --sort= --overview --per-book --per-file -v --no-pager --timeout= --user= --ignore-dropped --theme=',
    operands: 'text',
    check: (call) => (LOG_VERB.test(operandAt(call, 0)) ? null : 'log with that verb changes or gathers logs'),
    runs: [
      'log show --last 5m',
      'log stream --level debug',
      'log help',
      'log show --style compact --last 1h',
      'log stats --overview',
    ],
    asks: ['log erase --all', 'log collect', 'log config --mode level:debug', 'log show a.logarchive --archive x'],
  },
  {
    names: 'xcode-select',
    style: 'words',
    options: '-p --print-path -v --version -h --help',
    needs: '-p --print-path -v --version -h --help',
    operands: 'none',
    runs: ['xcode-select -p', 'xcode-select --print-path', 'xcode-select --version'],
    asks: ['xcode-select -s x', 'xcode-select --install', 'xcode-select --reset', 'xcode-select'],
  },
  {
    names: 'xcodebuild',
    style: 'words',
    options: '-version -showsdks -sdk= -usage -help -json',
    needs: '-version -showsdks -usage -help',
    operands: 'none',
    runs: ['xcodebuild -version', 'xcodebuild -showsdks'],
    asks: ['xcodebuild', 'xcodebuild -list', 'xcodebuild test', 'xcodebuild -scheme x'],
  },
  {
    names: 'xcrun',
    style: 'words',
    options:
      '-f= --find= --show-sdk-path --show-sdk-version --show-sdk-platform-path --show-sdk-platform-version --show-sdk-build-version --show-toolchain-path --sdk= -sdk= --version -h --help',
    operands: 'text',
    check: (call) =>
      call.operands.length === 0
        ? null
        : operandAt(call, 0) === 'simctl' && operandAt(call, 1) === 'list'
          ? null
          : 'xcrun runs a tool',
    runs: [
      'xcrun --find clang',
      'xcrun --sdk macosx --show-sdk-path',
      'xcrun simctl list',
      'xcrun simctl list devices',
    ],
    asks: ['xcrun simctl erase all', 'xcrun clang a.c', 'xcrun altool --upload-app'],
  },
  {
    names: 'shortcuts|simctl|kmutil|brctl|wdutil',
    style: 'words',
    options: '-v -b -p= -s -a',
    operands: 'text',
    check: findMiscReason,
    runs: ['shortcuts list', 'kmutil showloaded', 'brctl status', 'wdutil info'],
    asks: ['shortcuts run x', 'kmutil load -p x', 'brctl evict a', 'shortcuts', 'simctl erase all'],
  },
  {
    names: 'softwareupdate',
    style: 'words',
    options: '--history --help',
    needs: '--history --help',
    operands: 'none',
    runs: ['softwareupdate --history'],
    asks: ['softwareupdate -i -a', 'softwareupdate --list'],
  },
  {
    names: 'airport',
    options: '-I',
    needs: '-I',
    operands: 'none',
    runs: ['airport -I'],
    asks: ['airport -z', 'airport'],
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
