/** macOS tools that show the system, its settings and services. Sources: their manual pages. */
import { type Sentence, say } from '../../../words/say.ts';
import type { Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import { huntsForSecrets } from './narrow-pattern.ts';
import { findByOnlyVerb, findByVerb, operandAt } from './verbs.ts';

const LOCAL_DIRECTORY = /^(?:\.|localhost|localonly|\/local\/default|\/search|\/contact|\/contacts)$/;

/** Reading the local directory is harmless, but not its password hashes. */
function findDsclReason(call: ToolCall): Sentence | null {
  if (!LOCAL_DIRECTORY.test(operandAt(call, 0))) return say`It asks a directory of another computer`;
  const words = call.words
    .map((word) => word.text.toLowerCase())
    .filter((text) => !['-raw', '-plist', '-url', '-q'].includes(text));
  const verb = (words[1] ?? '').replace(/^-/, '');
  if (!/^(?:read|readall|readpl|readpli|list|search|diff|ls|cat)$/.test(verb)) return unknownUse('dscl', verb);
  return words.some((word) => /shadow|hash|passw|kerberos|policydata|nativ?e:/.test(word))
    ? say`Password hashes can be kept there`
    : null;
}

/** Preferences may hold tokens, but reading them is the way to look up settings; other hosts are excluded. */
function findDefaultsReason(call: ToolCall): Sentence | null {
  const words = call.words.map((word) => word.text).filter((word) => word !== '-currentHost');
  if (call.words.some((word) => word.text === '-host')) return say`It reads from another computer`;
  if (words.some((word) => /passw|token|secret|credential|apikey/i.test(word)))
    return say`That setting could be a secret`;
  if (/^(?:domains|help)$/.test(words[0] ?? '')) return null;
  // Preferences of other programs may hold anything, so only the system's own are read freely.
  const isSystems = /^(?:com\.apple\.[\w.-]+|NSGlobalDomain|-g|-globalDomain|Apple Global Domain)$/.test(
    words[1] ?? '',
  );
  if (/^(?:read|read-type)$/.test(words[0] ?? ''))
    return isSystems ? null : say`It shows what an app keeps in its settings`;
  return words[0] === 'export' && isSystems && words.length === 3 && words[2] === '-' ? null : say`It changes settings`;
}

function findLaunchctlReason(call: ToolCall): Sentence | null {
  const verb = operandAt(call, 0);
  if (verb === 'getenv')
    return /passw|token|secret|key|credential|auth/i.test(operandAt(call, 1))
      ? say`That setting could be a secret`
      : null;
  if (verb === 'umask') return call.operands.length === 1 ? null : say`It changes settings`;
  if (verb === 'limit') return call.operands.length <= 2 ? null : say`It changes settings`;
  return /^(?:list|print|print-cache|print-disabled|print-token|blame|error|managerpid|manageruid|managername|procinfo|hostinfo|resolveport|dumpstate|dumpjpcategory|plist|variant|version|help|runstats|bslist|bstree|getrusage)$/.test(
    verb,
  )
    ? null
    : unknownUse('launchctl', verb);
}

const LOG_VERB = /^(?:show|stream|stats|help)$/;

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
    names: 'defaults',
    style: 'words',
    options: '*',
    operands: 'paths',
    check: findDefaultsReason,
    runs: [
      'defaults read com.apple.dock',
      'defaults read NSGlobalDomain AppleLanguages',
      'defaults -currentHost read com.apple.screensaver',
      'defaults domains',
      'defaults read-type com.apple.dock tilesize',
      'defaults export com.apple.dock -',
    ],
    asks: [
      'defaults read',
      'defaults read com.example.app',
      'defaults find dock',
      'defaults -currentHost read x',
      'defaults write a b c',
      'defaults delete a',
      'defaults import a b',
      'defaults export a b',
      'defaults export a b -',
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
    check: (call) => (call.options.get('-q') === 'host' ? say`It asks name servers` : null),
    runs: [
      'dscacheutil -q user',
      'dscacheutil -q group -a name staff',
      'dsmemberutil getuuid -U bob',
      'dscacheutil -statistics',
    ],
    asks: ['dscacheutil -flushcache', 'dscacheutil -q host -a name x', 'dsmemberutil flushcache -x'],
  },
  {
    names: 'networksetup',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findByOnlyVerb(call, /^-(?:get|list|show|is|print|version|help|copyright)[a-z0-9]*$/i),
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
      'networksetup -getinfo Wi-Fi -setdnsservers Wi-Fi 1.2.3.4',
    ],
  },
  {
    names: 'systemsetup',
    style: 'words',
    options: '*',
    operands: 'text',
    check: (call) => findByOnlyVerb(call, /^-(?:get|list|help|version|print)[a-z0-9]*$/i),
    runs: ['systemsetup -gettimezone', 'systemsetup -listtimezones'],
    asks: ['systemsetup -gettimezone -settimezone x', 'systemsetup -settimezone x', 'systemsetup -setremotelogin on'],
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
    names: 'scutil',
    style: 'words',
    options: '--dns --proxy --nwi --get= --nc=',
    operands: 'text',
    check: (call) =>
      call.words.length === 0
        ? say`It reads commands that are not shown`
        : call.options.has('--nc') && !/^(?:list|status|show|statistics|help)$/.test(call.options.get('--nc') ?? '')
          ? say`It connects or disconnects a network`
          : null,
    runs: ['scutil --dns', 'scutil --get ComputerName', 'scutil --proxy', 'scutil --nwi', 'scutil --nc list'],
    asks: ['scutil', 'scutil --set ComputerName x', 'scutil --nc start x', 'scutil --prefs x'],
  },
  {
    names: 'pmset',
    style: 'words',
    options: '-g',
    operands: 'text',
    check: (call) => (call.words[0]?.text === '-g' ? null : say`It changes when this computer sleeps`),
    runs: ['pmset -g', 'pmset -g batt', 'pmset -g log', 'pmset -g assertions'],
    asks: [
      'pmset sleepnow',
      'pmset -a sleep 0',
      'pmset displaysleepnow',
      'pmset schedule wake x',
      'pmset noidle',
      'pmset sleepnow -g',
    ],
  },
  {
    names: 'nvram',
    style: 'words',
    options: '-p -x -xp -px',
    operands: 'text',
    check: (call) =>
      call.operands.some((word) => word.text.includes('=')) || call.words.length === 0
        ? say`It changes firmware values`
        : null,
    runs: ['nvram -p', 'nvram boot-args', 'nvram -xp'],
    asks: ['nvram boot-args=x', 'nvram -c', 'nvram -d x', 'nvram -f x'],
  },
  {
    names: 'log',
    style: 'words',
    options:
      '--predicate= --last= --start= --end= --style= --info --debug --no-info --no-debug --level= --process= --type= --source --color= --backtrace --loss --signpost --timezone= --mach-continuous-time --count= --sort= --overview --per-book --per-file -v --no-pager --timeout= --user= --ignore-dropped --theme=',
    operands: 'text',
    check: (call) => (LOG_VERB.test(operandAt(call, 0)) ? huntsForSecrets(call) : say`It changes or gathers logs`),
    runs: [
      'log show --last 5m',
      'log stream --level debug',
      'log help',
      'log show --style compact --last 1h',
      'log stats --overview',
    ],
    asks: [
      'log show --predicate eventMessage="token"',
      'log stream --predicate eventMessage=Bearer',
      'log erase --all',
      'log collect',
      'log config --mode level:debug',
      'log show a.logarchive --archive x',
    ],
  },
  {
    names: 'airport',
    options: '-I',
    needs: '-I',
    operands: 'none',
    runs: ['airport -I'],
    asks: ['airport -z', 'airport'],
  },
];
