import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson } from './scanJson.ts'

test('accepts what JSON.parse accepts, up to its limit of levels', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const insertion = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '0', '\\', '\n'))
  fc.assert(
    fc.property(insertion, ([json, index, character]) => {
      const position = index % (json.length + 1)
      const text = json.slice(0, position) + character + json.slice(position)
      expect(scanJson(text).syntaxError === null, text).toBe(isJson(text))
      expect(scanJson(json).syntaxError).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('returns the line of each key', () => {
  const { lineOf } = scanJson('{\n"a": {\n\n"b": [1,\n{"c": 2}]}}')
  expect([['a'], ['a', 'b'], ['a', 'b', '1', 'c'], ['x']].map(lineOf)).toEqual([2, 4, 5, undefined])
})

test('reports a file that is nested too deeply', () => {
  expect(scanJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`).syntaxError).not.toBeNull()
})

test('counts the lines of 200,000 values', () => {
  const { lineOf, syntaxError } = scanJson(`[${'1,\n'.repeat(200_000)}1]`)
  expect(syntaxError).toBeNull()
  expect(lineOf(['200000'])).toBe(200_001)
})
