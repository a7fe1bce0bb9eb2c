import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMediaRef } from './createMediaResponse.ts'

const UUID = '0195c1de-7a4e-7c7e-9f7d-3b1f6f0c9a11'

describe('parseMediaRef', () => {
  it('accepts a known kind with a valid id', () => {
    expect(parseMediaRef('thumb', UUID)).toEqual({ kind: 'thumb', id: UUID })
    expect(parseMediaRef('asset', UUID)).toEqual({ kind: 'asset', id: UUID })
    expect(parseMediaRef('preview', UUID)).toEqual({ kind: 'preview', id: UUID })
  })

  it.each([
    ['asset', ''],
    ['asset', '..'],
    ['asset', '../../etc/passwd'],
    ['asset', '..%2f..%2fetc'],
    ['asset', 'a/b'],
    ['asset', 'a\\b'],
    ['asset', 'a\0b'],
    ['asset', `${UUID}\n`],
    ['asset', 'a'.repeat(65)],
    ['asset', { id: UUID }],
    ['asset', null],
    ['library', UUID],
    ['constructor', UUID],
    ['Asset', UUID],
    [['asset'], UUID],
    [undefined, UUID],
  ])('refuses %j / %j', (kind, id) => {
    expect(parseMediaRef(kind, id)).toBeNull()
  })

  it('accepts nothing that could be a path', () => {
    const ids = fc.sample(fc.string({ maxLength: 12 }), 5000)
    const passed = ids.filter((id) => parseMediaRef('asset', id) !== null)
    expect(passed.filter((id) => !/^[A-Za-z0-9_-]+$/.test(id))).toEqual([])
  })
})
