import { expect, test } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { LastSeen, readAwaySummary } from './LastSeen.ts'

const world = () => {
  const { clock, open } = databaseWorld()
  const studio = open()
  const { database } = studio
  const start = () =>
    new LastSeen({ database, clock, read: async (bounds) => readAwaySummary(database, bounds) })
  const sent = (id: string, at = clock.now()) => {
    addJob(studio, id, 'running')
    database.run('UPDATE jobs SET sent_at = ? WHERE id = ?', at, id)
  }
  const end = (id: string, state: string) =>
    database.run('UPDATE jobs SET state = ?, finished_at = ? WHERE id = ?', state, clock.now(), id)
  return { clock, database, start, sent, end }
}

test('the first summary is empty, and jobs that end afterwards are reported once', async () => {
  const { clock, start, sent, end } = world()
  const lastSeen = start()
  expect(await lastSeen.summarize(undefined)).toBeNull()
  sent('a')
  sent('b')
  await clock.advance(10)
  end('a', 'saved')
  end('b', 'failed')
  expect(await lastSeen.summarize(undefined)).toMatchObject({
    saved: 1,
    failed: 1,
    quoted: 5,
    inProgress: 0,
  })
  await clock.advance(10)
  lastSeen.markSeen()
  expect(await lastSeen.summarize(undefined)).toBeNull()
})

test('results of an earlier session are part of the summary even if they arrive after the start', async () => {
  const { clock, start, sent, end } = world()
  await start().summarize(undefined)
  sent('old')
  sent('slow')
  await clock.advance(60_000)
  const lastSeen = start()
  const first = await lastSeen.summarize(undefined)
  expect(first).toMatchObject({ saved: 0, inProgress: 2 })
  lastSeen.markSeen()
  await clock.advance(1000)
  sent('new')
  end('old', 'saved')
  end('new', 'saved')
  lastSeen.markSeen()
  const awaySpan = { since: first?.since ?? 0, until: first?.until ?? 0 }
  expect(await lastSeen.summarize(awaySpan)).toMatchObject({
    ...awaySpan,
    saved: 1,
    quoted: 5,
    inProgress: 1,
  })
})

test('a job that was being sent when the last session ended is reported as uncertain', async () => {
  const { clock, database, start, sent } = world()
  await start().summarize(undefined)
  sent('lost')
  await clock.advance(1000)
  database.run("UPDATE jobs SET state = 'uncertain' WHERE id = 'lost'")
  database.run(
    "INSERT INTO ledger (job_id, at, entry, amount) VALUES ('lost', ?, 'uncertain', 5)",
    clock.now(),
  )
  expect(await start().summarize(undefined)).toMatchObject({ saved: 0, uncertain: 1 })
})
