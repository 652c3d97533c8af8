/** macOS: tools about signed code, packages, protection and developing. Sources: their manual pages. */
import { type Sentence, say } from '../../../words/say.ts';
import type { Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import { findArgumentFileReason } from './argument-files.ts';
import { findByVerb, operandAt } from './verbs.ts';

const CODESIGN_VERBS = /^-(?:v+|d+v*|v+d+|h|dr-?|-verify|-display)$/;

function findCodesignReason(call: ToolCall): Sentence | null {
  if (!call.words.some((word) => CODESIGN_VERBS.test(word.text) || word.text.startsWith('--verbose')))
    return say`It signs a program`;
  const odd = call.words.find(
    (word) =>
      word.text.startsWith('-') &&
      !/^(?:-v+|-d+v*|-v+d+|-h|-r-?|-dr-?|-R=.*|-R|-a|--verify|--display|--verbose(?:=\d)?|--deep|--strict(?:=[\w,]+)?|--no-strict|--requirements|--entitlements|--xml|--der|--all-architectures|--architecture|--bundle-version|--check-notarization|--test-requirement(?:=.*)?|--ignore-resources|--continue|--file-list|-|:-)$/.test(
        word.text,
      ),
  );
  if (odd !== undefined) return unknownUse('codesign', odd.text);
  const isWriting = call.words.some((word, at) => {
    const target = call.words[at + 1]?.text ?? '-';
    return /^(?:--entitlements|--requirements|--file-list|-d?r)$/.test(word.text) && target !== '-' && target !== ':-';
  });
  return isWriting ? say`It writes a file` : null;
}

const SECURITY_READS =
  /^(?:list-keychains|default-keychain|login-keychain|find-certificate|find-identity|show-keychain-info|dump-trust-settings|error|help|list-smartcards|get-identity-preference|authorizationdb)$/;

function findSecurityReason(call: ToolCall): Sentence | null {
  const verb = operandAt(call, 0);
  if (call.words[0]?.text.startsWith('-') === true && !/^-[hqv]$/.test(call.words[0].text))
    return say`It reads commands that are not shown`;
  if (verb === '') return call.words[0]?.text === '-h' ? null : say`It reads commands that are not shown`;
  if (!SECURITY_READS.test(verb)) return say`It gets at the keychain`;
  if (verb === 'authorizationdb') {
    return operandAt(call, 1) === 'read' ? null : say`It changes who may do what`;
  }
  const isSetting = verb.includes('keychain') && call.words.some((word) => word.text.startsWith('-s'));
  return isSetting ? say`It changes which keychain is used` : null;
}

const MISC_VERBS: Readonly<Record<string, RegExp>> = {
  shortcuts: /^list$/,
  simctl: /^list$/,
  kmutil: /^(?:showloaded|inspect|check|find)$/,
  brctl: /^(?:status|quota|versions)$/,
  wdutil: /^(?:info)$/,
};

/** Tools with one or two harmless verbs. */
function findMiscReason(call: ToolCall): Sentence | null {
  const verb = MISC_VERBS[call.name];
  return verb?.test(operandAt(call, 0)) === true ? null : unknownUse(call.name, operandAt(call, 0));
}

export const MACOS_CODE_TOOLS: readonly Tool[] = [
  {
    names: 'pkgutil',
    style: 'words',
    options:
      '-h --help -v --verbose -f --force --packages --pkgs? --pkgs-plist --groups --groups-plist --pkg-groups= --files= --export-plist= --pkg-info= --pkg-info-plist= --file-info= --file-info-plist= --check-signature= --payload-files= --only-files --only-dirs --volume= --regexp --group-pkgs=',
    operands: 'text',
    check: (call) => (call.words.length === 0 ? unknownUse('pkgutil') : null),
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
      'pkgutil --bom a.pkg',
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
      'codesign -d --file-list out a',
      'codesign -d -r - --entitlements out a',
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
        : say`It can change which programs may run`,
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
      'security -i list-keychains',
      'security',
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
    // A program's own information about its source (-S, -l) names the files that are shown.
    names: 'objdump|llvm-objdump',
    options:
      '-adDfhprRstTxwzC -j= -M= --disassemble --disassemble-all --all-headers --file-headers --section-headers --headers --syms --dynamic-syms --reloc --full-contents --demangle --no-show-raw-insn --section= --private-headers --version',
    check: findArgumentFileReason,
    runs: ['objdump -d a', 'objdump -h a', 'objdump -tC a'],
    asks: [
      'objdump -S a',
      'objdump -dS a',
      'objdump --source a',
      'objdump --sour a',
      'objdump -l a',
      'objdump -WK a',
      'objdump -d @options',
    ],
  },
  {
    names: 'otool|nm|llvm-nm|size|dyld_info|readelf|c++filt|swift-demangle|pagestuff',
    options: '*',
    refuses: '--output --out-file --plugin --line-numbers --debug-dump --process-links --addr2line',
    check: (call) =>
      findArgumentFileReason(call) ??
      (call.name === 'readelf' && call.options.has('-w')
        ? say`It follows links to other files`
        : call.name.endsWith('nm') && call.options.has('-l')
          ? say`It reads the files that a program names as its source`
          : null),
    runs: ['otool -L a', 'nm -g a', 'size a', 'readelf -h a', 'otool -tV a'],
    asks: [
      'nm --plugin=x a',
      'nm @options',
      'size *',
      'nm -l a',
      'readelf -wK a',
      'readelf --debug-dump=follow-links a',
    ],
  },
  {
    names: 'symbols|dwarfdump|atos',
    style: 'words',
    options: '*',
    refuses: '-o -out --out --out-file -output --output -saveSignature -sign -dsym',
    check: findArgumentFileReason,
    runs: ['dwarfdump --uuid a', 'symbols -noSources a'],
    asks: ['dwarfdump @options', 'dwarfdump -o x a', 'symbols -saveSignature x a', 'dwarfdump --out-file=x a'],
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
        ? say`It changes a protection of this computer`
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
        ? say`It writes a file`
        : call.operands.length === 0 && (call.options.has('-L') || call.options.has('-P') || call.options.has('-C'))
          ? null
          : findByVerb(call, /^(?:list|show|status|help|version|validate)$/),
    runs: ['profiles list', 'profiles status -type enrollment', 'profiles show', 'profiles -P', 'profiles help'],
    asks: ['profiles remove -all', 'profiles install x', 'profiles renew -type enrollment', 'profiles sync'],
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
          : say`It runs another program`,
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
];
