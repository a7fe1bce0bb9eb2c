import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openStudioDatabase } from '../../storage/openStudioDatabase.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
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
    await expect.poll(async () => (await getJob()).state, { interval: 20 }).toBe('saved')
    const asset = (await getJob()).assets.find(({ role }) => role === 'result')?.id ?? ''
    files.push({ id: asset, path: world.studio.getAssetPath(asset) ?? '' })
  }
  const waitForEnd = async () => {
    const read = async () => (await handlers['maintenance.status']())?.state
    await expect.poll(read, { interval: 20 }).not.toBe('running')
    return handlers['maintenance.status']()
  }
  return { ...world, handlers, files, waitForEnd }
}

it('lists missing and changed files, and the service restores one that it still has', async () => {
  const { handlers, files, waitForEnd } = await studioWithResults(3)
  const [missing, changed] = files
  if (!missing || !changed) throw new Error('There are too few results.')
  rmSync(missing.path)
  // The same size as before, so that only the hash differs.
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

it('results with a missing or changed file are found by a filter until the file is back', async () => {
  const { handlers, files, waitForEnd } = await studioWithResults(3)
  const [missing, changed, intact] = files
  if (!missing || !changed || !intact) throw new Error('There are too few results.')
  const sort = { by: 'date', descending: true } as const
  const find = async (is: boolean, ...values: string[]) => {
    const filter = { trash: false, search: '', conditions: [{ field: 'file' as const, is, values }] }
    const { tiles } = await handlers['library.page']({ filter, sort, before: null, limit: 10 })
    return tiles.map(({ id }) => id)
  }
  expect(await find(true, 'missing', 'changed')).toEqual([])
  rmSync(missing.path)
  const bytes = readFileSync(changed.path)
  writeFileSync(changed.path, 'other')
  await handlers['maintenance.check']()
  await waitForEnd()
  expect(await find(true, 'missing')).toEqual([missing.id])
  expect(await find(true, 'changed')).toEqual([changed.id])
  expect(await find(false, 'missing', 'changed')).toEqual([intact.id])
  await handlers['library.fetch_again']({ id: missing.id })
  expect(await find(true, 'missing', 'changed')).toEqual([changed.id])
  writeFileSync(changed.path, bytes)
  await handlers['maintenance.check']()
  await waitForEnd()
  expect(await find(true, 'missing', 'changed')).toEqual([])
  rmSync(intact.path)
  await handlers['library.file_state']({ id: intact.id })
  expect(await find(true, 'missing')).toEqual([intact.id])
})

it('lists a file that can’t be looked up as not checked, and offers no download for it', async () => {
  const { handlers, files, dataFolder, waitForEnd } = await studioWithResults(1)
  const [file] = files
  if (!file) throw new Error('There is no result.')
  const database = new DatabaseSync(join(dataFolder, 'easel.db'))
  // Longer than a name may be.
  database.prepare('UPDATE assets SET path = ? WHERE id = ?').run(`${'a'.repeat(300)}.png`, file.id)
  database.close()
  await handlers['maintenance.check']()
  expect((await waitForEnd())?.problems).toMatchObject([
    { id: file.id, state: 'failed', canFetchAgain: false },
  ])
})

it('stops a check, after which another one can run', async () => {
  const { handlers, waitForEnd } = await studioWithResults(1)
  await handlers['maintenance.check']()
  await handlers['maintenance.stop']()
  expect(await waitForEnd()).toMatchObject({ state: 'stopped', problemCount: 0 })
  await handlers['maintenance.check']()
  expect(await waitForEnd()).toMatchObject({ state: 'done', problemCount: 0 })
})

it('refuses to start a check while another one or a backup runs', async () => {
  const { handlers, studio, waitForEnd } = await studioWithResults(1)
  const refusal = { problem: { code: 'maintenance_running', money: 'none' } }
  for (const start of [handlers['maintenance.check'], () => studio.maintenance.backUp(temporaryFolder())]) {
    await start()
    await expect(handlers['maintenance.check']()).rejects.toMatchObject(refusal)
    expect(await waitForEnd()).toMatchObject({ state: 'done' })
  }
})

it('adds up the sizes of results by kind, and of the database', async () => {
  const { handlers, files, dataFolder } = await studioWithResults(2)
  const { groups } = await handlers['maintenance.sizes']()
  const bytes = files.reduce((sum, { path }) => sum + readFileSync(path).length, 0)
  expect(groups).toContainEqual({ group: 'images', files: 2, bytes })
  expect(groups.map(({ group }) => group).slice(0, 2)).toEqual(['images', 'alternatives'])
  const database = groups.find(({ group }) => group === 'database')
  expect(database?.files).toBe(
    readdirSync(dataFolder, { withFileTypes: true }).filter((entry) => entry.isFile()).length,
  )
  expect(database?.bytes).toBeGreaterThan(readFileSync(join(dataFolder, 'easel.db')).length - 1)
})

it('backs up the library to a folder that opens as a library with all results, and sends nothing again', async () => {
  const { studio, sandbox, files, dataFolder, waitForEnd, close } = await studioWithResults(2)
  const target = temporaryFolder()
  await studio.maintenance.backUp(target)
  const status = await waitForEnd()
  expect(status).toMatchObject({ kind: 'backup', state: 'done', problemCount: 0, filesSkipped: 0 })
  expect(status?.filesDone).toBe(status?.files)
  const copied = readdirSync(target, { recursive: true }).map(String)
  expect(copied.filter((name) => /part$|easel\.db$|thumbs|logs/.test(name))).toEqual([])
  for (const { path } of files)
    expect(readFileSync(join(target, relative(dataFolder, path)))).toEqual(readFileSync(path))

  await studio.maintenance.backUp(target)
  const again = await waitForEnd()
  expect(again?.filesSkipped).toBe(again?.files)
  await close()
  expect(sandbox.control.ledger()).toHaveLength(2)

  const restored = await sandboxStudio({ flavour: 'spec', dataFolder: target })
  const { tiles } = await restored.studio.handlers['library.page']({
    before: null,
    limit: 10,
    filter: { trash: false, search: '', conditions: [] },
    sort: { by: 'date', descending: true },
  })
  expect(tiles.map(({ id }) => id).toSorted()).toEqual(files.map(({ id }) => id).toSorted())
  await restored.studio.handlers['maintenance.check']()
  await expect.poll(async () => (await restored.studio.handlers['maintenance.status']())?.state).toBe('done')
  expect((await restored.studio.handlers['maintenance.status']())?.problemCount).toBe(0)
  expect(restored.sandbox.control.ledger()).toEqual([])
})

it('leaves a changed file out of a backup, keeps the good copy there, and names it', async () => {
  const { studio, files, dataFolder, waitForEnd } = await studioWithResults(1)
  const target = temporaryFolder()
  await studio.maintenance.backUp(target)
  await waitForEnd()
  const [file] = files
  if (!file) throw new Error('There is no result.')
  const good = readFileSync(file.path)
  writeFileSync(file.path, Buffer.alloc(good.length))
  await studio.maintenance.backUp(target)
  const status = await waitForEnd()
  expect(status).toMatchObject({ state: 'done', problemCount: 1, problems: [{ state: 'changed' }] })
  expect(readFileSync(join(target, relative(dataFolder, file.path)))).toEqual(good)
})

it('replaces no copy of the database in a backup if the new one is damaged', async () => {
  const first = await studioWithResults(1)
  const { dataFolder } = first
  const target = temporaryFolder()
  await first.studio.maintenance.backUp(target)
  await first.waitForEnd()
  await first.close()
  const before = readdirSync(join(target, 'backups'))
  const path = join(dataFolder, 'easel.db')
  const database = new DatabaseSync(path)
  database.prepare('INSERT INTO settings VALUES (?, ?)').run('filler', 'x'.repeat(1 << 20))
  database.close()
  // Pages of the filler, which nothing else reads.
  const bytes = readFileSync(path)
  bytes.fill(0xab, bytes.length - 20 * 4096, bytes.length - 10 * 4096)
  writeFileSync(path, bytes)

  const { studio } = await sandboxStudio({ flavour: 'spec', dataFolder })
  await studio.maintenance.backUp(target)
  const status = () => studio.handlers['maintenance.status']()
  await expect.poll(async () => (await status())?.state, { interval: 20 }).toBe('failed')
  expect((await status())?.problem).toMatchObject({ code: 'disk_failed' })
  expect(readdirSync(join(target, 'backups'))).toEqual(before)
})

it('backs up to a subfolder if the chosen folder has other files, and rejects folders of the library', async () => {
  const { studio, dataFolder, waitForEnd } = await studioWithResults(0)
  const chosen = temporaryFolder()
  writeFileSync(join(chosen, 'holiday.txt'), 'mine')
  await studio.maintenance.backUp(chosen)
  expect(await waitForEnd()).toMatchObject({ state: 'done' })
  expect(readdirSync(chosen).toSorted()).toEqual(['Easel backup', 'holiday.txt'])
  await expect(studio.maintenance.backUp(join(dataFolder, 'library'))).rejects.toMatchObject({
    problem: { code: 'backup_folder' },
  })
})

it('leaves no incomplete file and no database when a backup is stopped', async () => {
  const { studio, handlers, waitForEnd } = await studioWithResults(1)
  const target = temporaryFolder()
  await studio.maintenance.backUp(target)
  await handlers['maintenance.stop']()
  expect(await waitForEnd()).toMatchObject({ state: 'stopped' })
  const left = readdirSync(target, { recursive: true }).map(String)
  expect(left.filter((name) => /\.part$|\.db$/.test(name))).toEqual([])
})

it('makes a backup that an older version of Easel refuses to open, without changing it', async () => {
  const { studio, waitForEnd } = await studioWithResults(0)
  const target = temporaryFolder()
  await studio.maintenance.backUp(target)
  await waitForEnd()
  const [name = ''] = readdirSync(join(target, 'backups'))
  const file = join(target, 'backups', name)
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  const before = readFileSync(file)
  expect(() => openStudioDatabase({ dataFolder: target, log: memoryLog(), clock: fakeClock() })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'database_newer' }) }),
  )
  expect(readFileSync(file)).toEqual(before)
})
