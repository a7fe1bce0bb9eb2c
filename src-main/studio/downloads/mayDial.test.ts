import { describe, expect, it } from 'vitest'
import { checkTarget } from './checkTarget.ts'
import { guardedLookup } from './guardedDispatcher.ts'
import { mayDial } from './mayDial.ts'

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:c0a8:1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
  '',
]
const LOOPBACK = ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1']
const PUBLIC = [
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '64:ff9b::101:101',
  '::ffff:1.1.1.1',
]

describe('addresses', () => {
  it.each(PRIVATE)('%s is never dialled', (address) => {
    expect([mayDial(address, false), mayDial(address, true)]).toEqual([false, false])
  })
  it.each(LOOPBACK)('%s is dialled only where loopback is allowed', (address) => {
    expect([mayDial(address, false), mayDial(address, true)]).toEqual([false, true])
  })
  it.each(PUBLIC)('%s is dialled', (address) => {
    expect([mayDial(address, false), mayDial(address, true)]).toEqual([true, true])
  })
})

describe('names', () => {
  const ask = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      const lookup = guardedLookup(false, (_name, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      )
      lookup('host.example', { all }, (error, found) => resolve(error ? error.code : found))
    })

  it('that lead only to private addresses are refused at the dial, in both shapes of the question', async () => {
    expect(await ask(['10.0.0.1', '::1'], true)).toBe('EASEL_ADDRESS_REFUSED')
    expect(await ask(['10.0.0.1'], false)).toBe('EASEL_ADDRESS_REFUSED')
    expect(await ask([], true)).toBe('EASEL_ADDRESS_REFUSED')
  })
  it('that lead to both are dialled at the public ones alone', async () => {
    expect(await ask(['127.0.0.1', '1.1.1.1'], true)).toEqual([{ address: '1.1.1.1', family: 4 }])
    expect(await ask(['192.168.0.1', '2606:4700::1111'], false)).toBe('2606:4700::1111')
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
  ])('%s is refused as %s', (url, why) => {
    expect(checkTarget(url, undefined, false)).toBe(why)
  })

  it('on loopback may be plain http only where loopback is allowed, and only there', () => {
    expect(checkTarget('http://127.0.0.1:8080/a', undefined, true)).toBeInstanceOf(URL)
    expect(checkTarget('http://localhost:8080/a', undefined, true)).toBeInstanceOf(URL)
    expect(checkTarget('http://[::1]:8080/a', undefined, true)).toBeInstanceOf(URL)
    expect(checkTarget('http://localhost.host.example/a', undefined, true)).toBe('not_https')
    expect(checkTarget('http://10.0.0.1/a', undefined, true)).toBe('not_https')
    expect(checkTarget('https://10.0.0.1/a', undefined, true)).toBe('address')
    expect(checkTarget('https://host.example/a', undefined, true)).toBeInstanceOf(URL)
  })
})
