import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createEnvironmentRoutes, DIRECT_ONLY, nameProxy, parseProxy, parseSystemProxies } from './routes.ts'

const routesFor = (env: Record<string, string>, url: string) =>
  createEnvironmentRoutes(env)?.(new URL(url)) ?? DIRECT_ONLY
/** The proxy for a URL; `direct` for none. */
const proxyFor = (env: Record<string, string>, url: string): string => {
  const [route] = routesFor(env, url).routes
  return route?.kind === 'proxy' ? route.uri : (route?.kind ?? '')
}
const SERVICE = 'https://api.service.example'

describe('the proxy of the environment', () => {
  test.each([
    [{ HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    [{ https_proxy: 'http://p:1' }, 'http://p:1'],
    [{ https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:1' }, 'http://lower:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://upper:1' }, 'direct'],
    [{ ALL_PROXY: 'http://p:1' }, 'http://p:1'],
    [{ all_proxy: 'socks5://p' }, 'socks5://p:1080'],
    [{ ALL_PROXY: 'http://all:1', HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    [{ HTTP_PROXY: 'http://p:1' }, 'direct'],
    [{}, 'direct'],
    [{ HTTPS_PROXY: ' ' }, 'direct'],
  ])('%o: %s', (env, proxy) => {
    expect(proxyFor({ ...env }, SERVICE)).toBe(proxy)
  })

  test.each([
    ['proxy', 'http://proxy:80'],
    ['proxy:3128', 'http://proxy:3128'],
    ['10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080'],
    ['http://user:pa%40ss@proxy:3128/', 'http://user:pa%40ss@proxy:3128'],
    ['user:p@ss@proxy:3128', 'http://user:p%40ss@proxy:3128'],
    ['http://user@proxy', 'http://user@proxy:80'],
    ['https://proxy', 'https://proxy:443'],
    ['HTTP://PROXY:3128', 'http://proxy:3128'],
    ['socks5h://user:x@proxy', 'socks5://user:x@proxy:1080'],
    ['socks://proxy:9', 'socks5://proxy:9'],
  ])('is understood as written: %s', (text, uri) => {
    expect(parseProxy(text)).toEqual({ kind: 'proxy', uri })
  })

  test.each(['socks4://proxy:1', 'ftp://proxy', 'http://', 'http://user:%zz@proxy:1', 'http://proxy:99999'])(
    'that Easel can’t use is named, and nothing goes around it: %s',
    (text) => {
      expect(parseProxy(text)).toMatchObject({ kind: 'unsupported' })
      expect(proxyFor({ HTTPS_PROXY: text }, SERVICE)).toBe('unsupported')
    },
  )

  it('is never used for this computer', () => {
    const env = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://p:1', ALL_PROXY: 'http://p:1' }
    for (const host of ['127.0.0.1:4400', '127.9.9.9', 'localhost', 'localhost.', 'a.localhost', '[::1]:80'])
      for (const scheme of ['http', 'https']) expect(proxyFor(env, `${scheme}://${host}`)).toBe('direct')
  })

  it('that isn’t used is named', () => {
    expect(routesFor({ HTTP_PROXY: 'http://u:secret@p:3128' }, SERVICE).unusedProxy).toBe('p:3128')
    expect(routesFor({ HTTPS_PROXY: 'u:secret@p:3128', NO_PROXY: '*' }, SERVICE).unusedProxy).toBe('p:3128')
    expect(routesFor({ HTTPS_PROXY: 'p:3128' }, SERVICE).unusedProxy).toBeNull()
  })
})

describe('NO_PROXY', () => {
  test.each([
    ['*', SERVICE, true],
    ['service.example', SERVICE, true],
    ['.service.example', SERVICE, true],
    ['*.service.example', SERVICE, true],
    ['*.api.service.example', SERVICE, false],
    ['API.Service.Example', SERVICE, true],
    ['api.service.example.', SERVICE, true],
    ['ervice.example', SERVICE, false],
    ['api', SERVICE, false],
    ['other, api.service.example', SERVICE, true],
    ['other api.service.example', SERVICE, true],
    ['api.service.example:443', SERVICE, true],
    ['api.service.example:8443', SERVICE, false],
    ['api.service.example:8443', `${SERVICE}:8443`, true],
    ['*:8443', `${SERVICE}:8443`, true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3:99', true],
    ['10.1.2.3:98', 'https://10.1.2.3:99', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['[fd12::1]', 'https://[fd12::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['[fd12::1]:444', 'https://[fd12::1]', false],
    ['FD12:0::0:1', 'https://[fd12::1]', true],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    [',,', SERVICE, false],
    ['', SERVICE, false],
    ['.', SERVICE, false],
  ])('%s excludes %s: %s', (list, url, isExcluded) => {
    expect(proxyFor({ HTTPS_PROXY: 'http://p:1', NO_PROXY: list }, url)).toBe(
      isExcluded ? 'direct' : 'http://p:1',
    )
    expect(proxyFor({ HTTPS_PROXY: 'http://p:1', no_proxy: list }, url)).toBe(
      isExcluded ? 'direct' : 'http://p:1',
    )
  })
})

test.each([
  ['DIRECT', ['direct']],
  ['', ['direct']],
  ['PROXY a:8080; DIRECT', ['http://a:8080', 'direct']],
  ['HTTPS b:443;SOCKS5 c:1080', ['https://b:443', 'socks5://c:1080']],
  ['SOCKS c:1080', ['socks5://c:1080']],
  ['PROXY [fd00::1]:8080', ['http://[fd00::1]:8080']],
  ['QUIC q:443; PROXY a:1', ['unsupported', 'http://a:1']],
])('the system’s list %s is used in its order', (text, expected) => {
  const { routes } = parseSystemProxies(text)
  expect(routes.map((route) => (route.kind === 'proxy' ? route.uri : route.kind))).toEqual(expected)
})

it('the name and password of a proxy are in no message', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'B', '7', '@', ':', '%', '#', '/', '?', '!'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(part, part, (name, password) => {
      const shown = nameProxy(`http://${name}zz:${password}secret@proxy.example:3128`)
      expect(shown).toBe('proxy.example:3128')
    }),
  )
})

it('no environment or system text throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.webUrl(), (proxy, excluded, url) => {
      expect(
        routesFor({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: excluded }, url).routes,
      ).toHaveLength(1)
      expect(parseSystemProxies(proxy).routes.length).toBeGreaterThan(0)
    }),
  )
})
