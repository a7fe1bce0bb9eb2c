import { expect, test } from 'vitest'
import { hasTray } from './TrayMode.ts'

const never = () => Promise.reject(new Error('must not be called'))

test('Windows and macOS have a tray without a check', async () => {
  expect([await hasTray('win32', never), await hasTray('darwin', never)]).toEqual([true, true])
})

test.each([
  ['(true,)\n', true],
  ['(false,)\n', false],
])('on Linux, the gdbus output %j means %s', async (output, has) => {
  expect(await hasTray('linux', () => Promise.resolve(output))).toBe(has)
})

test('on Linux, there is no tray if gdbus fails', async () => {
  expect(await hasTray('linux', never)).toBe(false)
})
