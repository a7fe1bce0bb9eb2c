import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, BlockList, isIPv4, isIPv6 } from 'node:net'
import { callbackify } from 'node:util'

/**
 * Classes of IP addresses. `private`: RFC 1918, RFC 4193, shared address space; `fake`: the range from which the DNS resolvers of some
 * proxies return placeholders (fake-IP); `special`: never downloaded from, such as link-local addresses, where cloud machines serve
 * their credentials.
 */
type AddressClass = 'public' | 'loopback' | 'private' | 'fake' | 'special'

const createBlockList = (...networks: (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')
  return list
}

const loopbackNetworks = createBlockList(['127.0.0.0', 8], ['::1', 128])
const privateNetworks = createBlockList(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
)
const fakeIpNetworks = createBlockList(['198.18.0.0', 15])
/** The other networks of IANA's special-purpose address registries. */
const specialNetworks = createBlockList(
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
const globalUnicastIPv6 = createBlockList(['2000::', 3])

/** The class of an IP address; `special` for any other text. */
export function classifyAddress(address: string): AddressClass {
  const isIPv6Address = isIPv6(address)
  if (!isIPv6Address && !isIPv4(address)) return 'special'
  const embeddedIPv4 = isIPv6Address ? extractIPv4(address) : null
  if (embeddedIPv4 !== null) return classifyAddress(embeddedIPv4)
  const family = isIPv6Address ? 'ipv6' : 'ipv4'
  if (loopbackNetworks.check(address, family)) return 'loopback'
  if (privateNetworks.check(address, family)) return 'private'
  if (fakeIpNetworks.check(address, family)) return 'fake'
  if (specialNetworks.check(address, family)) return 'special'
  return isIPv6Address && !globalUnicastIPv6.check(address, family) ? 'special' : 'public'
}

/** The IPv4 address inside an IPv4-mapped or NAT64 address, in the notation of the URL parser. */
function extractIPv4(address: string): string | null {
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname
  const found = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical)
  if (!found) return null
  const [high, low] = [found[1], found[2]].map((group) => Number.parseInt(group ?? '', 16))
  if (high === undefined || low === undefined) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The error code of a connection to an address that is not allowed. */
export const ADDRESS_REJECTED = 'EASEL_ADDRESS_REFUSED'

/** Resolves a host name to all its addresses, like `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The address classes, besides public ones, that results of a service may come from, by the class of the service's own address. Fake
 * addresses are allowed wherever a fake-IP resolver may be in use, because it returns a fake address for every name.
 */
const ALLOWED_CLASSES: Record<AddressClass, readonly AddressClass[]> = {
  public: [],
  special: [],
  loopback: ['loopback', 'fake'],
  private: ['private', 'fake'],
  fake: ['fake'],
}

/** A name without a dot, or in a domain that only private networks have. */
const LOCAL_NAME =
  /^[^.]+\.?$|\.(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/i

const removeBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * The hosts that results of one service may be downloaded from: public ones, the service's own, and those on a private network
 * or this machine if the service is there too.
 */
export class AllowedHosts {
  readonly #serviceHost: string | null
  readonly #resolve: Resolve
  /** Whether the service is on this computer, so that its results may use http. */
  readonly isLocal: boolean

  /** `service` is its URL; null if the connection was removed, so that only public hosts are allowed. */
  constructor(service: string | null, resolve: Resolve = systemLookup) {
    this.#serviceHost = service === null ? null : removeBrackets(URL.parse(service)?.hostname ?? '')
    this.#resolve = resolve
    this.isLocal = service !== null && isLoopback(service)
  }

  /** Returns the addresses of a host to which Easel may connect. */
  async allowedAddresses(host: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    if (removeBrackets(host) === this.#serviceHost) return new Set(addresses)
    const publicAddresses = addresses.filter((address) => classifyAddress(address) === 'public')
    if (publicAddresses.length === addresses.length) return new Set(publicAddresses)
    const allowed = await this.#allowedClasses()
    return new Set([
      ...publicAddresses,
      ...addresses.filter((address) => allowed.includes(classifyAddress(address))),
    ])
  }

  /** A DNS lookup that returns only allowed addresses, which prevents DNS rebinding between check and connection. */
  get lookup(): LookupFunction {
    const lookUp = callbackify((hostname: string) => this.#lookUpAllowed(hostname))
    return (hostname, options, callback) =>
      lookUp(hostname, (error, found) => {
        const [first] = found ?? []
        if (error || !first) callback(error ?? new AddressRejectedError('Address refused'), [])
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      })
  }

  /**
   * Checks a host that a proxy will resolve, which may reach networks that this computer doesn't. A name that means a private network is
   * refused unless the service is on one too, and so is a name that this computer resolves to an address that isn't allowed. A name that only
   * the proxy can resolve is allowed. @throws AddressRejectedError.
   */
  async checkProxiedHost(hostname: string): Promise<void> {
    const host = removeBrackets(hostname)
    if (host === this.#serviceHost) return
    const isLocalName = isIP(host) === 0 && LOCAL_NAME.test(host)
    if (isLocalName && !(await this.#allowedClasses()).includes('private'))
      throw new AddressRejectedError('Address refused')
    const known = isIP(host) === 0 ? await this.#resolveAll(host).catch(() => []) : [{ address: host }]
    const addresses = known.map(({ address }) => address)
    const allowed = await this.allowedAddresses(host, addresses)
    if (addresses.some((address) => !allowed.has(address))) throw new AddressRejectedError('Address refused')
  }

  async #lookUpAllowed(hostname: string): Promise<LookupAddress[]> {
    const addresses = await this.#resolveAll(hostname)
    const allowedAddresses = await this.allowedAddresses(
      hostname,
      addresses.map(({ address }) => address),
    )
    return addresses.filter(({ address }) => allowedAddresses.has(address))
  }

  /**
   * The classes of addresses, besides public ones, to which Easel may connect. The service's host is resolved each time, because a laptop
   * changes networks. A host with addresses of several classes counts as public.
   */
  async #allowedClasses(): Promise<readonly AddressClass[]> {
    const host = this.#serviceHost
    if (host === null || host === '') return []
    if (this.isLocal) return ALLOWED_CLASSES.loopback
    const addresses = isIP(host) === 0 ? await this.#resolveAll(host).catch(() => []) : [{ address: host }]
    const classes = new Set(addresses.map(({ address }) => classifyAddress(address)))
    const [onlyClass] = classes
    return classes.size === 1 && onlyClass ? ALLOWED_CLASSES[onlyClass] : []
  }

  #resolveAll(host: string): Promise<LookupAddress[]> {
    return new Promise((resolve, reject) => {
      this.#resolve(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
    })
  }
}

class AddressRejectedError extends Error {
  readonly code = ADDRESS_REJECTED
}

/** Whether a URL points to this machine. The URL parser normalizes every spelling of 127.0.0.1. */
const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
