import { expect, it } from 'vitest'
import { fakeClock } from '../../../studio/testing/fakeClock.ts'
import { OneTimeCodes } from './AccessControl.ts'

const setUp = () => {
  const clock = fakeClock()
  const ended: string[] = []
  const codes = new OneTimeCodes(clock)
  return { clock, codes, ended, issue: (name: string) => codes.issue(() => ended.push(name)) }
}

it('a code is valid once', () => {
  const { codes, ended, issue } = setUp()
  const code = issue('a')
  expect(codes.redeem(code)).toBe(true)
  expect(ended).toEqual(['a'])
  expect(codes.redeem(code)).toBe(false)
})

it('an unused code expires after a minute, and onInvalid is called once', async () => {
  const { clock, codes, ended, issue } = setUp()
  const code = issue('a')
  await clock.advance(59_999)
  expect(ended).toEqual([])
  await clock.advance(1)
  expect(ended).toEqual(['a'])
  expect(codes.redeem(code)).toBe(false)
  expect(ended).toEqual(['a'])
})

it('onInvalid is not called again a minute after a code was used', async () => {
  const { clock, codes, ended, issue } = setUp()
  codes.redeem(issue('a'))
  await clock.advance(120_000)
  expect(ended).toEqual(['a'])
})

it.each(['', 'x', 'undefined'])('%j is not a valid code', (text) => {
  const { codes, issue } = setUp()
  issue('a')
  expect(codes.redeem(text)).toBe(false)
})

it('codes are long, different and independent of each other', () => {
  const { codes, issue } = setUp()
  const [first, second] = [issue('a'), issue('b')]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(first).not.toBe(second)
  codes.redeem(first)
  expect(codes.redeem(second)).toBe(true)
})

it('invalidateAll invalidates all codes', () => {
  const { codes, ended, issue } = setUp()
  const code = issue('a')
  codes.invalidateAll()
  expect(ended).toEqual(['a'])
  expect(codes.redeem(code)).toBe(false)
})
