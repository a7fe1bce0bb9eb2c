import fc from 'fast-check'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from '../migrations/index.ts'
import { readSchemaVersion } from '../database/checkDatabase.ts'

const FIRST = migrations.length
/** Six further steps, each of which changes what a backup from before must still have. */
const steps = [
  ...migrations,
  ...Array.from({ length: 6 }, (_, index) => ({
    version: FIRST + 1 + index,
    sql: `UPDATE jobs SET title = 'step ${index + 1}'`,
  })),
]

/** An update that ends before this step, as after a crash. */
const interruptedAt = (step: number) =>
  steps.map((known, index) => (index >= FIRST + step ? { ...known, sql: 'crash' } : known))

/** A library of the first version, with the backup of an update before that. */
async function oldLibrary() {
  const world = databaseWorld()
  const old = world.open()
  addJob(old, 'kept', 'saved')
  const backups = old.paths.backups
  await old.close()
  writeFileSync(join(backups, 'easel-2020-01-01T00-00-00-before-2.db'), 'of an earlier update')
  const list = () => readdirSync(backups).filter((name) => name.includes('-before-'))
  return { ...world, backups, list }
}

const readTitle = (file: string): unknown => {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    return copy.prepare('SELECT title FROM jobs').get()?.['title']
  } finally {
    copy.close()
  }
}

it('an update interrupted after any steps, any number of times, keeps the backup from before it, and then names it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.integer({ min: 0, max: 5 }), hours: fc.integer({ min: 0, max: 900 }) }), {
        maxLength: 6,
      }),
      async (interruptions) => {
        const { open, backups, list, clock } = await oldLibrary()
        for (const { step, hours } of interruptions) {
          expect(() => open(interruptedAt(step))).toThrow('database_update_failed')
          const kept = list().filter((name) => readSchemaVersion(join(backups, name)) === FIRST)
          expect(kept.map((name) => readTitle(join(backups, name)))).toContain('t')
          expect(list()).toContain('easel-2020-01-01T00-00-00-before-2.db')
          expect(list().length).toBeLessThanOrEqual(2 + interruptions.length)
          await clock.advance(hours * 3_600_000)
        }
        const updated = open(steps)
        const [backup = '', ...others] = list()
        expect(others).toEqual([])
        expect(readTitle(join(backups, backup))).toBe('t')
        expect(updated.notices).toEqual([{ code: 'library_updated', money: 'none', params: { backup } }])
        expect(updated.database.get('SELECT title FROM jobs')).toEqual({ title: 'step 6' })
        await updated.close()
        const again = open(steps)
        expect(again.notices).toEqual([])
        await again.close()
        expect(list()).toEqual([backup])
      },
    ),
    { numRuns: 20 },
  )
})

it('a crash after the last step is completed at the next start', async () => {
  const { open, backups, list } = await oldLibrary()
  expect(() => open(interruptedAt(5))).toThrow('database_update_failed')
  // The last step is committed, but the process ended before it could delete anything.
  const database = new DatabaseSync(join(backups, '..', 'easel.db'))
  database.exec(`UPDATE jobs SET title = 'step 6'; PRAGMA user_version = ${steps.length}`)
  database.close()
  const opened = open(steps)
  expect(opened.notices).toMatchObject([{ code: 'library_updated' }])
  expect(list()).toHaveLength(1)
})

it('an update that stopped before its first step backs up what was added since', async () => {
  const { open, backups, list, clock } = await oldLibrary()
  expect(() => open(interruptedAt(0))).toThrow('database_update_failed')
  const earlierVersion = open()
  earlierVersion.database.run("UPDATE jobs SET title = 'added since'")
  await earlierVersion.close()
  await clock.advance(60_000)
  open(steps)
  expect(list().map((name) => readTitle(join(backups, name)))).toEqual(['added since'])
})

it('an interrupted update whose backup was deleted or damaged makes another', async () => {
  for (const spoil of [
    (file: string) => rmSync(file),
    (file: string) => writeFileSync(file, 'not a database'),
  ]) {
    const { open, backups, list, clock } = await oldLibrary()
    expect(() => open(interruptedAt(3))).toThrow('database_update_failed')
    for (const name of list()) if (!name.includes('2020')) spoil(join(backups, name))
    await clock.advance(60_000)
    const { notices } = open(steps)
    const backup = notices.map(({ params }) => (params && 'backup' in params ? params.backup : ''))[0] ?? ''
    expect(readTitle(join(backups, backup))).toBe('step 3')
  }
})

it('a new library and one without an update have no notice, whatever a marker says', async () => {
  const { open, backups } = await oldLibrary()
  for (const marker of [
    '',
    '{}',
    '{"from":1}',
    '{"from":1,"backup":"../easel.db"}',
    '[]',
    '{"from":"x","backup":"y"}',
  ]) {
    writeFileSync(join(backups, 'updating.json'), marker)
    const opened = open()
    expect(opened.notices).toEqual([])
    await opened.close()
  }
  expect(existsSync(join(backups, '..', 'easel.db'))).toBe(true)
})
