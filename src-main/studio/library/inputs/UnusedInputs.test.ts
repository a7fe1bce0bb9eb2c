import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { BatchDrafts } from '../../jobs/batches/BatchDrafts.ts'
import { plainPlan } from '../../jobs/batches/testing.ts'
import { inputWorld } from '../../testing/worlds/inputWorld.ts'
import { pngOf, webpOf } from '../../testing/media/images.ts'

const DAY = 86_400_000
const sized = (n: number) => pngOf(20 + n, 20)

/** One unused input, and one for each kind of use. */
async function usedAndUnused() {
  const world = inputWorld()
  const { addInput, database, addJob, settings } = world
  const input = async (name: string, n: number) => addInput(`${name}.png`, sized(n))
  const [unused, sent, hidden, drafted, cutFrom] = [
    await input('unused', 1),
    await input('sent', 2),
    await input('hidden', 3),
    await input('drafted', 4),
    await input('cut from', 5),
  ]
  addJob('job')
  database.run("INSERT INTO job_inputs VALUES ('job', 0, 'image', ?)", sent.id)
  // From a hidden field: saved in the parameters but not sent.
  const values = { prompt: 'x', nested: { deep: [hidden.id] } }
  database.run("UPDATE jobs SET form_values = ? WHERE id = 'job'", JSON.stringify(values))
  settings.set({ draft: { values: { img2img: { image: [drafted.id], prompt: 'y' } } } })
  const cut = await addInput('cut.png', sized(6), cutFrom.id)
  database.run("INSERT INTO job_inputs VALUES ('job', 1, 'image', ?)", cut.id)
  return { ...world, unused, kept: [sent, hidden, drafted, cutFrom, cut] }
}

describe('an unused input', () => {
  it('is counted and removed with its row, file and thumbnail, unless parameters or the draft refer to it', async () => {
    const { session, unused, kept, files, library, removed, database } = await usedAndUnused()
    await library.thumbs.save(unused.id, webpOf.lossy(8, 8))
    const thumb = library.thumbs.findPath(unused.id) ?? ''
    const inputs = session()
    expect(await inputs.usage()).toEqual({
      files: 6,
      bytes: [unused, ...kept].reduce((sum, { bytes }) => sum + bytes, 0),
      unusedFiles: 1,
      unusedBytes: unused.bytes,
    })
    expect(existsSync(thumb)).toBe(true)
    expect(await inputs.clean()).toEqual({ deleted: 1, bytes: unused.bytes })
    expect(removed()).toBe(1)
    expect(library.findPath(unused.id)).toBeNull()
    expect(existsSync(thumb)).toBe(false)
    expect(files().some((name) => name.startsWith(unused.sha256))).toBe(false)
    for (const { id } of kept) expect(existsSync(library.findPath(id) ?? '')).toBe(true)
    expect(files()).toHaveLength(kept.length)
    expect(database.all('SELECT * FROM pending_deletions')).toEqual([])
    expect(await inputs.clean()).toEqual({ deleted: 0, bytes: 0 })
    expect(removed()).toBe(1)
  })

  it('is removed with a thumbnail that was saved right before a crash', async () => {
    const { session, addInput, library, database } = inputWorld()
    const { id } = await addInput('a.png', sized(1))
    await library.thumbs.save(id, webpOf.lossy(8, 8))
    const thumb = library.thumbs.findPath(id) ?? ''
    database.run('UPDATE assets SET has_thumb = 0')
    expect(await session().clean()).toMatchObject({ deleted: 1 })
    expect(existsSync(thumb)).toBe(false)
  })

  it('is kept while it was recently added or requested by a form or a preview in this session', async () => {
    const { session, addInput } = inputWorld()
    const { id } = await addInput('a.png', sized(1))
    const inputs = session()
    inputs.recordRequest(id)
    expect(await inputs.usage()).toMatchObject({ files: 1, unusedFiles: 0, unusedBytes: 0 })
    expect(await inputs.clean()).toMatchObject({ deleted: 0 })
    expect(await session().clean()).toMatchObject({ deleted: 1 })
  })

  it('counts as unused again a day after its last request', async () => {
    const { session, addInput, clock } = inputWorld()
    const [first, second] = [await addInput('a.png', sized(1)), await addInput('b.png', sized(2))]
    const inputs = session()
    inputs.recordRequest(first.id)
    await clock.advance(DAY + 1)
    inputs.recordRequest(second.id)
    expect(await inputs.usage()).toMatchObject({ files: 2, unusedFiles: 1 })
  })

  it('that is requested during the search is kept', async () => {
    const { session, addInput, addJob, files } = inputWorld()
    const { id } = await addInput('a.png', sized(1))
    for (let n = 0; n < 5; n++) addJob(`job ${n}`)
    const inputs = session()
    const cleaning = inputs.clean()
    await Promise.resolve()
    inputs.recordRequest(id)
    expect(await cleaning).toMatchObject({ deleted: 0 })
    expect(files()).toHaveLength(1)
  })

  it('is added without waiting while unused inputs are searched, and is kept if it was found as unused', async () => {
    const { session, addInput, clock, files } = inputWorld()
    const found = Promise.withResolvers<void>()
    const inputs = session({ beforeSearchResult: () => found.promise })
    await addInput('a.png', sized(1))
    await clock.advance(DAY + 1)
    const cleaning = inputs.clean()
    const { id } = await addInput('a.png', sized(1))
    inputs.recordRequest(id)
    found.resolve()
    expect(await cleaning).toEqual({ deleted: 0, bytes: 0 })
    expect(files()).toHaveLength(1)
  })

  it('is kept if the session ends while unused inputs are searched', async () => {
    const { session, addInput, files } = inputWorld()
    const found = Promise.withResolvers<void>()
    const inputs = session({ beforeSearchResult: () => found.promise })
    await addInput('a.png', sized(1))
    const cleaning = inputs.clean()
    inputs.stop()
    found.resolve()
    expect(await cleaning).toEqual({ deleted: 0, bytes: 0 })
    expect(files()).toHaveLength(1)
  })

  it('is removed automatically after a week without use', async () => {
    const { session, addInput, clock, files } = inputWorld()
    await addInput('a.png', sized(1))
    await addInput('b.png', sized(2))
    const inputs = session()
    inputs.start()
    await clock.advance(6 * DAY)
    // Adding it again restarts the week.
    await addInput('b.png', sized(2))
    await clock.advance(2 * DAY)
    await expect.poll(() => files().length).toBe(1)
    await clock.advance(6 * DAY)
    await expect.poll(() => files().length).toBe(0)
    inputs.stop()
  })

  it('is kept by the automatic cleanup for a week after its last use, such as in an open batch form', async () => {
    const { session, addInput, clock, files } = inputWorld()
    const { id } = await addInput('a.png', sized(1))
    const inputs = session()
    inputs.start()
    await clock.advance(5 * DAY)
    inputs.recordRequest(id)
    await clock.advance(2 * DAY)
    inputs.recordRequest('another input')
    await clock.advance(4 * DAY)
    expect(files()).toHaveLength(1)
    expect(await inputs.usage()).toMatchObject({ unusedFiles: 1 })
    await clock.advance(2 * DAY)
    await expect.poll(() => files().length).toBe(0)
    inputs.stop()
  })

  it('in the saved plan of a batch is kept until the plan is discarded', async () => {
    const { session, addInput, clock, database, library } = inputWorld()
    const { id } = await addInput('photo.png', sized(1))
    const plans = new BatchDrafts(database)
    const files: Plan['files'] = { field: 'image', files: [{ name: '', id }], pair: { by: 'each' } }
    const plan = { ...plainPlan, axes: [], table: null, files }
    plans.save('img2img', { plan, terms: { name: null, capText: '' } })
    await clock.advance(8 * DAY)
    const inputs = session()
    expect(await inputs.usage()).toMatchObject({ files: 1, unusedFiles: 0 })
    expect(await inputs.clean(7 * DAY)).toEqual({ deleted: 0, bytes: 0 })
    expect(library.findInputFile(id)).toMatchObject({ isPresent: true })
    plans.save('img2img', null)
    expect(await inputs.clean(7 * DAY)).toMatchObject({ deleted: 1 })
  })

  it('that is saved in the plan of a batch during the search is kept', async () => {
    const { session, addInput, addJob, database, files } = inputWorld()
    const { id } = await addInput('a.png', sized(1))
    addJob('job')
    const cleaning = session().clean()
    await Promise.resolve()
    database.run("INSERT INTO settings VALUES ('batch_draft/img2img', ?)", JSON.stringify({ id }))
    expect(await cleaning).toMatchObject({ deleted: 0 })
    expect(files()).toHaveLength(1)
  })

  it('is removed only after the unused inputs that were derived from it', async () => {
    const { session, addInput } = inputWorld()
    const first = await addInput('clip.png', sized(1))
    await addInput('frame.png', sized(2), first.id)
    expect(await session().clean()).toMatchObject({ deleted: 1 })
    expect(await session().clean()).toMatchObject({ deleted: 1 })
  })

  it('that is starred or in a collection is kept', async () => {
    const { session, addInput, database } = inputWorld()
    const [starred, collected] = [await addInput('a.png', sized(1)), await addInput('b.png', sized(2))]
    database.run('UPDATE assets SET starred_at = 1 WHERE id = ?', starred.id)
    database.run("INSERT INTO collections (id, name, name_key, created_at) VALUES ('c', 'C', 'c', 1)")
    database.run("INSERT INTO collection_assets SELECT 'c', seq, 1 FROM assets WHERE id = ?", collected.id)
    expect(await session().clean()).toMatchObject({ deleted: 0 })
  })
})

it('a result is never an unused input', async () => {
  const { session, addJobWithResult, library } = inputWorld()
  const { id } = addJobWithResult('job')
  expect(await session().clean()).toEqual({ deleted: 0, bytes: 0 })
  expect(existsSync(library.findPath(id) ?? '')).toBe(true)
})
