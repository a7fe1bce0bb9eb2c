import { expect, test } from 'vitest'
import { hasTray } from './hasTray.ts'

const never = () => Promise.reject(new Error('not asked'))

test('Windows and macOS have one without being asked', async () => {
  expect([await hasTray('win32', never), await hasTray('darwin', never)]).toEqual([true, true])
})

test.each([
  ['(true,)\n', true],
  ['(false,)\n', false],
])('a Linux desktop that answers %j', async (answer, has) => {
  expect(await hasTray('linux', () => Promise.resolve(answer))).toBe(has)
})

test('without a bus or its tool there is none', async () => {
  expect(await hasTray('linux', never)).toBe(false)
})
