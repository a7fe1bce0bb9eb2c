import { expect, test } from 'vitest'
import { LimitedCalls } from './againChoices.ts'

const neverAborted = new AbortController().signal

test('runs at most as many calls at a time as allowed, in order', async () => {
  const calls = new LimitedCalls(2)
  const started: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const results = gates.map(({ promise }, index) =>
    calls.run(async () => {
      started.push(index)
      await promise
      return index
    }, neverAborted),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  await results[1]
  await new Promise((done) => setTimeout(done))
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('a call that is aborted while it waits does not run, and the next one does', async () => {
  const calls = new LimitedCalls(1)
  const gate = Promise.withResolvers<void>()
  const aborted = new AbortController()
  const ran: string[] = []
  const first = calls.run(() => gate.promise, neverAborted)
  void calls.run(async () => ran.push('aborted'), aborted.signal)
  const last = calls.run(async () => ran.push('last'), neverAborted)
  aborted.abort()
  gate.resolve()
  await Promise.all([first, last])
  expect(ran).toEqual(['last'])
})

test('a failed call lets the next one run', async () => {
  const calls = new LimitedCalls(1)
  const failed = calls.run(() => Promise.reject(new Error('no price')), neverAborted)
  const next = calls.run(async () => 'priced', neverAborted)
  await expect(failed).rejects.toThrow('no price')
  expect(await next).toBe('priced')
})
