import { expect, it } from 'vitest'
import { galleryQuery, readGalleryFilter } from './libraryPages.ts'

const noFilter = { trash: false, starred: false, collection: null }

it.each([
  [noFilter, ''],
  [{ ...noFilter, trash: true }, '?view=trash'],
  [{ ...noFilter, starred: true }, '?starred=1'],
  [{ ...noFilter, collection: 'a b&c', starred: true }, '?collection=a+b%26c&starred=1'],
])('writes %j as %s and reads it back', (filter, query) => {
  expect(galleryQuery(filter)).toBe(query)
  expect(readGalleryFilter(new URLSearchParams(query))).toEqual(filter)
})

it('the trash ignores the other filters', () => {
  expect(galleryQuery({ trash: true, starred: true, collection: 'a' })).toBe('?view=trash')
})
