import { expect, it } from 'vitest'
import { galleryQuery, readGalleryPlace } from './galleryPlace.ts'

const all = { trash: false, starred: false, collection: null }

it.each([
  [all, ''],
  [{ ...all, trash: true }, '?view=trash'],
  [{ ...all, starred: true }, '?starred=1'],
  [{ ...all, collection: 'a b&c', starred: true }, '?collection=a+b%26c&starred=1'],
])('says %j as %s and reads it back', (place, query) => {
  expect(galleryQuery(place)).toBe(query)
  expect(readGalleryPlace(new URLSearchParams(query))).toEqual(place)
})

it('has one trash, whatever narrowed the gallery before', () => {
  expect(galleryQuery({ trash: true, starred: true, collection: 'a' })).toBe('?view=trash')
})
