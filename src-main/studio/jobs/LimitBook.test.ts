import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { SimClock } from './simulation/SimClock.ts'
import { LimitBook, type Lane } from './LimitBook.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const prices: Lane = { kind: 'price', connectionId: 'c' }
const pictures: Lane = { kind: 'send', connectionId: 'c', operation: 'txt2img' }
const clips: Lane = { kind: 'send', connectionId: 'c', operation: 'txt2video' }

function openBook() {
  const truth = new SimClock()
  const clock = truth.ofLife(() => false)
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  onTestFinished(() => database.close())
  return { truth, clock, database, book: new LimitBook({ database, clock }) }
}
const daily = (left: number) => ({
  'x-ratelimit-daily-limit': '200',
  'x-ratelimit-daily-remaining': String(left),
})
const nextMidnight = (now: number) => (Math.floor(now / DAY) + 1) * DAY

test('the day’s quota is learnt from headers, counted on without them, and new at midnight UTC', async () => {
  const { book, clock, truth } = openBook()
  expect(book.quota(prices)).toBeNull()
  book.accepted(prices, clock.now(), daily(143))
  expect(book.quota(prices)).toEqual({ limit: 200, left: 143, until: null })
  book.accepted(prices, clock.now(), {})
  expect(book.list()).toMatchObject([{ kind: 'price', dayLimit: 200, dayUsed: 58, waitsUntil: null }])
  await truth.advance(nextMidnight(clock.now()) - clock.now())
  expect(book.quota(prices)?.left).toBe(200)
})

test('a quota used up holds its own kind until midnight UTC, also after a restart, and no other', () => {
  const { book, clock, database } = openBook()
  book.accepted(prices, clock.now(), daily(1))
  book.accepted(prices, clock.now(), daily(0))
  book.close()
  for (const one of [book, new LimitBook({ database, clock })]) {
    expect(one.heldUntil(prices)).toBe(nextMidnight(clock.now()))
    expect(one.quota(prices)).toMatchObject({ left: 0, until: nextMidnight(clock.now()) })
    expect(one.wait(pictures)).toBe(0)
  }
})

test('a refusal for the day without a word on the quota holds for as long as it says', async () => {
  const { book, clock, truth } = openBook()
  book.refused(pictures, clock.now(), { 'retry-after': '7200', 'x-ratelimit-type': 'daily' })
  expect(book.wait(pictures)).toBe(2 * HOUR)
  expect(book.wait(clips), 'each task has a limit of its own').toBe(0)
  await truth.advance(2 * HOUR)
  expect(book.wait(pictures)).toBe(0)
})

test('what a hold names is a whole millisecond: it goes into the database', () => {
  const { book, clock } = openBook()
  for (let n = 0; n < 4; n++) {
    book.take(pictures)
    book.accepted(pictures, clock.now(), {})
  }
  for (let n = 0; n < 3; n++) {
    book.refused(pictures, clock.now(), { 'retry-after': '0.1234567' })
    expect(Number.isInteger(book.heldUntil(pictures) ?? 0.5)).toBe(true)
    expect(book.list().every(({ waitsUntil }) => Number.isInteger(waitsUntil ?? 0))).toBe(true)
  }
})

test('a clock set back an hour stretches no hold', async () => {
  const { book, clock, truth } = openBook()
  book.refused(pictures, clock.now(), { 'retry-after': '30' })
  truth.setBack(HOUR)
  expect(book.wait(pictures)).toBeLessThanOrEqual(30_000)
  await truth.advance(30_000)
  expect(book.wait(pictures)).toBe(0)
})

test('a clock that was days ahead and is set right leaves no quota used up for days', async () => {
  const { book, clock, truth } = openBook()
  truth.sleep(30 * DAY)
  book.accepted(prices, clock.now(), daily(0))
  truth.setBack(30 * DAY)
  expect((book.heldUntil(prices) ?? 0) - clock.now()).toBeLessThanOrEqual(DAY)
  await truth.advance(DAY)
  expect(book.wait(prices)).toBe(0)
  expect(book.quota(prices)?.left).toBe(200)
})

test('the rate learnt by one run is kept to by the next', () => {
  const { book, clock, database } = openBook()
  book.accepted(pictures, clock.now(), { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '4' })
  book.close()
  const [limit] = (() => {
    const next = new LimitBook({ database, clock })
    next.take(pictures)
    return next.list()
  })()
  expect(limit?.rate).toBe(0.5)
})
