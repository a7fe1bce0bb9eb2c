import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMediaUrl } from './parseMediaUrl.ts'

describe('parseMediaUrl', () => {
  it('returns a place and an id, with any version', () => {
    expect(parseMediaUrl('media://preview/job-1?v=7')).toEqual({ place: 'preview', id: 'job-1' })
  })

  it.each(['media://asset/../a1', 'media://asset/b/../a1'])(
    'folds %j to an id inside its place',
    (address) => {
      expect(parseMediaUrl(address)).toEqual({ place: 'asset', id: 'a1' })
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
