import { expect, it } from 'vitest'
import { createHostileValue, toJson } from './hostile.ts'
import { Random } from './Random.ts'

it('JSON with unnecessary escapes is the same value', () => {
  const value = { isPublic: false, 'a/b "s"': ['s\\', 'https://easel.example/', null] }
  for (let seed = 0; seed < 100; seed++) expect(JSON.parse(toJson(value, new Random(seed)))).toEqual(value)
})

it('hostile values are JSON', () => {
  const random = new Random(1)
  for (let count = 0; count < 2000; count++) {
    const text = toJson(createHostileValue(random), random)
    expect(() => JSON.parse(text)).not.toThrow()
  }
})
