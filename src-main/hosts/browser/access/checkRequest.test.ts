import { describe, expect, it } from 'vitest'
import { checkRequest, isSameSecret, type RequestFacts } from './checkRequest.ts'

const policy = {
  port: 4400,
  sessions: new Map([
    ['127.0.0.1:4400', 'the-token'],
    ['abc.localhost:4400', 'own-token'],
  ]),
}
const allowed: RequestFacts = {
  host: '127.0.0.1:4400',
  origin: 'http://127.0.0.1:4400',
  cookie: 'theme=dark; easel-4400=the-token',
  fetchSite: 'same-origin',
  requiresOrigin: true,
}
const readRequest: Partial<RequestFacts> = { requiresOrigin: false, origin: undefined, fetchSite: undefined }

describe('checkRequest', () => {
  it.each([
    ['a call of our page', {}],
    [
      'a call of our page at our own host name',
      { host: 'abc.localhost:4400', origin: 'http://abc.localhost:4400', cookie: 'easel-4400=own-token' },
    ],
    ['an image of our page', readRequest],
    ['the page at an address that the user entered', { ...readRequest, fetchSite: 'none' }],
  ])('allows %s', (_title, facts) => {
    expect(checkRequest({ ...allowed, ...facts }, policy)).toBe('ok')
  })

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['a foreign name that resolves to this machine', 'evil.example:4400'],
    ['a name that starts with ours', '127.0.0.1:4400.evil.example'],
    ['another port', '127.0.0.1:4401'],
    ['no port', '127.0.0.1'],
    ['another loopback address', '127.0.0.2:4400'],
    ['our address as an integer', '2130706433:4400'],
    ['localhost', 'localhost:4400'],
    ['a name below ours', 'x.abc.localhost:4400'],
    ['our name in capitals with a trailing dot', 'ABC.LOCALHOST.:4400'],
  ])('refuses the host: %s', (_title, host) => {
    expect(checkRequest({ ...allowed, host, origin: `http://${host}` }, policy)).toBe('wrong_host')
  })

  it.each<[string, Partial<RequestFacts>]>([
    ['a call without an origin', { origin: undefined }],
    ['a call of another site', { origin: 'https://evil.example' }],
    ['a call of another port of this machine', { origin: 'http://127.0.0.1:9999' }],
    ['a call of a sandboxed frame', { origin: 'null' }],
    ['a call from localhost', { origin: 'http://localhost:4400' }],
    ['an image on another site', { ...readRequest, fetchSite: 'cross-site' }],
    ['an image on another port of this machine', { ...readRequest, fetchSite: 'same-site' }],
    ['an image with a foreign origin', { ...readRequest, origin: 'http://127.0.0.1:9999' }],
  ])('refuses %s', (_title, facts) => {
    expect(checkRequest({ ...allowed, ...facts }, policy)).toBe('wrong_origin')
  })

  it.each<[string, string | undefined]>([
    ['no cookie', undefined],
    ['an empty cookie', 'easel-4400='],
    ['the cookie of an earlier start', 'easel-4400=older-tkn'],
    ['a cookie of another port', 'easel-4401=the-token'],
    ['a prefix of the value', 'easel-4400=the-toke'],
    ['the value with a suffix', 'easel-4400=the-tokenx'],
    ['its value under another name', 'x-easel-4400=the-token'],
    ['the cookie of our other host', 'easel-4400=own-token'],
  ])('refuses %s', (_title, cookie) => {
    expect(checkRequest({ ...allowed, cookie }, policy)).toBe('no_session')
  })
})

describe('isSameSecret', () => {
  it('compares secrets of any length without failing', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    expect(isSameSecret('é', 'é')).toBe(true)
    expect(isSameSecret('ab', 'abc')).toBe(false)
    expect(isSameSecret('', 'abc')).toBe(false)
    expect(isSameSecret(null, 'abc')).toBe(false)
  })
})
