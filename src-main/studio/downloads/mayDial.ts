import { BlockList, isIPv4, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Addresses that are no public host: iana.org special-purpose registries. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix)
}
/** Of version 6 only the global unicast range is public, and not all of it. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(network, prefix, 'ipv6')
}

/** Whether a result may be fetched from this IP address: public hosts, and loopback where it is allowed. */
export function mayDial(address: string, allowLoopback: boolean): boolean {
  if (isIPv4(address)) return loopback.check(address) ? allowLoopback : !special.check(address)
  if (!isIPv6(address)) return false
  const inner = embedded(address)
  if (inner !== null) return mayDial(inner, allowLoopback)
  if (loopback.check(address, 'ipv6')) return allowLoopback
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** The version 4 address inside a mapped or NAT64 one, as the URL parser writes them. */
function embedded(address: string): string | null {
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname
  const found = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical)
  if (!found) return null
  const [high, low] = [found[1], found[2]].map((group) => Number.parseInt(group ?? '', 16))
  if (high === undefined || low === undefined) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
