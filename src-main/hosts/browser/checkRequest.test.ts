import { describe, expect, it } from 'vitest'
import { checkRequest, sameSecret } from './checkRequest.ts'
import type { RequestFacts } from './checkRequest.ts'

const gate = {
  port: 4400,
  sessions: new Map([
    ['127.0.0.1:4400', 'the-token'],
    ['abc.localhost:4400', 'own-token'],
  ]),
}
const ours: RequestFacts = {
  host: '127.0.0.1:4400',
  origin: 'http://127.0.0.1:4400',
  cookie: 'theme=dark; easel-4400=the-token',
  fetchSite: 'same-origin',
  active: true,
}
const passive: Partial<RequestFacts> = { active: false, origin: undefined, fetchSite: undefined }

describe('checkRequest', () => {
  it.each([
    ['a call of our page', {}],
    [
      'the same by our own name',
      { host: 'abc.localhost:4400', origin: 'http://abc.localhost:4400', cookie: 'easel-4400=own-token' },
    ],
    ['a picture of our page', passive],
    ['the page itself, typed in by hand', { ...passive, fetchSite: 'none' }],
  ])('answers %s', (_what, facts) => {
    expect(checkRequest({ ...ours, ...facts }, gate)).toBe('ok')
  })

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['a name that was bound to this machine', 'evil.example:4400'],
    ['a name that begins like ours', '127.0.0.1:4400.evil.example'],
    ['another port', '127.0.0.1:4401'],
    ['no port', '127.0.0.1'],
    ['another loopback address', '127.0.0.2:4400'],
    ['the same address in other digits', '2130706433:4400'],
    ['the common name of this machine', 'localhost:4400'],
    ['a name below ours', 'x.abc.localhost:4400'],
    ['our name in capitals with a dot', 'ABC.LOCALHOST.:4400'],
  ])('refuses the host: %s', (_what, host) => {
    expect(checkRequest({ ...ours, host, origin: `http://${host}` }, gate)).toBe('wrong_host')
  })

  it.each<[string, Partial<RequestFacts>]>([
    ['a call that does not tell its origin', { origin: undefined }],
    ['a call of another site', { origin: 'https://evil.example' }],
    ['a call of another port of this machine', { origin: 'http://127.0.0.1:9999' }],
    ['a call of a sandboxed frame', { origin: 'null' }],
    ['a call of the other name of this machine', { origin: 'http://localhost:4400' }],
    ['a picture on another site', { ...passive, fetchSite: 'cross-site' }],
    ['a picture on another port of this machine', { ...passive, fetchSite: 'same-site' }],
    ['a picture with a foreign origin', { ...passive, origin: 'http://127.0.0.1:9999' }],
  ])('refuses %s', (_what, facts) => {
    expect(checkRequest({ ...ours, ...facts }, gate)).toBe('wrong_origin')
  })

  it.each<[string, string | undefined]>([
    ['no cookie', undefined],
    ['an empty cookie', 'easel-4400='],
    ['the cookie of an earlier start', 'easel-4400=older-tkn'],
    ['a cookie of another port', 'easel-4401=the-token'],
    ['a beginning of it', 'easel-4400=the-toke'],
    ['more than it', 'easel-4400=the-tokenx'],
    ['its value under another name', 'x-easel-4400=the-token'],
    ['the cookie of another of our hosts', 'easel-4400=own-token'],
  ])('refuses %s', (_what, cookie) => {
    expect(checkRequest({ ...ours, cookie }, gate)).toBe('no_session')
  })
})

describe('sameSecret', () => {
  it('compares secrets of any length without failing', () => {
    expect(sameSecret('abc', 'abc')).toBe(true)
    expect(sameSecret('é', 'é')).toBe(true)
    expect(sameSecret('ab', 'abc')).toBe(false)
    expect(sameSecret('', 'abc')).toBe(false)
    expect(sameSecret(null, 'abc')).toBe(false)
  })
})
