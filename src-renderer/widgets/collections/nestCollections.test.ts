import { expect, it } from 'vitest'
import { makeCollection } from './testing/makeCollection.ts'
import { nestCollections } from './nestCollections.ts'

it('lists each collection before those inside it, and one without its parent at the top level', () => {
  const list = [
    makeCollection({ id: 'a', parentId: 'c' }),
    makeCollection({ id: 'b' }),
    makeCollection({ id: 'c' }),
    makeCollection({ id: 'd', parentId: 'c' }),
    makeCollection({ id: 'e', parentId: 'gone' }),
  ]
  expect(nestCollections(list).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd', 'e'])
})
