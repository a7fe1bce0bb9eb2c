import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { addressClass, type AddressClass } from './addressClass.ts'

export const ADDRESS_REFUSED = 'EASEL_ADDRESS_REFUSED'

export type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The address classes, besides public ones, that results of a service may come from, by the class of the service's own address. A
 * fake-IP resolver returns such an address for every name.
 */
const ALLOWED_CLASSES: Record<AddressClass, readonly AddressClass[]> = {
  public: [],
  special: [],
  loopback: ['loopback', 'fake'],
  private: ['private', 'fake'],
  fake: ['fake'],
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * The hosts that results of one service may be downloaded from: public ones, the service's own, and those on a private network
 * or this machine if the service is there too.
 */
export class AllowedHosts {
  readonly #host: string | null
  readonly #resolve: Resolve
  /** Whether the service is on this computer, so that its results may use http. */
  readonly isLocal: boolean

  /** `service` is its URL; null if the connection was removed, so that only public hosts are allowed. */
  constructor(service: string | null, resolve: Resolve = systemLookup) {
    this.#host = service === null ? null : withoutBrackets(URL.parse(service)?.hostname ?? '')
    this.#resolve = resolve
    this.isLocal = service !== null && isLoopback(service)
  }

  /** The addresses of a host that connections are allowed to. */
  async allowedAddresses(host: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    if (withoutBrackets(host) === this.#host) return new Set(addresses)
    const isPublic = addresses.filter((address) => addressClass(address) === 'public')
    if (isPublic.length === addresses.length) return new Set(isPublic)
    const allowed = await this.#allowedClasses()
    return new Set([...isPublic, ...addresses.filter((address) => allowed.includes(addressClass(address)))])
  }

  /** A DNS lookup that returns only allowed addresses, which prevents DNS rebinding between check and connection. */
  get lookup(): LookupFunction {
    const find = callbackify((hostname: string) => this.#lookUpAllowed(hostname))
    return (hostname, options, callback) =>
      find(hostname, (error, found) => {
        const [first] = found ?? []
        if (error || !first) callback(error ?? new AddressRefused('Address refused'), [])
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      })
  }

  async #lookUpAllowed(hostname: string): Promise<LookupAddress[]> {
    const addresses = await this.#addressesOf(hostname)
    const allowedAddresses = await this.allowedAddresses(
      hostname,
      addresses.map(({ address }) => address),
    )
    return addresses.filter(({ address }) => allowedAddresses.has(address))
  }

  /**
   * Resolved each time, because a laptop changes networks. A name with addresses of several classes counts as the most public
   * one.
   */
  async #allowedClasses(): Promise<readonly AddressClass[]> {
    const host = this.#host
    if (host === null || host === '') return []
    if (this.isLocal) return ALLOWED_CLASSES.loopback
    const addresses = isIP(host) === 0 ? await this.#addressesOf(host).catch(() => []) : [{ address: host }]
    const classes = new Set(addresses.map(({ address }) => addressClass(address)))
    const [only] = classes
    return classes.size === 1 && only ? ALLOWED_CLASSES[only] : []
  }

  #addressesOf(host: string): Promise<LookupAddress[]> {
    return new Promise((resolve, reject) => {
      this.#resolve(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
    })
  }
}

class AddressRefused extends Error {
  readonly code = ADDRESS_REFUSED
}

/** Whether a URL points to this machine. The URL parser normalizes every spelling of 127.0.0.1. */
const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
