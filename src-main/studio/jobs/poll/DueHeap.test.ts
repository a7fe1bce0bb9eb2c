import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueHeap } from './DueHeap.ts'

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

test('keys come out in due order, each once, at their latest time', () => {
  const sets = fc.array(fc.tuple(fc.constantFrom(...keys), fc.integer({ min: 0, max: 50 })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(sets, fc.array(fc.constantFrom(...keys), { maxLength: 5 }), (sets, deleted) => {
      const heap = new DueHeap()
      const expected = new Map<string, number>()
      for (const [key, due] of sets) {
        heap.set(key, due)
        expected.set(key, due)
      }
      for (const key of deleted) {
        heap.delete(key)
        expected.delete(key)
      }
      const taken: [string, number][] = []
      for (let now = 0; now <= 50; now++) {
        for (let key = heap.popDue(now); key !== null; key = heap.popDue(now)) taken.push([key, now])
      }
      expect(new Map(taken)).toEqual(expected)
      expect(taken).toHaveLength(expected.size)
      expect(heap.nextDue()).toBeNull()
    }),
  )
})

test('a key set again for the same time is returned once', () => {
  const heap = new DueHeap()
  heap.set('a', 5)
  heap.set('a', 5)
  expect([heap.popDue(5), heap.popDue(5)]).toEqual(['a', null])
})
