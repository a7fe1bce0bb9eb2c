import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migration0021 } from './0021-faster-forms.ts'
import { migrations } from './index.ts'

it('marks the jobs of an existing library for the backfill of the prompt history, and none in a new one', async () => {
  const { open } = databaseWorld()
  const step = migrations.findIndex(({ sql }) => sql === migration0021)
  const old = open(migrations.slice(0, step))
  addJob(old, 'first', 'saved')
  addJob(old, 'second', 'saved')
  await old.close()
  const mark = "SELECT value FROM library_marks WHERE name = 'prompts_below'"
  expect(open().database.get(mark)).toEqual({ value: 3 })
  expect(databaseWorld().open().database.get(mark)).toBeUndefined()
})
