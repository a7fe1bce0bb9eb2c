import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBoundedJson } from './json.ts'
import { readStatusRecord } from '../responses/readStatusRecord.ts'

const bounds = { depth: 32, values: 1_000 }
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const read = (text: string) => parseBoundedJson(text, bounds)

describe('parseBoundedJson within the bounds', () => {
  it('returns the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseBoundedJson(text, { depth: 32, values: 1_000_000 })).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each(['', ' ', '{', '{"a"', '{"a":}', '[1,', '"a', '{"a":1}}', 'nul'])(
    'returns undefined for %j',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )
})

describe('parseBoundedJson beyond the bounds', () => {
  it('never throws', () => {
    const tight = { depth: 1, values: 3 }
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        parseBoundedJson(text, tight)
      }),
    )
  })

  it.each(['[]', '{"a":1}'])('keeps %s when only another member is too deep', (inner) => {
    expect(read(`{"ok":${inner},"deep":${nested(33)}}`)).toEqual({ ok: JSON.parse(inner), deep: nested(33) })
  })

  it('returns undefined if the outermost value is a list', () => {
    expect(read(nested(33))).toBeUndefined()
    expect(read(`[${'1,'.repeat(1_000)}1]`)).toBeUndefined()
  })

  it('returns undefined for truncated JSON', () => {
    expect(read(`{"data":{"status":"done","result":${'['.repeat(5_000_000)}`)).toBeUndefined()
  })

  it('keeps the other members when one has nearly all allowed values', () => {
    const junk = `[${'0,'.repeat(990)}0]`
    const text = `{"junk":${junk},"data":{"more":${junk},"status":"done"}}`
    expect(read(text)).toEqual({ junk, data: { more: junk, status: 'done' } })
  })

  it('leaves out members beyond the number of values', () => {
    const members = Array.from({ length: 1_500 }, (_, n) => `"m${n}":${n}`)
    expect(Object.keys(Object(read(`{${members.join(',')}}`)))).toHaveLength(1_000)
  })
})

describe('a finished job whose result exceeds the bounds is still read', () => {
  it.each([
    ['too deep', nested(100_000)],
    ['too many', `[${'0.25,'.repeat(500_000)}1]`],
    ['numbers of many digits', `[${'0.123456789012345678901234567890,'.repeat(1_001)}1]`],
  ])('%s', (_, result) => {
    const body = `{"data":{"result":${result},"status":"done","result_url":"https://r.example/a.json"}}`
    expect(readStatusRecord(read(body))).toMatchObject({
      phase: 'done',
      resultUrl: 'https://r.example/a.json',
      result,
    })
  })
})
