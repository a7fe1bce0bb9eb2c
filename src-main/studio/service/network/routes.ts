import { BlockList, isIP } from 'node:net'

/** How a connection to a server is made. `uri` of a proxy: http, https or socks5, perhaps with a name and password. */
export type Route =
  | { kind: 'direct' }
  | { kind: 'proxy'; uri: string }
  | { kind: 'unsupported'; name: string }

/** The ways to a server, tried in order until one connects. */
export interface Routes {
  routes: readonly Route[]
  /** A configured proxy that isn't used for this server, as `host:port`, for the message of a failed connection. */
  unusedProxy: string | null
}

/** Finds the ways to the server of a URL. */
export type FindRoutes = (target: URL) => Promise<Routes>

const DIRECT: Route = { kind: 'direct' }
export const DIRECT_ONLY: Routes = { routes: [DIRECT], unusedProxy: null }

/** This computer is never reached through a proxy, so that the sandbox and local services work whatever is configured. */
export const isLoopbackHost = (hostname: string): boolean => {
  const host = normalizeHost(hostname)
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}

/** The proxies of the environment variables; null if none of them names one. */
export function createEnvironmentRoutes(env: NodeJS.ProcessEnv): ((target: URL) => Routes) | null {
  const read = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  const [forHttps, forHttp, forAll] = [read('HTTPS_PROXY'), read('HTTP_PROXY'), read('ALL_PROXY')]
  const any = forHttps || forAll || forHttp
  if (any === '') return null
  const excluded = read('NO_PROXY')
  return (target) => {
    if (isLoopbackHost(target.hostname)) return DIRECT_ONLY
    const configured = (target.protocol === 'https:' ? forHttps : forHttp) || forAll
    if (configured === '' || isExcluded(excluded, target))
      return { routes: [DIRECT], unusedProxy: nameProxy(configured || any) }
    return { routes: [parseProxy(configured)], unusedProxy: null }
  }
}

const SCHEMES: Record<string, string> = {
  'http:': 'http:',
  'https:': 'https:',
  'socks5:': 'socks5:',
  'socks5h:': 'socks5:',
  'socks:': 'socks5:',
}
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

/** Parses a proxy, with or without a scheme. */
export function parseProxy(text: string): Route {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const scheme = url === null ? undefined : SCHEMES[url.protocol]
  if (!url?.hostname || scheme === undefined || !canDecode(url.username) || !canDecode(url.password))
    return { kind: 'unsupported', name: nameProxy(text) }
  // The parser of a scheme without a special meaning keeps an empty port.
  const port = url.port || DEFAULT_PORTS[scheme]
  const login = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`
  return { kind: 'proxy', uri: `${scheme}//${login}${url.hostname}:${port}` }
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** A proxy as it is shown: host and port, never the name and password in its URL. */
export function nameProxy(text: string): string {
  const withoutLogin = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^.*@/s, '')
  return (withoutLogin.split(/[/?#]/, 1)[0] ?? '').slice(0, 100)
}

/** Parses Chromium's list of proxies, such as `PROXY a:8080; SOCKS5 b:1080; DIRECT`. */
export function parseSystemProxies(text: string): Routes {
  const routes = text.split(';').flatMap((entry): Route[] => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/)
    switch (kind.toUpperCase()) {
      case '':
        return []
      case 'DIRECT':
        return [DIRECT]
      case 'PROXY':
      case 'HTTP':
        return [parseProxy(`http://${address}`)]
      case 'HTTPS':
        return [parseProxy(`https://${address}`)]
      case 'SOCKS':
      case 'SOCKS5':
        return [parseProxy(`socks5://${address}`)]
      default:
        return [{ kind: 'unsupported', name: `${kind} ${address}`.trim().slice(0, 100) }]
    }
  })
  return { routes: routes.length === 0 ? [DIRECT] : routes, unusedProxy: null }
}

const normalizeHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/(?<=.)\.$/, '')
    .toLowerCase()

/** Whether `NO_PROXY` lists the host of a URL: `*`, names with their subdomains, addresses, networks, each with or without a port. */
function isExcluded(list: string, target: URL): boolean {
  const host = normalizeHost(target.hostname)
  const port = target.port || DEFAULT_PORTS[target.protocol] || ''
  return list
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [name, entryPort] = splitPort(entry)
      if (entryPort !== null && entryPort !== port) return false
      return matchesHost(normalizeHost(name), host)
    })
}

/** The host and the port of an entry. Without brackets, an entry with several colons is an IPv6 address without a port. */
function splitPort(entry: string): [host: string, port: string | null] {
  const colon = entry.lastIndexOf(':')
  const hasPort = colon > 0 && /^\d+$/.test(entry.slice(colon + 1))
  const isAddress = !entry.startsWith('[') && entry.indexOf(':') !== colon
  return hasPort && !isAddress && colon > entry.indexOf(']')
    ? [entry.slice(0, colon), entry.slice(colon + 1)]
    : [entry, null]
}

function matchesHost(entry: string, host: string): boolean {
  if (entry === '*') return true
  if (isIP(host) !== 0) return isInNetwork(entry, host)
  const suffix = entry.replace(/^\*?\./, '')
  if (suffix === '') return false
  return host.endsWith(`.${suffix}`) || (host === suffix && !entry.startsWith('*'))
}

/** Whether an address equals an entry or is in it, such as `10.0.0.0/8`. */
function isInNetwork(entry: string, address: string): boolean {
  const [, network = '', prefix] = /^\[?([^\]/]*)\]?(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(network)
  if (version === 0) return false
  const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix)
  if (bits > (version === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6')
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
