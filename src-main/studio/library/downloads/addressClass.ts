import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Classes of IP addresses. `private`: RFC 1918, RFC 4193, shared address space; `fake`: the range of fake-IP resolvers of
 * proxies; `special`: never downloaded from, such as link-local addresses, where cloud machines serve their credentials.
 */
export type AddressClass = 'public' | 'loopback' | 'private' | 'fake' | 'special'

const listOf = (...networks: (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')
  return list
}

const loopback = listOf(['127.0.0.0', 8], ['::1', 128])
const privateNetworks = listOf(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
)
const fake = listOf(['198.18.0.0', 15])
/** The other networks of IANA's special-purpose address registries. */
const special = listOf(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
)
/** In IPv6, only the global unicast range is public, and not all of it. */
const global6 = listOf(['2000::', 3])

/** Anything that is not an IP address is `special`. */
export function addressClass(address: string): AddressClass {
  const isIPv6Address = isIPv6(address)
  if (!isIPv6Address && !isIPv4(address)) return 'special'
  const inner = isIPv6Address ? embedded(address) : null
  if (inner !== null) return addressClass(inner)
  const family = isIPv6Address ? 'ipv6' : 'ipv4'
  if (loopback.check(address, family)) return 'loopback'
  if (privateNetworks.check(address, family)) return 'private'
  if (fake.check(address, family)) return 'fake'
  if (special.check(address, family)) return 'special'
  return isIPv6Address && !global6.check(address, family) ? 'special' : 'public'
}

/** The IPv4 address inside an IPv4-mapped or NAT64 address, in the notation of the URL parser. */
function embedded(address: string): string | null {
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname
  const found = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical)
  if (!found) return null
  const [high, low] = [found[1], found[2]].map((group) => Number.parseInt(group ?? '', 16))
  if (high === undefined || low === undefined) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
