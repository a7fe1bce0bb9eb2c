import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { classifyAddress, AllowedHosts, type Resolve } from './AllowedHosts.ts'
import { resolveTarget } from './fetchInto.ts'

const SPECIAL = [
  '0.0.0.0',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '::ffff:a9fe:a9fe',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
  '',
]
const PRIVATE = [
  '10.1.2.3',
  '100.64.0.1',
  '172.31.255.255',
  '192.168.1.1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '0:0:0:0:0:ffff:c0a8:1',
  '64:ff9b::10.0.0.1',
]
const FAKE = ['198.18.0.1', '198.19.255.255', '::ffff:198.18.0.1']
const LOOPBACK = ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1']
const PUBLIC = [
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '64:ff9b::101:101',
  '::ffff:1.1.1.1',
]

/** What the DNS resolver returns for each host name. */
const addressesByName: Record<string, string[]> = {
  'public.example': ['1.1.1.1'],
  'nas.example': ['192.168.1.9'],
  'proxied.example': ['198.18.0.7'],
  'mixed.example': ['1.1.1.1', '10.0.0.1'],
}
const resolve: Resolve = (hostname, _options, done) => {
  const addresses = addressesByName[hostname]
  if (!addresses) return done(new Error(`Unknown host ${hostname}`), [])
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}
const hostsFor = (service: string | null) => new AllowedHosts(service, resolve)
const isAllowedAddress = async (service: string | null, address: string, host = 'results.example') =>
  (await hostsFor(service).allowedAddresses(host, [address])).has(address)

describe('addresses', () => {
  it.each([
    [null, [...PUBLIC], [...PRIVATE, ...FAKE, ...LOOPBACK, ...SPECIAL]],
    ['https://public.example', [...PUBLIC], [...PRIVATE, ...FAKE, ...LOOPBACK, ...SPECIAL]],
    ['https://nowhere.example', [...PUBLIC], [...PRIVATE, ...FAKE, ...LOOPBACK, ...SPECIAL]],
    ['https://mixed.example', [...PUBLIC], [...PRIVATE, ...FAKE, ...LOOPBACK, ...SPECIAL]],
    ['https://nas.example', [...PUBLIC, ...PRIVATE, ...FAKE], [...LOOPBACK, ...SPECIAL]],
    ['https://10.0.0.1', [...PUBLIC, ...PRIVATE, ...FAKE], [...LOOPBACK, ...SPECIAL]],
    ['https://[fd00::5]', [...PUBLIC, ...PRIVATE, ...FAKE], [...LOOPBACK, ...SPECIAL]],
    ['https://proxied.example', [...PUBLIC, ...FAKE], [...PRIVATE, ...LOOPBACK, ...SPECIAL]],
    ['http://127.0.0.1:8080', [...PUBLIC, ...LOOPBACK, ...FAKE], [...PRIVATE, ...SPECIAL]],
  ])(
    'results of a service at %s may come only from public addresses and from networks like its own',
    async (service, allowed, rejected) => {
      for (const address of allowed) expect(await isAllowedAddress(service, address), address).toBe(true)
      for (const address of rejected) expect(await isAllowedAddress(service, address), address).toBe(false)
    },
  )

  it("of the service's own host are always allowed", async () => {
    expect(await isAllowedAddress('https://public.example/', '10.0.0.1', 'public.example')).toBe(true)
    expect(await isAllowedAddress('https://169.254.7.7/', '169.254.7.7', '169.254.7.7')).toBe(true)
  })

  it('that are special or fake are classified as such', () => {
    expect(SPECIAL.map(classifyAddress)).toEqual(SPECIAL.map(() => 'special'))
    expect(FAKE.map(classifyAddress)).toEqual(FAKE.map(() => 'fake'))
  })
})

describe('names', () => {
  const lookUp = (addresses: string[], all: boolean, service = 'https://public.example') =>
    new Promise<string | LookupAddress[] | undefined>((settle) => {
      const allowedHosts = new AllowedHosts(service, (hostname, options, done) => {
        if (hostname !== 'host.example') return resolve(hostname, options, done)
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      })
      allowedHosts.lookup('host.example', { all }, (error, found) => settle(error ? error.code : found))
    })

  it('that resolve only to private addresses are rejected on connecting, in both forms of the lookup', async () => {
    expect(await lookUp(['10.0.0.1', '::1'], true)).toBe('EASEL_ADDRESS_REFUSED')
    expect(await lookUp(['10.0.0.1'], false)).toBe('EASEL_ADDRESS_REFUSED')
    expect(await lookUp([], true)).toBe('EASEL_ADDRESS_REFUSED')
  })
  it('that resolve to private and public addresses are reduced to the public ones', async () => {
    expect(await lookUp(['127.0.0.1', '1.1.1.1'], true)).toEqual([{ address: '1.1.1.1', family: 4 }])
    expect(await lookUp(['192.168.0.1', '2606:4700::1111'], false)).toBe('2606:4700::1111')
  })
  it('that resolve to the network of the service are allowed', async () => {
    expect(await lookUp(['192.168.0.1'], false, 'https://nas.example')).toBe('192.168.0.1')
    expect(await lookUp(['198.18.3.3'], false, 'https://proxied.example')).toBe('198.18.3.3')
  })
})

describe('targets', () => {
  it.each([
    ['http://host.example/a.png', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['ftp://host.example/a', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['http://127.0.0.1/a', 'not_https'],
    ['https://127.0.0.1/a', 'address'],
    ['https://0x7f000001/a', 'address'],
    ['https://2130706433/a', 'address'],
    ['https://0177.0.0.1/a', 'address'],
    ['https://[::1]/a', 'address'],
    ['https://[::ffff:192.168.0.1]/a', 'address'],
    ['https://169.254.169.254/latest', 'address'],
    ['https://user:secret@host.example/a', 'credentials'],
    ['/relative', 'not_a_url'],
    ['', 'not_a_url'],
  ])('%s is rejected as %s', async (url, why) => {
    expect(await resolveTarget(url, null, hostsFor('https://public.example'))).toBe(why)
  })

  it('that are relative are resolved against the response that named them', async () => {
    const responseUrl = 'https://public.example/prefix/api/v1/client/request-status/1'
    const hrefs = ['/results/a.png', 'results/a.png', '//cdn.example/a.png', '?a'].map(async (text) =>
      String(await resolveTarget(text, responseUrl, hostsFor(responseUrl))),
    )
    expect(await Promise.all(hrefs)).toEqual([
      'https://public.example/results/a.png',
      'https://public.example/prefix/api/v1/client/request-status/results/a.png',
      'https://cdn.example/a.png',
      'https://public.example/prefix/api/v1/client/request-status/1?a',
    ])
  })

  it('may use http only on loopback, and only if the service is there too', async () => {
    const local = hostsFor('http://localhost:9000')
    const targets = {
      'http://127.0.0.1:8080/a': 'a URL',
      'http://localhost:8080/a': 'a URL',
      'http://[::1]:8080/a': 'a URL',
      'http://localhost.host.example/a': 'not_https',
      'http://10.0.0.1/a': 'not_https',
      'https://host.example/a': 'a URL',
    }
    for (const [url, expected] of Object.entries(targets)) {
      const found = await resolveTarget(url, null, local)
      expect(found instanceof URL ? 'a URL' : found, url).toBe(expected)
    }
  })
})
