import { expect, test } from 'vitest'
import { respondOk, testEngine } from './testEngine.ts'

const minute = 60_000
const accepted = () => respondOk({ request_id: 'c08a339c-73e5-4d67-a4d5-231302fbff9a' })

test.each([
  { refunded: true, money: 'refunded', entries: ['quoted', 'accepted', 'refunded'] },
  { refunded: false, money: 'charged', entries: ['quoted', 'accepted'] },
  { refunded: null, money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
  { refunded: 'soon', money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
  { money: 'refund_unconfirmed', entries: ['quoted', 'accepted', 'unconfirmed'] },
])(
  'a failed job reports what is known about its charge: $refunded is $money',
  async ({ entries, money, ...refund }) => {
    const failed = respondOk({
      status: 'error',
      error_code: 'WORKER_ERROR',
      error_message: 'It broke',
      ...refund,
    })
    const world = testEngine({ submit: accepted, poll: () => failed })
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    expect(world.store.find(id)).toMatchObject({
      state: 'failed',
      problem: { money, serviceWords: 'It broke' },
    })
    expect(world.entries).toEqual(entries.map((entry) => `${id} ${entry}`))
  },
)

test('a refund that the balance proves is recorded once and shown on the job', async () => {
  const world = testEngine({ submit: accepted, poll: () => respondOk({ status: 'failed' }) })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  world.jobs.confirmRefunds([id, 'no such job'])
  world.jobs.confirmRefunds([id])
  expect(world.store.find(id)).toMatchObject({ state: 'failed', problem: { money: 'refund_in_balance' } })
  expect(world.entries).toEqual(
    ['quoted', 'accepted', 'unconfirmed', 'refunded'].map((entry) => `${id} ${entry}`),
  )
})

test('no refund is recorded for a job that the service reports as charged', async () => {
  const world = testEngine({ submit: accepted, poll: () => respondOk({ status: 'failed', refunded: false }) })
  const { id } = world.enqueue()
  await world.clock.advance(minute)
  world.jobs.confirmRefunds([id])
  expect(world.store.find(id)).toMatchObject({ problem: { money: 'charged' } })
  expect(world.entries).not.toContain(`${id} refunded`)
})
