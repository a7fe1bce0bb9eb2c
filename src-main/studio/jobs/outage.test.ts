import { expect, test } from 'vitest'
import type { Exchange } from '../service/Exchange.ts'
import { insertJob } from './insertJob.ts'
import { answered, ok, prepared, testEngine } from './testEngine.ts'

const minute = 60_000
const lost: Exchange = { kind: 'fault', sent: true, cause: 'reset', detail: 'reset' }

function queueOf(count: number, submit: (path: string) => Exchange) {
  const world = testEngine({
    submit: ({ path }) => submit(path),
    poll: () => ok({ status: 'processing' }),
  })
  const add = (id: string, operation = 'txt2img') =>
    insertJob(world.database, {
      ...prepared,
      operation,
      request: { ...prepared.request, path: operation },
      id,
      press: id,
      replaces: null,
      createdAt: 1,
    })
  for (let n = 0; n < count; n++) add(`job ${n}`)
  const sent = () => world.asked.filter((what) => what === 'submit').length
  return { ...world, add, sent }
}

test.each([
  ['every answer is lost', lost],
  ['every answer is a gateway that broke', answered(502)],
])(
  'a night in which %s leaves a few jobs uncertain, not the whole queue, and the rest goes when it is over',
  async (_, broken) => {
    let isOver = false
    const world = queueOf(120, () => (isOver ? ok({ request_id: crypto.randomUUID() }) : broken))
    world.engine.send()
    await world.clock.advance(8 * 60 * minute)
    expect(world.store.countIn(['uncertain'])).toBeLessThan(40)
    expect(world.store.countIn(['queued', 'uncertain'])).toBe(120)
    const [next] = world.store.page(['queued'], null, 120).toReversed()
    expect(next).toMatchObject({ problem: { money: 'not_charged' }, waitsUntil: expect.any(Number) })
    isOver = true
    await world.clock.advance(60 * minute)
    expect(world.store.countIn(['queued'])).toBe(0)
    expect(world.sent()).toBe(120)
  },
)

test('a press amid an outage is tried at once, and what waited for it to end goes as soon as one is answered', async () => {
  let isOver = false
  const world = queueOf(60, () => (isOver ? ok({ request_id: crypto.randomUUID() }) : lost))
  world.engine.send()
  await world.clock.advance(3 * 60 * minute)
  const before = world.sent()
  const { id } = world.press()
  await world.clock.advance(1000)
  expect(world.sent()).toBe(before + 1)
  expect(world.store.find(id)?.state).toBe('queued')
  isOver = true
  world.press()
  await world.clock.advance(1000)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('answers lost now and then slow nothing down', async () => {
  let n = 0
  const world = queueOf(60, () => (n++ % 4 === 0 ? lost : ok({ request_id: crypto.randomUUID() })))
  world.engine.send()
  await world.clock.advance(1000)
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('a task that breaks holds up no other task of its connection', async () => {
  const world = queueOf(30, (path) =>
    path === 'txt2img' ? answered(500) : ok({ request_id: crypto.randomUUID() }),
  )
  for (let n = 0; n < 30; n++) world.add(`clip ${n}`, 'txt2video')
  world.engine.send()
  await world.clock.advance(1000)
  expect(world.store.countIn(['running'])).toBe(30)
  expect(world.store.countIn(['uncertain'])).toBeLessThan(15)
})
