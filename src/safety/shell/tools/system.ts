/** Tools that show the system: services, logs, network interfaces, package state (Linux, and tools common to both systems). */
import { type Sentence, say } from '../../../words/say.ts';
import { name } from '../../levels.ts';
import type { Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import type { ShellWord } from '../words.ts';
import { huntsForSecrets } from './narrow-pattern.ts';

/** `ip address` with no verb lists, as do show, list and get. */
function findIpReason(call: ToolCall): Sentence | null {
  const [object, verb] = call.operands.map((word) => word.text.toLowerCase());
  if (object === undefined) return null;
  if (
    !/^(?:a|ad|add|addr|address|l|link|r|route|ro|n|neigh|neighbor|neighbour|rule|ru|maddr|maddress|mroute|tunnel|tuntap|token|ntable|netconf)$/.test(
      object,
    )
  )
    return unknownUse('ip', object);
  if (verb !== undefined && !/^(?:s|sh|show|l|li|ls|lst|list|g|get)$/.test(verb)) return say`It changes the network`;
  // For `ip link` the letter means `set`.
  if (verb === 's' && object.startsWith('l')) return say`It changes the network`;
  return /^g/.test(verb ?? '') ? findNameReason(call.operands.slice(2, 3)) : null;
}

/** Numeric addresses need no look-up; a name is looked up, which its owner can notice. */
const NO_NAME = /^(?:[\d.:/*%]*|[\da-f]*:[\da-f.:/]*|default|localhost|any|all)$/i;

function findNameReason(words: readonly ShellWord[]): Sentence | null {
  const named = words.find(({ text }) => !NO_NAME.test(text));
  return named === undefined ? null : say`It asks name servers for ${name(named.text)}`;
}

/** Words in an `ss` filter that are no host names: directions, comparisons, states, ports. */
const FILTER_WORD =
  /^(?:src|dst|sport|dport|state|exclude|and|or|not|dev|fwmark|cgroup|autobound|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|closed|close-wait|last-ack|listening|closing|all|connected|synchronized|bucket|big|unconnected|[!=<>&|()]+|eq|ne|neq|le|ge|lt|gt|:\d+|tcp|udp|inet6?|unix|link)$/i;

/** `dev eth0`, `dev = eth0`: at any other place such a word is a host name. */
function isInterface(words: readonly ShellWord[], at: number): boolean {
  const before = /^(?:={1,2}|!=|eq|ne|neq)$/.test(words[at - 1]?.text ?? '') ? at - 2 : at - 1;
  return words[before]?.text === 'dev' && /^[a-z]{1,4}\d{1,3}$/i.test(words[at]?.text ?? '');
}

function findSocketReason(call: ToolCall): Sentence | null {
  const odd = call.operands.filter(({ text }, at) => !FILTER_WORD.test(text) && !isInterface(call.operands, at));
  const looked = findNameReason(odd);
  if (looked !== null) return looked;
  if (call.name === 'ss') return call.options.has('-r') || call.options.has('--resolve') ? ASKS_NAMES : null;
  const isNumeric = call.options.has('-n') || call.options.has('--numeric');
  return isNumeric || call.options.has('-i') || call.options.has('-s') ? null : ASKS_NAMES;
}

const ASKS_NAMES = say`It asks name servers who the other computers are`;

/** Names alone print a value; `name=value` sets it, and on a Mac `name:value` too. */
function findSysctlReason(call: ToolCall): Sentence | null {
  return call.operands.some((word) => /[=:]/.test(word.text)) ? say`It changes a setting of the kernel` : null;
}

export const SYSTEM_TOOLS: readonly Tool[] = [
  {
    names: 'systemctl',
    options:
      '-alqr -n= -o= -p= -t= --user --system --all --full --no-pager --no-legend --plain --failed --type= --state= --property= --output= --lines= --value --quiet --recursive --reverse --after --before --with-dependencies',
    operands: 'text',
    isBareHarmless: true,
    commands: {
      'status|list-units|list-unit-files|list-sockets|list-timers|list-jobs|list-dependencies|list-machines|list-automounts|list-paths|is-active|is-enabled|is-failed|is-system-running|get-default|help':
        {
          options:
            '-alqr -n= -o= -p= -t= --user --all --full --no-pager --no-legend --plain --type= --state= --property= --output= --lines= --value --quiet --failed --reverse',
          operands: 'text',
        },
      // It prints the environment, as `show -p Environment` does, and the person's own units in ~/.config.
      cat: {
        options: '--user --system --no-pager',
        operands: 'text',
        check: () => say`It shows what programs keep secret`,
      },
      show: {
        options: '-p= --property= --user --no-pager --value',
        operands: 'text',
        needs: '-p --property',
        check: (call) =>
          /env|cred|pass|secret|token/i.test([...call.options.values()].join(','))
            ? say`It shows what programs keep secret`
            : null,
      },
    },
    runs: [
      'systemctl show -p MainPID ssh',
      'systemctl status ssh',
      'systemctl --user list-units',
      'systemctl is-active cron',
      'systemctl --failed',
      'systemctl list-units --type=service',
    ],
    asks: [
      'systemctl stop ssh',
      'systemctl show -p Environment x',
      'systemctl show -p SetCredential x',
      'systemctl cat x',
      'systemctl --user cat x',
      'systemctl show x',
      'systemctl -H host status',
      'systemctl edit x',
      'systemctl show-environment',
      'systemctl daemon-reload',
    ],
  },
  {
    names: 'journalctl',
    options:
      '-aefqxrkN -b? -n= -o= -p= -t= -u= -g= -S= -U= -F= --no-pager --since= --until= --unit= --user-unit= --user --system --lines= --output= --priority= --boot? --list-boots --disk-usage --follow --reverse --catalog --grep= --identifier= --dmesg --utc --all --full --quiet --fields --no-tail --no-hostname --header --verify',
    operands: 'text',
    check: (call) =>
      huntsForSecrets(call) ??
      (call.operands.every((word) => /^[A-Z_]+=|^\+$/.test(word.text))
        ? null
        : say`A path there names a program whose messages are shown`),
    runs: ['journalctl -u ssh -n 50', 'journalctl --since today --no-pager', 'journalctl -xe'],
    asks: [
      'journalctl --vacuum-time=1d',
      'journalctl --rotate',
      'journalctl --cursor-file=x',
      'journalctl --flush',
      'journalctl -D /x',
      'journalctl --grep=password',
      'journalctl -g Bearer',
    ],
  },
  {
    names: 'dmesg',
    options:
      '-THkxLderStuwW -l= -f= -s= --human --ctime --kernel --level= --facility= --follow --color? --decode --reltime --nopager --since= --until= --time-format= --json',
    operands: 'none',
    runs: ['dmesg', 'dmesg -T', 'dmesg -l err'],
    asks: ['dmesg -c', 'dmesg -C', 'dmesg --clear', 'dmesg -n 1', 'dmesg -D', 'dmesg -cT', 'dmesg --read-clear'],
  },
  {
    names: 'ip',
    style: 'words',
    options:
      '-4 -6 -br -brief -c -color -j -json -p -pretty -s -stats -statistics -d -details -o -oneline -h -human -t -a -all',
    operands: 'text',
    check: findIpReason,
    runs: ['ip a', 'ip -br addr show', 'ip route get 1.1.1.1', 'ip route', 'ip -s link show dev eth0'],
    asks: [
      'ip link set eth0 down',
      'ip addr add 1.2.3.4/24 dev eth0',
      'ip netns exec x ls',
      'ip -b x',
      'ip neigh replace a b',
      'ip route flush cache',
      'ip -force -batch x',
      'ip route get evil.example',
      'ip -r route',
      'ip -resolve addr',
      'ip l s eth0 down',
      'ip link s dev eth0 up',
    ],
  },
  {
    names: 'ifconfig',
    options: '-aludvmLr',
    operands: 'text',
    most: 1,
    // Without exactly one interface the action applies to all.
    check: (call) =>
      call.options.size > 0 && call.operands.some(({ text }) => !/^(?:inet6?|link|ether|[a-z]+\d+)$/.test(text))
        ? say`It changes the network`
        : null,
    runs: ['ifconfig', 'ifconfig en0', 'ifconfig -a', 'ifconfig -l', 'ifconfig -a inet', 'ifconfig -v en0'],
    asks: ['ifconfig -a down', 'ifconfig -d up', 'ifconfig eth0 up', 'ifconfig en0 down', 'ifconfig eth0 1.2.3.4'],
  },
  {
    names: 'netstat|ss',
    options:
      '-aAbBdgiIlLmnNoOpPqQrRsStTuvwWxXz046eHMp -f= -I= -c --all --listening --numeric --tcp --udp --unix --processes --summary --route --interfaces --statistics --extended --info --memory --options --ipv4 --ipv6 --raw --oneline --no-header',
    operands: 'text',
    check: findSocketReason,
    runs: [
      'netstat -an',
      'netstat -rn',
      'ss -tlnp',
      'ss -s',
      'netstat -nr -f inet',
      'ss -tn state established',
      'ss -tn dev = eth0',
      'ss -t',
    ],
    asks: [
      'ss -tn dst evil.example',
      'ss dst secret.evil.example',
      'ss dst abcd1',
      'ss src = eth0',
      'ss abcd1',
      'ss -tr',
      'ss src = a.b',
      'netstat -a',
      'netstat',
      'netstat -p tcp',
      'ss -K',
      'ss -tpK',
      'ss -pDx',
      'ss --kill dst 1.2.3.4',
      'ss -D x',
      'ss -F x',
      'ss -E',
    ],
  },
  {
    names: 'arp',
    options: '-aen -i= -v',
    operands: 'none',
    runs: ['arp -a', 'arp -an'],
    asks: ['arp evil.example', 'arp -a evil.example', 'arp -n evil.example', 'arp -d host', 'arp -s a b'],
  },
  {
    names: 'route',
    options: '-nevN46',
    operands: 'text',
    check: (call) =>
      call.operands.length === 0
        ? call.options.has('-n')
          ? null
          : ASKS_NAMES
        : call.operands[0]?.text === 'get'
          ? findNameReason(call.operands.slice(1))
          : say`It changes the network`,
    runs: ['route -n', 'route -n get default', 'route get 1.1.1.1'],
    asks: [
      'route',
      'route get evil.example',
      'route -n get evil.example',
      'route -n get -host evil.example',
      'route add default 1.1.1.1',
      'route delete x',
      'route flush',
    ],
  },
  {
    names: 'sysctl',
    options: '-aAnNeobdhlqtxX',
    operands: 'text',
    check: findSysctlReason,
    runs: ['sysctl -a', 'sysctl hw.ncpu', 'sysctl -n kern.version'],
    asks: [
      'sysctl -w a=b',
      'sysctl kern.maxfiles=12345',
      'sysctl kern.maxfiles:12345',
      'sysctl -p',
      'sysctl --system',
      'sysctl -f x',
    ],
  },
  {
    names: 'lsof',
    options: '-abChlnNoOPRtUVwX -c= -d= -F? -g? -i? -p= -s? -S? -T? -u= -x? -f?',
    runs: ['lsof -i :8080', 'lsof -nP -iTCP', 'lsof -p 12', 'lsof a.txt', 'lsof -i'],
    // Deskhand runs it with an option to print numbers; a terminal runs it unchanged.
    check: (call, site) =>
      call.words.some((word) => word.text.includes('@')) || (site.isTyped && !call.options.has('-n'))
        ? say`It asks name servers`
        : null,
    asks: ['lsof -D b', 'lsof -r', 'lsof -A x', 'lsof -i@evil.example', 'lsof -i @evil.example'],
  },
  {
    names: 'hostnamectl|timedatectl|localectl|loginctl|resolvectl|networkctl|bootctl|coredumpctl|busctl|machinectl',
    options: '-alqn -p= --no-pager --no-legend --all --property= --value --full --json= --static --transient --pretty',
    operands: 'text',
    isBareHarmless: true,
    commands: {
      'status|show|list|list-sessions|list-users|list-seats|session-status|user-status|show-session|show-user|show-timesync|timesync-status|list-timezones|list-locales|list-keymaps|statistics|tree|info':
        { options: '-alqn -p= --no-pager --no-legend --all --property= --value --full', operands: 'text' },
      // With a value these set it.
      'dns|domain': { operands: 'text', most: 1 },
    },
    runs: ['hostnamectl', 'timedatectl status', 'loginctl list-sessions', 'resolvectl status', 'resolvectl dns eth0'],
    asks: [
      'hostnamectl set-hostname x',
      'timedatectl set-time x',
      'loginctl terminate-user x',
      'resolvectl query x',
      'resolvectl dns eth0 1.2.3.4',
      'resolvectl domain eth0 x',
      'coredumpctl gdb',
    ],
  },
  {
    names: 'nmcli',
    options: '-tapgfcm -f= -g= -c= -m= -e= --terse --pretty --fields= --get-values= --colors=',
    operands: 'text',
    isBareHarmless: true,
    commands: {
      'general|g': {
        operands: 'none',
        commands: { 'status|hostname|permissions': { operands: 'none' } },
        isBareHarmless: true,
      },
      'device|dev|d': {
        commands: { 'status|show|wifi|list': { operands: 'none' } },
        operands: 'none',
        isBareHarmless: true,
      },
      'connection|con|c': {
        commands: { show: { options: '--active --order=', operands: 'text' } },
        operands: 'none',
        isBareHarmless: true,
      },
      'radio|networking': { operands: 'none' },
    },
    runs: ['nmcli', 'nmcli device status', 'nmcli con show', 'nmcli -t dev'],
    asks: [
      'nmcli con up x',
      'nmcli -s con show x',
      'nmcli radio wifi off',
      'nmcli dev wifi connect x',
      'nmcli --show-secrets con show x',
    ],
  },
  {
    names: 'amixer',
    // A device may be named by a file's settings.
    options: '-c= --card=',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'get|sget|cget': { operands: 'text', least: 1 },
      'scontrols|scontents|controls|contents|info': { operands: 'none' },
    },
    runs: ['amixer get Master', 'amixer scontrols', 'amixer -c 0 sget PCM', 'amixer'],
    asks: ['amixer set Master 20%', 'amixer -D x get Master', 'amixer cset numid=1 5', 'amixer events'],
  },
  {
    names: 'pactl',
    commands: {
      info: { operands: 'none' },
      list: { operands: 'text', options: '--format=' },
      'stat|get-default-sink|get-default-source': { operands: 'none' },
      'get-sink-volume|get-sink-mute|get-source-volume|get-source-mute': { operands: 'text', least: 1, most: 1 },
    },
    runs: ['pactl info', 'pactl list short sinks', 'pactl get-sink-volume @DEFAULT_SINK@'],
    asks: [
      'pactl set-sink-volume 0 20%',
      'pactl load-module module-null-sink',
      'pactl -s evil.example info',
      'pactl subscribe',
      'pactl upload-sample x',
    ],
  },
  {
    names: 'wpctl',
    commands: {
      status: { options: '-kn --nick --name', operands: 'none' },
      'get-volume|inspect': { operands: 'text', least: 1, most: 1 },
    },
    runs: ['wpctl status', 'wpctl get-volume @DEFAULT_AUDIO_SINK@'],
    asks: ['wpctl set-volume 1 0.5', 'wpctl set-mute 1 1', 'wpctl clear-default'],
  },
  {
    names: 'brightnessctl',
    options: '-lmq -c= -d= --list --machine-readable --class= --device=',
    isBareHarmless: true,
    operands: 'none',
    commands: { 'get|g|max|m|info|i': { operands: 'none' } },
    runs: ['brightnessctl', 'brightnessctl get', 'brightnessctl -l', 'brightnessctl -d x get'],
    asks: ['brightnessctl set 5%', 'brightnessctl s 5%', 'brightnessctl -r', 'brightnessctl --save get'],
  },
  {
    names: 'playerctl',
    options: '-al -p= --all-players --list-all --player=',
    isBareHarmless: true,
    operands: 'none',
    commands: {
      'status|volume|position': { operands: 'none' },
      metadata: { options: '-f= --format=', operands: 'text' },
    },
    runs: ['playerctl status', 'playerctl metadata --format "{{ title }}"', 'playerctl -l'],
    asks: [
      'playerctl play',
      'playerctl volume 1',
      'playerctl position 10',
      'playerctl open a.mp3',
      'playerctl -F status',
    ],
  },
  {
    names: 'bluetoothctl',
    commands: {
      'devices|show|list|info': { operands: 'text', most: 1 },
    },
    runs: ['bluetoothctl devices', 'bluetoothctl show'],
    asks: [
      'bluetoothctl',
      'bluetoothctl power off',
      'bluetoothctl connect x',
      'bluetoothctl pair x',
      'bluetoothctl -a x devices',
    ],
  },
  {
    names: 'iwconfig|iwgetid',
    operands: 'text',
    most: 1,
    runs: ['iwconfig', 'iwconfig wlan0', 'iwgetid'],
    asks: ['iwconfig wlan0 essid x', 'iwconfig wlan0 mode monitor'],
  },
  {
    names: 'sensors|acpi|upower|inxi|lshw|dmidecode|lsb_release|glxinfo',
    options: '-acdeilnrstuvbCSF --short --version --all --dump',
    operands: 'none',
    check: (call) =>
      (call.name === 'sensors' && call.options.has('-s')) || (call.name === 'inxi' && call.options.has('-i'))
        ? say`It sets limits, or asks another computer`
        : null,
    runs: ['sensors', 'lsb_release -a', 'upower -d'],
    asks: ['dmidecode --dump-bin x', 'sensors -s', 'inxi -i'],
  },
  {
    names: 'xrandr',
    style: 'words',
    options: '--query -q --current --listmonitors --verbose --version',
    operands: 'none',
    runs: ['xrandr', 'xrandr --query'],
    asks: ['xrandr --output x --off'],
  },
  {
    names: 'gsettings|dconf',
    options: '',
    commands: {
      'get|list-schemas|list-keys|list-recursively|list-children|range|describe|writable|read|list': {
        options: '',
        operands: 'text',
      },
    },
    runs: ['gsettings get org.gnome.desktop.interface gtk-theme', 'dconf read /x/y', 'gsettings list-schemas'],
    asks: ['gsettings set a b c', 'gsettings reset a b', 'dconf write /x y', 'dconf load /', 'gsettings monitor a'],
  },
  {
    names: 'nvidia-smi',
    options: '-Lq --list-gpus --query',
    operands: 'none',
    runs: ['nvidia-smi', 'nvidia-smi -L'],
    asks: ['nvidia-smi -pl 100', 'nvidia-smi --gpu-reset', 'nvidia-smi -f x'],
  },
  {
    names: 'wmctrl',
    options: '-ldmpGx',
    operands: 'none',
    needs: '-l -d -m',
    runs: ['wmctrl -l', 'wmctrl -lG'],
    asks: ['wmctrl -c Firefox', 'wmctrl -a x'],
  },
  {
    names: 'xprop|xwininfo',
    style: 'words',
    options: '-root -tree -id= -name= -all -children',
    operands: 'text',
    runs: ['xwininfo -root -tree', 'xprop -root'],
    asks: ['xprop -root -set A b', 'xprop -root -remove A'],
  },
  {
    names: 'dpkg',
    options:
      '-lLsSpICc -W --list --listfiles --status --search --print-architecture --print-foreign-architectures --print-avail --audit --version --get-selections --verify? --info --contents',
    operands: 'paths',
    needs:
      '-l -L -s -S -p -I -c -C --list --listfiles --status --search --print-architecture --print-foreign-architectures --print-avail --audit --version --get-selections --verify --info --contents',
    runs: ['dpkg -l', 'dpkg -L bash', 'dpkg --print-architecture', 'dpkg -S ls'],
    asks: ['dpkg -i a.deb', 'dpkg -r bash', 'dpkg --purge x', 'dpkg --configure -a'],
  },
  {
    names: 'dpkg-query',
    options: '-lLsSWpc -f= --list --listfiles --status --search --show --showformat=',
    operands: 'text',
    runs: ['dpkg-query -W bash'],
    asks: ['dpkg-query --admindir=x -l'],
  },
  {
    names: 'apt-cache',
    options: '-n --names-only --installed --no-all-versions --recurse',
    operands: 'text',
    runs: ['apt-cache policy bash', 'apt-cache search -n editor'],
    asks: ['apt-cache -o Dir=x show a', 'apt-cache -c x policy', 'apt-cache -p x policy'],
  },
  {
    names: 'apt|apt-get|apt-mark|aptitude',
    options: '-qaV --installed --upgradable --all-versions --names-only --full',
    operands: 'text',
    commands: {
      'list|show|search|policy|depends|rdepends|showhold|showmanual|showauto|versions|why|why-not|madison': {
        options: '-aqn --installed --upgradable --upgradeable --all-versions --names-only --full',
        operands: 'text',
      },
    },
    runs: ['apt list --installed', 'apt show bash', 'apt-mark showhold'],
    asks: ['apt install x', 'apt-get remove x', 'apt update', 'apt -o x=y list', 'apt-get changelog x'],
  },
  {
    names: 'rpm',
    options:
      '-qailRfcdpsV --query --all --info --list --file --requires --provides --changelog --last --qf= --queryformat= --verify --version',
    operands: 'paths',
    needs: '-q --query -V --verify --version',
    check: (call) =>
      [...call.options.values()].some((value) => value.includes('%(') || value.includes('%{lua'))
        ? say`A macro can run a command`
        : (call.options.has('-V') || call.options.has('--verify')) && call.options.has('-p')
          ? say`The package brings a script that would run`
          : null,
    runs: ['rpm -qa', 'rpm -qi bash', 'rpm -ql bash'],
    asks: ['rpm -i x.rpm', 'rpm -e bash', 'rpm --eval x', 'rpm -q --pipe sh bash', 'rpm -Vp x.rpm'],
  },
  {
    names: 'dnf|yum|zypper|pacman|apk|snap|flatpak|xbps-query',
    options: '-qaQiloskv --installed --all',
    operands: 'text',
    check: (call) => (call.name === 'pacman' && !call.options.has('-Q') ? say`It installs or removes packages` : null),
    isBareHarmless: false,
    commands: {
      'list|info|search|repolist|provides|history|packages|repos|remotes|version|se|lr|query|policy|connections|services|changes|find':
        { options: '-qailn --installed --all --available --app --columns= --user --system', operands: 'text', most: 1 },
    },
    runs: ['dnf list', 'snap list', 'flatpak list --app', 'apk info'],
    asks: [
      'dnf install x',
      'snap remove x',
      'pacman -S x',
      'flatpak run x',
      'dnf history undo 3',
      'snap connections set x',
    ],
  },
  {
    names: 'ufw|firewall-cmd',
    options: '--state --list-all --get-active-zones --get-zones --get-default-zone --list-services --list-ports',
    operands: 'text',
    check: (call) => (call.name === 'ufw' && call.operands[0]?.text !== 'status' ? say`It changes the firewall` : null),
    runs: ['ufw status', 'ufw status verbose', 'firewall-cmd --state'],
    asks: ['ufw disable', 'ufw allow 22'],
  },
  {
    names: 'swapon',
    options: '-s --show --summary',
    needs: '-s --show --summary',
    operands: 'none',
    runs: ['swapon --show', 'swapon -s'],
    asks: ['swapon /dev/sda2', 'swapon -a', 'swapon'],
  },
  {
    names: 'lvs|pvs|vgs',
    options: '-av -o= --noheadings --units=',
    operands: 'text',
    runs: ['lvs', 'vgs -v'],
    asks: ['lvs --config x'],
  },
  {
    names: 'zpool|zfs',
    options: '',
    commands: { 'list|status|get|iostat': { operands: 'text', options: '-HprvL -o= -t= -d= -s=' } },
    runs: ['zpool status', 'zfs list', 'zfs get all tank'],
    asks: ['zpool destroy tank', 'zfs destroy a', 'zfs set a=b c', 'zpool status -c x'],
  },
  {
    names: 'iptables|ip6tables|nft|pfctl',
    options: '-nvLS -t= -s= --list --list-rules --line-numbers -x',
    operands: 'text',
    check: (call) =>
      (call.name.startsWith('ip') &&
        (call.options.has('-L') ||
          call.options.has('-S') ||
          call.options.has('--list') ||
          call.options.has('--list-rules'))) ||
      (call.name === 'pfctl' && call.options.has('-s'))
        ? null
        : say`It can change the firewall`,
    most: 1,
    runs: ['iptables -L -n', 'pfctl -s rules', 'iptables -S'],
    asks: ['iptables -F', 'pfctl -d', 'nft flush ruleset', 'iptables -A INPUT -j DROP', 'iptables -L -Z'],
  },
];
