import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

/** A studio with saved images, and their files by asset. */
async function studioWithResults(count: number) {
  const world = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = world.studio
  const operation = 'txt2img'
  await handlers['models.refresh']()
  const model = (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const files: { id: string; path: string }[] = []
  for (let seed = 0; seed < count; seed++) {
    const { id } = await handlers['jobs.enqueue']({
      operation,
      model,
      values: { ...defaults, prompt: 'a fox', seed },
      idempotencyKey: randomUUID(),
      quote: null,
      another: true,
    })
    const getJob = () => handlers['jobs.get']({ id })
    await expect.poll(async () => (await getJob()).state, { timeout: 30_000, interval: 20 }).toBe('saved')
    const asset = (await getJob()).assets.find(({ role }) => role === 'result')?.id ?? ''
    files.push({ id: asset, path: world.studio.getAssetPath(asset) ?? '' })
  }
  const waitForEnd = async () => {
    const read = async () => (await handlers['maintenance.status']())?.state
    await expect.poll(read, { timeout: 20_000, interval: 20 }).not.toBe('running')
    return handlers['maintenance.status']()
  }
  return { ...world, handlers, files, waitForEnd }
}

it('lists missing and changed files, and the service restores one that it still has', async () => {
  const { handlers, files, waitForEnd } = await studioWithResults(3)
  const [missing, changed] = files
  if (!missing || !changed) throw new Error('There are too few results.')
  rmSync(missing.path)
  // The same size and time as before, so that only its hash tells.
  const bytes = readFileSync(changed.path)
  bytes.fill(0xab, 40, 60)
  writeFileSync(changed.path, bytes)
  await handlers['maintenance.check']()
  const status = await waitForEnd()
  expect(status).toMatchObject({ kind: 'check', state: 'done', problemCount: 2, problem: null })
  expect(status?.filesDone).toBe(status?.files)
  expect(status?.bytesDone).toBe(status?.bytes)
  expect(status?.problems).toMatchObject([
    { id: missing.id, state: 'missing', canFetchAgain: true },
    { id: changed.id, state: 'changed', canFetchAgain: true },
  ])
  expect(await handlers['library.fetch_again']({ id: missing.id })).toEqual({ outcome: 'restored' })
  const after = await handlers['maintenance.status']()
  expect(after?.problems[0]).toMatchObject({ state: 'restored', canFetchAgain: false })
})

it('stops a check, after which another one can run', async () => {
  const { handlers, waitForEnd } = await studioWithResults(1)
  await handlers['maintenance.check']()
  await handlers['maintenance.stop']()
  expect(await waitForEnd()).toMatchObject({ state: 'stopped', problemCount: 0 })
  await handlers['maintenance.check']()
  expect(await waitForEnd()).toMatchObject({ state: 'done', problemCount: 0 })
})

it('adds up the sizes of results by kind, and of the database', async () => {
  const { handlers, files, dataFolder } = await studioWithResults(2)
  const { groups } = await handlers['maintenance.sizes']()
  const bytes = files.reduce((sum, { path }) => sum + readFileSync(path).length, 0)
  expect(groups).toContainEqual({ group: 'images', files: 2, bytes })
  const database = groups.find(({ group }) => group === 'database')
  expect(database?.files).toBe(
    readdirSync(dataFolder, { withFileTypes: true }).filter((entry) => entry.isFile()).length,
  )
  expect(database?.bytes).toBeGreaterThan(readFileSync(join(dataFolder, 'easel.db')).length - 1)
})
