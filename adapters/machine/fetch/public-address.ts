/** Which addresses of the internet are open to everyone: none of this computer, its network, a provider's own services or a tunnel. */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry of IPv4 (RFC 6890 and its updates), with multicast and what is reserved above it. */
const CLOSED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // The one service of a cloud (Azure) that answers on a public number.
  '168.63.129.16/32',
];
/** The only open range of IPv6, global unicast: mapped, translated, local and multicast addresses lie outside of it. */
const OPEN_6 = '2000::/3';
/** In it: protocols and tunnels (Teredo, ORCHID), documentation, 6to4, which leads to any IPv4 address. */
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const closed = listOf(CLOSED, 'ipv4');
const open6 = listOf([OPEN_6], 'ipv6');
const closed6 = listOf(CLOSED_6, 'ipv6');

/** False for what is no address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
    default:
      return false;
  }
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [start = '', bits] = range.split('/');
    list.addSubnet(start, Number(bits), family);
  }
  return list;
}
