/** Everyday tools: their output comes from files, the clock or the process table. */
import { type Sentence, say } from '../../../words/say.ts';
import { name } from '../../levels.ts';
import type { CallSite, Tool, ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';
import { findArgumentFileReason } from './argument-files.ts';

const TEST_WORDS = /^(?:-[bcdefghknoprstuwxzLNOSG]|-a|-nt|-ot|-ef|-eq|-ne|-lt|-le|-gt|-ge|=|==|!=|<|>|!|\(|\))$/;

/** `-v` and `-R` look into variables, and a subscript there can run a command. */
function findTestReason(call: ToolCall): Sentence | null {
  const words = call.name === '[' ? call.words.slice(0, -1) : call.words;
  if (call.name === '[' && call.words.at(-1)?.text !== ']') return unknownUse('[');
  const odd = words.find(
    (word) => word.text.startsWith('-') && !TEST_WORDS.test(word.text) && !/^-\d+$/.test(word.text),
  );
  if (odd !== undefined) return unknownUse('test', odd.text);
  return words.some((word) => /\[.*\$|`/.test(word.text)) ? say`A subscript in a test can run a command` : null;
}

/** Characters given by number, and ranges of punctuation: harmless, but used only to hide something. */
function findHiddenReason(call: ToolCall): Sentence | null {
  const text = call.words.map((word) => word.text).join(' ');
  if ((text.match(/\\(?:x[0-9a-f]{1,2}|[0-7]{3}|u[0-9a-f]{4})/gi)?.length ?? 0) >= 3)
    return say`It writes text in character codes`;
  return call.name.endsWith('tr') && /[!-/;-@\\^`{-~]-[!-~]/.test(text)
    ? say`It turns characters into other ones`
    : null;
}

/** `%n` stores into a variable, `-v` too. */
function findPrintfReason(call: ToolCall): Sentence | null {
  const hidden = findHiddenReason(call);
  if (hidden !== null) return hidden;
  const [format] = call.words;
  if (format?.text.startsWith('-') === true && format.text !== '--') return say`It can set a variable`;
  const formats = call.words.slice(0, format?.text === '--' ? 2 : 1);
  return formats.some((word) => /%[^%a-zA-Z]*n/.test(word.text)) ? say`It can set a variable` : null;
}

/** An argument with `+` is a format; any other one sets the clock, unless -j is given. */
function findDateReason(call: ToolCall): Sentence | null {
  if (call.options.has('-j')) return null;
  return call.operands.every((word) => word.text.startsWith('+')) ? null : say`It sets the clock`;
}

/** Without a dash, `e` in the letters shows every process's environment. */
function findPsReason(call: ToolCall): Sentence | null {
  if (call.operands.some((word) => !/^[A-DF-Za-df-z0-9,]+$/.test(word.text)))
    return say`It shows what programs keep secret`;
  const columns = [...call.options.values()].join(',').toLowerCase();
  return /env/.test(columns) ? say`It shows what programs keep secret` : null;
}

/** Variables whose values are not secret. */
const HARMLESS_VARIABLES =
  /^(?:path|home|user|logname|shell|lang|language|lc_[a-z]+|term|term_program|pwd|oldpwd|tmpdir|tz|editor|visual|pager|display|hostname|hosttype|ostype|shlvl|columns|lines|xdg_[a-z_]+|manpath|infopath|goroot|gopath|java_home|colorterm)$/i;

function findPrintenvReason(call: ToolCall): Sentence | null {
  if (call.operands.length === 0) return say`The environment can hold keys and tokens`;
  const odd = call.operands.find((word) => !HARMLESS_VARIABLES.test(word.text));
  return odd === undefined ? null : say`${name(odd.text)} could be a secret`;
}

function findTopReason(call: ToolCall): Sentence | null {
  return call.operands.length === 0 ? null : unknownUse('top', call.operands[0]?.text ?? '');
}

/** Comparing folders shows the files directly in them, even without -r. */
function findDiffReason(call: ToolCall, site: CallSite): Sentence | null {
  // `--to-file=folder` is one of them.
  return site.findBelow([...call.operands, ...call.pathValues], {
    passes: () => false,
    followsLinks: true,
    splitsNames: false,
  });
}

/** With -d it lists names without entering folders: names in its own folder show no more than `ls -a` does. */
function findListedReason(call: ToolCall, site: CallSite): Sentence | null {
  const dashed = call.words.filter(({ text }) => text.startsWith('-'));
  const isNamesOnly =
    dashed.some(({ text }) => /^-[^-]*d|^--directory$/.test(text)) &&
    dashed.every(({ text }) => /^(?:-[aAdlhFGrStU1]+|--directory|--all)$/.test(text));
  for (const word of call.operands) {
    const reason = isNamesOnly && /^\.?\*$/.test(word.text) ? null : site.findSecret(word);
    if (reason !== null) return reason;
  }
  return null;
}

/** Numbers, operators and brackets only: a colon or `match` is text work and harmless too, but commands never need it. */
function findExprReason(call: ToolCall): Sentence | null {
  return call.words.some((word) => word.text.length > 200) ? say`It is too long for a calculation` : null;
}

export const BASIC_TOOLS: readonly Tool[] = [
  {
    names: 'ls|gls',
    options: '*',
    operands: 'text',
    check: findListedReason,
    runs: ['ls -la src', 'ls', 'ls -l -a -h -r -t -S', 'ls *.txt', 'ls -d .*', 'ls -lad .*'],
  },
  { names: 'cat|gcat', options: '*', runs: ['cat -n a.txt', 'cat -- a b', 'cat'] },
  { names: 'head|ghead', options: '*', runs: ['head -20 a', 'head -n 5 a b', 'head -c 100 a'] },
  { names: 'tail|gtail', options: '*', runs: ['tail -f log', 'tail -n +3 a', 'tail -100 a'] },
  {
    names: 'wc|gwc',
    options: '*',
    isWildHarmless: true,
    refuses: '--files0-from',
    runs: ['wc -l a', 'wc a b', 'wc -l *.ts'],
    asks: ['wc --files0-from=x'],
  },
  {
    names: 'nl|tac|rev|fold|fmt|expand|unexpand|paste|cut|gcut|join|comm|column|colrm|look',
    options: '*',
    runs: ['cut -d: -f1 a', 'nl a', 'paste a b'],
  },
  {
    names: 'tr|gtr',
    options: '*',
    operands: 'text',
    check: findHiddenReason,
    runs: ['tr a-z A-Z', 'tr -d x', 'tr -s x', 'tr [:upper:] [:lower:]', 'tr , -'],
    asks: ['tr !-0 "-1'],
  },
  {
    names: 'echo|gecho',
    check: findHiddenReason,
    options: '*',
    operands: 'text',
    runs: ['echo hello', 'echo -n a', 'echo rm -rf /'],
  },
  {
    names: 'printf',
    options: '*',
    operands: 'text',
    check: findPrintfReason,
    runs: ['printf %s\\n a'],
    asks: ['printf -v x a', 'printf %n PATH'],
  },
  { names: 'true|false|:', options: '*', operands: 'text', runs: ['true'] },
  {
    names: 'kill',
    options: '-l',
    operands: 'none',
    needs: '-l',
    runs: ['kill -l'],
    asks: ['kill 1', 'kill -9 1', 'kill'],
  },
  { names: 'sleep', options: '', operands: 'text', runs: ['sleep 10'] },
  {
    names: 'test|[',
    options: '*',
    operands: 'paths',
    check: findTestReason,
    runs: ['test -f a', '[ -n a ]', 'test 1 -lt 2'],
    asks: ['test -v a', '[ a'],
  },
  { names: 'pwd|gpwd', options: '-LP --logical --physical', operands: 'none', runs: ['pwd', 'pwd -P'] },
  {
    names: 'cd',
    options: '-LP',
    operands: 'paths',
    most: 1,
    check: (call) =>
      call.operands.some((word) => word.isGlob || word.text === '-')
        ? say`I can't tell where it goes before it runs`
        : null,
    runs: ['cd src', 'cd', 'cd ..'],
    asks: ['cd a b', 'cd -', 'cd */'],
  },
  { names: 'type', options: '-aftpP', operands: 'text', runs: ['type rm', 'type -a ls'] },
  { names: 'which|gwhich', options: '-as --all', operands: 'text', runs: ['which git', 'which -a python3'] },
  { names: 'whereis|whatis|apropos', options: '-bmsBMfulak', operands: 'text', runs: ['whereis ls', 'whatis ls'] },
  {
    names: 'hash|alias',
    options: '',
    operands: 'text',
    check: (call) =>
      call.operands.some((word) => call.name === 'hash' || word.text.includes('='))
        ? say`It gives a program another name`
        : null,
    runs: ['alias', 'hash', 'alias ll'],
    asks: ['alias ls=rm', 'hash -p /tmp/x ls'],
  },
  { names: 'wait', options: '', operands: 'none', runs: ['wait'], asks: ['wait -n', 'wait -p x'] },
  { names: 'jobs|times|dirs', options: '-lprsv', operands: 'none', runs: ['jobs -l', 'times'] },
  { names: 'umask', options: '-pS', operands: 'none', runs: ['umask'], asks: ['umask 000'] },
  {
    names: 'ulimit',
    options: '-aSHcdfilmnpqrstuvx',
    operands: 'none',
    runs: ['ulimit -a', 'ulimit -n'],
    asks: ['ulimit -n 10'],
  },
  { names: 'help', options: '-dms', operands: 'text', runs: ['help cd'] },
  {
    names: 'date|gdate',
    options:
      '-ujRn -I? -d= -r=@ -f=@ -v= --date= --reference=@ --rfc-3339= --rfc-email --utc --universal --iso-8601? --debug',
    operands: 'text',
    check: findDateReason,
    runs: ['date', 'date +%s', 'date -u', 'date -r 12', 'date -j -f %s 1 +%F'],
    asks: ['date 010100001971', 'date -s now', 'date --set=x'],
  },
  { names: 'cal|ncal|gcal', options: '*', operands: 'text', runs: ['cal', 'cal 2026', 'cal -3'] },
  {
    names: 'uptime|arch|nproc|logname|tty|sync|groups|id|whoami|w|lastlog',
    options: '*',
    operands: 'text',
    refuses: '-C --chroot --clear --set',
    check: (call) =>
      call.name === 'arch' && call.words.length > 0
        ? say`It runs another program`
        : call.name === 'lastlog' && (call.options.has('-S') || call.options.has('-C'))
          ? say`It changes its own log`
          : null,
    runs: ['whoami', 'id -u', 'w', 'groups'],
    asks: ['arch -x86_64 ls', 'lastlog -S -u x'],
  },
  {
    // An operand may name another file to read than the system's own.
    names: 'who|users|last|lastb',
    options: '*',
    refuses: '-d --dns --lookup',
    runs: ['who -a', 'who am i', 'last -5', 'last reboot', 'users'],
    asks: ['last -d', 'last -xd', 'last --dns', 'who --lookup', 'who --look'],
  },
  {
    names: 'hostname',
    options: '-sfaiIdA --short --fqdn --long --alias --ip-address --all-ip-addresses --domain --all-fqdns',
    operands: 'none',
    check: (call) =>
      [...call.options.keys()].every((option) => /^(?:-[sI]|--short|--all-ip-addresses)$/.test(option))
        ? null
        : say`It asks name servers`,
    runs: ['hostname', 'hostname -s', 'hostname -I'],
    asks: ['hostname evil', 'hostname -F x', 'hostname -f', 'hostname -sA', 'hostname --fqdn', 'hostname -d'],
  },
  { names: 'uname|guname', options: '*', operands: 'none', runs: ['uname -a', 'uname'] },
  {
    names: 'ps',
    options:
      '-AacdefFjlLMmrSTvwWxXyZhHN -o= -O= -p= -t= -u= -U= -g= -G= -C= -s= -k= -q= --pid= --ppid= --user= --sort= --format= --forest --no-headers --headers --cols= --columns= --width= --tty=',
    operands: 'text',
    check: findPsReason,
    runs: ['ps', 'ps aux', 'ps -ef', 'ps -p 12 -o pid,comm', 'ps axo pid,comm'],
    asks: ['ps e', 'ps auxe', 'ps eww', 'ps -E', 'ps -eo environ', 'ps auxewww'],
  },
  {
    names: 'pgrep',
    options:
      '-lafinovxcLq -u= -U= -P= -g= -G= -t= -s= -d= --list-name --list-full --full --count --newest --oldest --parent= --exact',
    operands: 'text',
    runs: ['pgrep -l node', 'pgrep -fl x'],
    asks: ['pgrep --signal KILL x', 'pgrep -f --signal KILL x'],
  },
  { names: 'pidof|pstree', options: '*', operands: 'text', runs: ['pidof node', 'pstree -p'] },
  {
    names: 'jps',
    options: '-qmlvV',
    operands: 'none',
    runs: ['jps', 'jps -l'],
    asks: ['jps -J-agentpath:x', 'jps host'],
  },
  {
    names: 'top',
    options: '-bicSHFuIR -n= -d= -p= -U= -u= -o= -l= -s= -stats= -pid= -e=',
    operands: 'text',
    check: findTopReason,
    runs: ['top -b -n 1', 'top -l 1 -n 10', 'top -l 1'],
  },
  {
    names:
      'vm_stat|vmstat|iostat|mpstat|free|lscpu|lsmem|lsmod|lsusb|lspci|getconf|locale|lsipc|lslocks|lsns|lslogins|numactl',
    options: '*',
    operands: 'text',
    refuses: '--sysroot --output-config',
    check: (call) =>
      call.name === 'numactl' && !/^(?:-H|--hardware|-s|--show)$/.test(call.words.map((word) => word.text).join(' '))
        ? say`It runs another program`
        : call.name === 'lspci' && [...call.options.keys()].some((option) => /^-[qQOAFH]$/.test(option))
          ? say`It asks name servers, or writes a file`
          : null,
    runs: ['vm_stat', 'free -h', 'lscpu', 'iostat 1 2', 'getconf PAGE_SIZE', 'lspci -v'],
    asks: ['lspci -q', 'lspci -O net.cache_name=x', 'numactl ls', 'numactl --file=x --length=1g --touch'],
  },
  {
    names: 'lsblk|findmnt|blkid',
    options:
      '-aAbdfhiJlLmnOpPrstTvVy -o= -e= -I= -M= --json --list --bytes --all --output= --fs --tree? --df --real --pseudo --types= -T= -S=',
    runs: ['lsblk', 'lsblk -f', 'findmnt -l'],
    asks: ['blkid -c /tmp/x'],
  },
  {
    names: 'df|gdf|du|gdu',
    options: '*',
    isWildHarmless: true,
    refuses: '--files0-from -X --exclude-from',
    runs: ['df -h', 'du -sh .', 'du -h -d 1 src'],
  },
  {
    names:
      'stat|gstat|readlink|greadlink|realpath|grealpath|basename|gbasename|dirname|gdirname|namei|lsattr|getfacl|pathchk',
    options: '*',
    runs: ['stat a', 'stat -f%z a', 'readlink link', 'basename a/b', 'realpath a'],
  },
  {
    names: 'file',
    options:
      '-bciIkLhNnprsv0 -F= -e= --brief --mime --mime-type --mime-encoding --dereference --keep-going --no-buffer --separator= --extension',
    runs: ['file a b', 'file -b --mime-type a', 'file -I a'],
    asks: ['file -C -m x', 'file -z a.gz', 'file -f list', 'file -m x a'],
  },
  {
    names: 'md5|md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|shasum|b2sum|cksum|sum|crc32|gmd5sum|gsha256sum',
    options: '*',
    runs: ['md5 a', 'shasum -a 256 a', 'sha256sum -c sums'],
  },
  {
    names: 'cmp|diff|gdiff|diff3|colordiff|wdiff',
    options: '*',
    refuses: '--diff-program -l --paginate',
    check: findDiffReason,
    runs: ['diff a b', 'diff -u a b', 'cmp a b', 'diff -r a b'],
    asks: ['diff3 --diff-program=x a b c', 'diff --rec --new ~ b', 'diff --unidirectional-new-file a ~'],
  },
  {
    names: 'seq|gseq|factor|expr|gexpr',
    options: '*',
    operands: 'text',
    check: findExprReason,
    runs: ['seq 1 10', 'expr 1 + 2'],
  },
  {
    names: 'od|god|hexdump|hd',
    options: '*',
    most: 8,
    runs: ['hexdump -C a', 'od -c a'],
  },
  {
    names: 'strings|gstrings',
    options: '*',
    most: 8,
    check: findArgumentFileReason,
    runs: ['strings a', 'strings -n 8 a', 'strings ./@a'],
    asks: ['strings @a', 'strings -n 8 @a', 'strings -- @a', 'strings *'],
  },
  {
    names: 'xxd',
    style: 'words',
    options: '-a -b -e -E -i -p -ps -plain -u -c= -cols= -g= -groupsize= -l= -len= -s= -seek= -o= -n=',
    most: 1,
    runs: ['xxd a', 'xxd -l 64 a', 'xxd -c 16 -g 1 a', 'xxd -p a'],
    asks: ['xxd -r a b', 'xxd a b', 'xxd a*', 'xxd -revert a b'],
  },
  {
    names: 'base64|gbase64|base32',
    options: '-dD -w= -b= -i=@ --decode --wrap= --break= --input=@',
    most: 1,
    runs: ['base64 a', 'base64 -d a'],
    asks: ['base64 -o b a', 'base64 a b', 'base64 -dob a'],
  },
  {
    names: 'tree',
    options:
      '-adflxLpshDugFCnrtcUqNQXJiAS -P= -I= -L= --dirsfirst --noreport --du --si --sort? --prune --charset= --filelimit= --gitignore --filesfirst --matchdirs --ignore-case --timefmt= --inodes --device',
    runs: ['tree -L 2', 'tree -a src'],
    asks: ['tree -o x', 'tree -R -H x'],
  },
  {
    names: 'less|more|zless',
    options: '-eEFgGiIJmMnNqQrRsSuUVwWX -x= -#',
    runs: ['less a.txt', 'less -N a', 'more a'],
    asks: ['less -o log a', 'less -N -o log a', 'less +!rm a', 'less -k x a'],
    check: (call) =>
      call.operands.some((word) => word.text.startsWith('+')) ? say`A + command runs inside the pager` : null,
  },
  {
    names: 'man',
    options: '-afkwW -s= -S= --where --apropos --whatis --all',
    operands: 'text',
    check: (call) => (call.operands.every((word) => /^[\w.+-]+$/.test(word.text)) ? null : say`It can read any file`),
    runs: ['man ls', 'man -k copy', 'man 5 crontab'],
    asks: ['man -P sh ls', 'man ./x', 'man -l x'],
  },
  { names: 'bc', options: '-lqsw', runs: ['bc', 'bc -l'], asks: ['bc -x'] },
  {
    names: 'tmux',
    options: '-V',
    isBareHarmless: true,
    operands: 'none',
    check: (call) => (call.options.has('-V') ? null : say`It opens a terminal`),
    commands: {
      'ls|list-sessions|list-windows|list-panes|list-clients|list-keys|list-commands': {
        options: '-a -t=',
        operands: 'none',
      },
    },
    runs: ['tmux ls', 'tmux -V', 'tmux list-windows'],
    asks: ['tmux', 'tmux new', 'tmux send-keys x', 'tmux ls -F x', 'tmux ls -a -F#(x)'],
  },
  {
    names: 'screen',
    style: 'words',
    options: '-ls -list -v',
    needs: '-ls -list -v',
    operands: 'none',
    runs: ['screen -ls'],
    asks: ['screen', 'screen -X x', 'screen ls'],
  },
  {
    names: 'printenv',
    options: '-0 --null',
    operands: 'text',
    check: findPrintenvReason,
    runs: ['printenv PATH', 'printenv HOME USER'],
    asks: ['printenv', 'printenv AWS_SECRET_ACCESS_KEY'],
  },
  {
    names: 'sort|gsort',
    options:
      '-bcCdfgGhiMmnrRsuVz -k= -t= -S= --key= --field-separator= --reverse --numeric-sort --unique --human-numeric-sort --ignore-case --version-sort --general-numeric-sort --month-sort --random-sort --stable --check? --ignore-leading-blanks --dictionary-order --zero-terminated --buffer-size= --parallel= --debug',
    runs: ['sort a', 'sort -k2,2n -t: a', 'sort -rn', 'sort --reverse a'],
    asks: [
      'sort -o b a',
      'sort --compress-program=/tmp/x a',
      'sort --output=x a',
      'sort -T /x a',
      'sort --files0-from=x',
      'sort --comp=x a',
    ],
  },
  {
    names: 'uniq|guniq',
    options:
      '-cdDiuz -f= -s= -w= --count --repeated --all-repeated? --unique --ignore-case --skip-fields= --skip-chars= --check-chars= --group?',
    most: 1,
    runs: ['uniq -c', 'uniq a', 'uniq -c a'],
    asks: ['uniq a b', 'uniq a*'],
  },
  {
    names: 'crontab',
    options: '-l',
    operands: 'none',
    needs: '-l',
    runs: ['crontab -l'],
    asks: ['crontab', 'crontab -r', 'crontab x', 'crontab -e'],
  },
  { names: 'atq|lpstat|lpq', options: '-adprstuv', operands: 'text', runs: ['atq', 'lpstat -p'] },
  { names: 'stty', options: '-ag --all --save', operands: 'none', runs: ['stty -a'], asks: ['stty raw'] },
  {
    names: 'tput',
    options: '',
    operands: 'text',
    check: (call) =>
      /^(?:cols|lines|colors|longname)$/.test(call.operands[0]?.text ?? '') ? null : say`It can change the terminal`,
    runs: ['tput cols'],
    asks: ['tput reset'],
  },
  {
    names: 'mount',
    options: '-lv',
    operands: 'none',
    runs: ['mount', 'mount -l'],
    asks: ['mount /dev/sda1 /mnt', 'mount -a'],
  },
  {
    names: 'locate|mlocate|plocate',
    options: '-bceiAw -n= -l= --count --limit= --ignore-case --basename --existing',
    operands: 'paths',
    runs: ['locate -i notes', 'locate a.txt'],
    asks: ['locate -d x a', 'locate -i -d x a'],
  },
];
