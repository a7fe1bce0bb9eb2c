import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson } from './scanJson.ts'

test('whatever is JSON is walked through, whatever is not is broken, just as the engine has it', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '0', '\\', '\n'))
  fc.assert(
    fc.property(cut, ([json, at, sign]) => {
      const place = at % (json.length + 1)
      const text = json.slice(0, place) + sign + json.slice(place)
      expect(scanJson(text).broken === null, text).toBe(isJson(text))
      expect(scanJson(json).broken).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('lines are those of the keys', () => {
  const { lineOf } = scanJson('{\n"a": {\n\n"b": [1,\n{"c": 2}]}}')
  expect([['a'], ['a', 'b'], ['a', 'b', '1', 'c'], ['x']].map(lineOf)).toEqual([2, 4, 5, undefined])
})

test('takes a file that nests without end for broken', () => {
  expect(scanJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`).broken).not.toBeNull()
})

test('counts the lines of 200,000 values in one pass', () => {
  const { lineOf, broken } = scanJson(`[${'1,\n'.repeat(200_000)}1]`)
  expect(broken).toBeNull()
  expect(lineOf(['200000'])).toBe(200_001)
})
