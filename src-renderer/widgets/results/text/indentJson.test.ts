import { expect, test } from 'vitest'
import { indentJson } from './indentJson.ts'

test.each([
  { n: 1, b: [true, null, { c: [] }], s: 'a "quoted", {[text]}: \\', e: {} },
  [],
  {},
  'text',
  [[[1]], [{}]],
  { '': { ' ': '\n\u2028' } },
])('JSON is indented as by JSON.stringify: %j', (value) => {
  const expected = JSON.stringify(value, null, 2)
  expect(indentJson(JSON.stringify(value))).toBe(expected)
  expect(indentJson(expected)).toBe(expected)
  expect(indentJson(` \r\n${JSON.stringify(value, null, '\t')}\n`)).toBe(expected)
})

test('numbers, the order of fields and repeated fields stay as they are in the file', () => {
  expect(indentJson('{"b":12345678901234567890,"2":1.0,"1":1e400,"b":-0}')).toBe(
    '{\n  "b": 12345678901234567890,\n  "2": 1.0,\n  "1": 1e400,\n  "b": -0\n}',
  )
})

test('escaped characters are readable', () => {
  expect(indentJson(String.raw`["\u732b \/ \ud83d"]`)).toBe('[\n  "猫 / \\ud83d"\n]')
})

test.each(['{"a":1', 'fog', '', '{"a":1}{"b":2}', '[1,]'])(
  'text that isn’t JSON is unchanged: %s',
  (text) => {
    expect(indentJson(text)).toBe(text)
  },
)

test('a long string with many escapes is indented', () => {
  const text = JSON.stringify(['\n'.repeat(1_900_000)])
  expect(indentJson(text)).toHaveLength(text.length + 4)
})
