/** The filter of system calls for the confined place: a classic BPF program for seccomp(2), made here and handed to bubblewrap. */

/** Numbers on x86-64 and on arm64 (linux/unistd.h); null: there is no such call. */
type Numbers = readonly [x64: number, arm64: number | null];

/** Looking into other processes, keys, kernel interfaces with a history of escapes, new namespaces and mounts, handles past the mounts. */
const REFUSED: Readonly<Record<string, Numbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
};

/**
 * Calls that fail as if the kernel were too old for them: programs then do without (glibc uses clone instead of clone3, whose arguments no
 * filter can see).
 */
const UNKNOWN: Readonly<Record<string, Numbers>> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  clone3: [435, 435],
};

const SOCKET: Numbers = [41, 198];
const SOCKETPAIR: Numbers = [53, 199];
const IOCTL: Numbers = [16, 29];
const CLONE: Numbers = [56, 220];
const PERSONALITY: Numbers = [135, 92];

/** The last call known at the time of writing: later ones (mseal) are refused, and with them the x32 calls of x86-64. */
const LAST_KNOWN = 462;
/** linux/audit.h */
const ARCHITECTURES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const SOCK_SEQPACKET = 5;
const SOCK_KINDS = 0xf;
/** Puts signs into a terminal's input, as if somebody had typed them; TIOCLINUX does so on a console. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** All CLONE_NEW… of clone(2). */
const NEW_NAMESPACES = 0x7e020000;

/** linux/bpf_common.h, linux/seccomp.h */
const LOAD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER = 0x25;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const ERROR = 0x00050000;
const KILL_PROCESS = 0x80000000;
/** Offsets in seccomp_data. Of an argument only the lower half is read, which is all that the kernel uses for these calls. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** null: this processor has no filter, and so there is no confined place. */
export function buildFilter(arch: string): Uint8Array | null {
  if (arch !== 'x64' && arch !== 'arm64') return null;
  const numberOf = ([x64, arm64]: Numbers): number | null => (arch === 'x64' ? x64 : arm64);
  const refuse = (error: number): Instruction => [RETURN, 0, 0, ERROR | error];
  const allow: Instruction = [RETURN, 0, 0, ALLOW];
  const load = (at: number): Instruction => [LOAD, 0, 0, at];
  const calls = (table: Readonly<Record<string, Numbers>>, error: number): readonly Instruction[] =>
    Object.values(table).flatMap((numbers) => {
      const number = numberOf(numbers);
      return number === null ? [] : [[JUMP_EQUAL, 0, 1, number] as const, refuse(error)];
    });
  /** A call with a look at its arguments: the body ends in a decision. */
  const call = (numbers: Numbers, body: readonly Instruction[]): readonly Instruction[] => {
    const number = numberOf(numbers);
    return number === null ? [] : [[JUMP_EQUAL, 0, body.length, number], ...body];
  };
  const program: readonly Instruction[] = [
    load(ARCHITECTURE_AT),
    [JUMP_EQUAL, 1, 0, ARCHITECTURES[arch]],
    [RETURN, 0, 0, KILL_PROCESS],
    load(NUMBER_AT),
    [JUMP_GREATER, 0, 1, LAST_KNOWN],
    refuse(ENOSYS),
    ...calls(REFUSED, EPERM),
    ...calls(UNKNOWN, ENOSYS),
    ...call(CLONE, [load(argumentAt(0)), [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES], refuse(EPERM), allow]),
    // Reading what is set (0xffffffff) and the plain one; others switch protections off.
    ...call(PERSONALITY, [
      load(argumentAt(0)),
      [JUMP_EQUAL, 2, 0, 0],
      [JUMP_EQUAL, 1, 0, 0xffffffff],
      refuse(EPERM),
      allow,
    ]),
    ...call(IOCTL, [
      load(argumentAt(1)),
      [JUMP_EQUAL, 1, 0, TIOCSTI],
      [JUMP_EQUAL, 0, 1, TIOCLINUX],
      refuse(EPERM),
      allow,
    ]),
    // Internet sockets reach nothing but the place's own loopback. Netlink only to read the own interfaces.
    ...call(SOCKET, [
      load(argumentAt(0)),
      [JUMP_EQUAL, 5, 0, AF_INET],
      [JUMP_EQUAL, 4, 0, AF_INET6],
      [JUMP_EQUAL, 0, 7, AF_NETLINK],
      load(argumentAt(2)),
      [JUMP_EQUAL, 0, 5, 0],
      allow,
      load(argumentAt(1)),
      [AND, 0, 0, SOCK_KINDS],
      [JUMP_EQUAL, 2, 0, SOCK_STREAM],
      [JUMP_EQUAL, 1, 0, SOCK_DGRAM],
      refuse(EACCES),
      allow,
    ]),
    // A socket pair stays joined to itself, except for datagram pairs, which can be connected to any address.
    ...call(SOCKETPAIR, [
      load(argumentAt(0)),
      [JUMP_EQUAL, 0, 4, AF_UNIX],
      load(argumentAt(1)),
      [AND, 0, 0, SOCK_KINDS],
      [JUMP_EQUAL, 2, 0, SOCK_STREAM],
      [JUMP_EQUAL, 1, 0, SOCK_SEQPACKET],
      refuse(EACCES),
      allow,
    ]),
    allow,
  ];
  return encode(program);
}

/** struct sock_filter, little-endian as both processors are. */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, ifTrue);
    view.setUint8(index * 8 + 3, ifFalse);
    view.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return bytes;
}
