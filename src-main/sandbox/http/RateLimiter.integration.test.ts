import { expect, test } from 'vitest'
import { openSandbox, VALID_BODY } from '../testing.ts'

test('an empty bucket responds with 429 and Retry-After, and refills with time', async () => {
  await using sandbox = await openSandbox({ limits: { price: { perMinute: 2 } } })
  const price = async () => sandbox.post('txt2img/price-calculation', VALID_BODY)
  expect((await price()).headers.get('x-ratelimit-remaining')).toBe('1')
  expect((await price()).status).toBe(200)
  const limited = await price()
  expect(limited).toMatchObject({ status: 429, json: { message: 'Too Many Attempts.' } })
  expect(limited.headers.get('retry-after')).toBe('30')
  expect(limited.headers.get('x-ratelimit-type')).toBe('minute')
  sandbox.clock.advance(30_000)
  expect((await price()).status).toBe(200)
  expect((await price()).status).toBe(429)
  expect((await sandbox.get('models')).status).toBe(200)
})

test('the daily limit responds with 429 until midnight UTC', async () => {
  await using sandbox = await openSandbox({ limits: { status: { perDay: 2 } } })
  const id = await sandbox.submit()
  const poll = async () => sandbox.get(`request-status/${id}`)
  expect((await poll()).headers.get('x-ratelimit-daily-remaining')).toBe('1')
  await poll()
  const limited = await poll()
  expect(limited.headers.get('x-ratelimit-type')).toBe('daily')
  expect(Number(limited.headers.get('retry-after'))).toBe(14.5 * 3600)
  sandbox.clock.advance(14.5 * 3_600_000)
  expect((await poll()).status).toBe(200)
})

test('a burst size without a limit per minute has no effect', async () => {
  await using sandbox = await openSandbox({ limits: { balance: { perDay: 100, burst: 1 } } })
  for (const _ of [1, 2, 3]) expect((await sandbox.get('balance')).status).toBe(200)
})

test('Retry-After is a date or omitted, as configured', async () => {
  await using sandbox = await openSandbox()
  const retryAfter = async (form: 'date' | 'none') => {
    sandbox.control.setLimits({ balance: { perMinute: 60, burst: 1, retryAfter: form } })
    await sandbox.get('balance')
    return (await sandbox.get('balance')).headers.get('retry-after')
  }
  expect(await retryAfter('date')).toBe('Sat, 14 Mar 2026 09:30:01 GMT')
  expect(await retryAfter('none')).toBeNull()
})
