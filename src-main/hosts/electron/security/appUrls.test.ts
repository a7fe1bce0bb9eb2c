import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RendererFile } from '../../shared/http/rendererFiles.ts'
import { findAppFile, isOurPage, parseMediaUrl } from './appUrls.ts'

const HOSTILE = [
  'https://studio/',
  'http://app//studio/',
  'file:///app://studio/',
  'app:studio/',
  'app:///index.html',
  'app://studio.evil.example/',
  'app://studio@evil.example/',
  'app://evil.example@studio/',
  'app://user:pass@studio/',
  'app://studio:1234/',
  'app://Studio.evil/',
  'app://evil/studio',
  'app://studio%2eevil/',
  'apps://studio/',
  'blob:app://studio/0195c1de',
  'data:text/html,app://studio/',
  'javascript:location="app://studio/"',
  'view-source:app://studio/',
  'about:blank',
  'about:srcdoc',
  'media://studio/',
  'chrome-extension://studio/',
  'devtools://devtools/',
  'not an address',
  ' ',
  '',
]

describe('isOurPage', () => {
  it.each(['app://studio', 'app://studio/', 'app://studio/index.html#/queue', 'app://studio/?x=1'])(
    'accepts %s',
    (address) => {
      expect(isOurPage(address)).toBe(true)
    },
  )

  it.each(HOSTILE)('refuses %j', (address) => {
    expect(isOurPage(address)).toBe(false)
  })

  it('rejects any web URL and any other host of our scheme', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, noise) => {
        expect(isOurPage(url)).toBe(false)
        expect(isOurPage(`app://${noise || 'x'}.studio/`)).toBe(false)
      }),
    )
  })
})

describe('findAppFile', () => {
  const index: RendererFile = { path: '/r/index.html', mime: 'text/html', isImmutable: false }
  const files = new Map([
    ['/', index],
    ['/index.html', index],
  ])

  it('finds listed files', () => {
    expect(findAppFile('app://studio/', files)).toBe(index)
    expect(findAppFile('app://studio/index.html?v=1#/queue', files)).toBe(index)
  })

  it.each([
    ...HOSTILE,
    'app://studio/../../etc/passwd',
    'app://studio/..%2f..%2fetc%2fpasswd',
    'app://studio/%2e%2e/%2e%2e/etc/passwd',
    'app://studio//etc/passwd',
    'app://studio/index.html/..%5c..%5cwindows',
    'app://studio/index.html%00.png',
    'app://studio/INDEX.HTML',
    'app://studio/constructor',
  ])('finds nothing at %j', (address) => {
    expect(findAppFile(address, files)).toBeNull()
  })
})

describe('parseMediaUrl', () => {
  it('returns a kind and an id, with any version', () => {
    expect(parseMediaUrl('media://preview/job-1?v=7')).toEqual({ kind: 'preview', id: 'job-1' })
  })

  it.each(['media://asset/../a1', 'media://asset/b/../a1'])(
    'normalizes %j to an id of its kind',
    (address) => {
      expect(parseMediaUrl(address)).toEqual({ kind: 'asset', id: 'a1' })
    },
  )

  it.each([
    'media://asset/',
    'media://asset/a1/b',
    'media://asset/..\\a1',
    'media://asset//a1',
    'media://asset/%2e%2e%2fa1',
    'media://asset/a1%00',
    'media://asset:80/a1',
    'media://user@asset/a1',
    'media://library/a1',
    'media:asset/a1',
    'media:///a1',
    'app://asset/a1',
    'https://asset/a1',
    'file:///asset/a1',
    '',
  ])('refuses %j', (address) => {
    expect(parseMediaUrl(address)).toBeNull()
  })

  it('accepts only plain ids', () => {
    const parsed = fc.sample(fc.string(), 5000).map((tail) => parseMediaUrl(`media://asset/${tail}`))
    expect(parsed.filter((address) => address && !/^[A-Za-z0-9_-]{1,64}$/.test(address.id))).toEqual([])
  })
})
