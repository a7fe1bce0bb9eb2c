import { expect, test } from 'vitest'
import { hasTray } from './TrayMode.ts'

const never = () => Promise.reject(new Error('must not be called'))

test('Windows and macOS have a tray without a check', async () => {
  expect([await hasTray('win32', never), await hasTray('darwin', never)]).toEqual([true, true])
})

test.each([
  ['(true,)\n', true],
  ['(false,)\n', false],
])('a Linux desktop with the output %j', async (output, has) => {
  expect(await hasTray('linux', () => Promise.resolve(output))).toBe(has)
})

test('there is no tray without a bus or its tool', async () => {
  expect(await hasTray('linux', never)).toBe(false)
})
