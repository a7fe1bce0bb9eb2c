import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { pngOf } from '../../testing/media/images.ts'
import { OrphanFiles } from './OrphanFiles.ts'

const NAME = '2026/01/2026-01-05-6f1c2f9e.png'

function orphanWorld() {
  const world = libraryWorld()
  const { places, database, library, problems, log, add, addJob } = world
  const pending = new Set<string>()
  const orphans = new OrphanFiles({
    database,
    folders: places,
    isPending: (path) => pending.has(path),
    library,
    report: (problem) => void problems.push(problem),
    log,
  })
  const put = (path: string, bytes: Uint8Array | string = pngOf(7, 7)) => {
    const full = join(places.library, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, bytes)
    return full
  }
  const found = () =>
    existsSync(places.found) ? readdirSync(places.found).filter((name) => name !== 'README.txt') : []
  /** A saved result named as results are, with its own bytes. */
  const saved = (id: string, bytes: Buffer) => {
    addJob(id)
    const asset = add(id, `2026-01-05-${id}`)
    const path = library.findPath(asset.id) ?? ''
    writeFileSync(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    database.run('UPDATE assets SET sha256 = ?, bytes = ? WHERE id = ?', sha256, bytes.length, asset.id)
    return { ...asset, path }
  }
  return { ...world, orphans, put, found, pending, saved }
}

it('writes missing sidecars of results and leaves existing ones', async () => {
  const { orphans, saved, library } = orphanWorld()
  const [a, b] = [saved('a', pngOf(9, 9)), saved('b', pngOf(10, 9))]
  await library.writeSidecar(b.id)
  writeFileSync(`${b.path}.json`, 'untouched')
  await orphans.repair()
  expect(JSON.parse(readFileSync(`${a.path}.json`, 'utf8'))).toMatchObject({
    easelParameters: 1,
    title: 'prompt of a',
  })
  expect(readFileSync(`${b.path}.json`, 'utf8')).toBe('untouched')
})

it('moves a complete file without a job to the found folder unchanged and reports it', async () => {
  const { orphans, put, found, problems, places } = orphanWorld()
  const bytes = pngOf(33, 21)
  const path = put(NAME, bytes)
  await orphans.repair()
  expect(existsSync(path)).toBe(false)
  expect(found()).toEqual(['2026-01-05-6f1c2f9e.png'])
  expect(readFileSync(join(places.found, found()[0] ?? '')).equals(bytes)).toBe(true)
  expect(problems).toEqual([
    { code: 'files_found', money: 'none', params: { count: 1, folder: places.found } },
  ])
  expect(await orphans.foundUsage()).toEqual({ folder: places.found, files: 1, bytes: bytes.length })
  expect(readFileSync(join(places.found, 'README.txt'), 'utf8')).toContain(
    'You may open, move or delete every file',
  )
})

it('leaves a file that its job claimed during the check', async () => {
  const { database, places, library, add, addJob, put, log } = orphanWorld()
  const bytes = pngOf(33, 21)
  const file = put(NAME, bytes)
  addJob('late')
  const orphans = new OrphanFiles({
    database,
    folders: places,
    isPending: (path) => {
      // Its job saves it right before the check, so it is no longer pending.
      if (!database.get('SELECT 1 FROM assets WHERE path = ?', path)) {
        const asset = add('late', 'late')
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        database.run('UPDATE assets SET path = ?, sha256 = ? WHERE id = ?', path, sha256, asset.id)
      }
      return false
    },
    library,
    report: () => {},
    log,
  })
  await orphans.repair()
  expect(existsSync(file)).toBe(true)
})

it('removes a second copy only if the first one exists with the same bytes', async () => {
  const { orphans, put, found, saved } = orphanWorld()
  const bytes = pngOf(33, 21)
  const kept = saved('a', bytes)
  const copy = put(NAME, bytes)
  await orphans.repair()
  expect([existsSync(kept.path), existsSync(copy), found()]).toEqual([true, false, []])
  // The first copy was damaged, so the second is the only one.
  put(NAME, bytes)
  writeFileSync(kept.path, Buffer.alloc(bytes.length))
  await orphans.repair()
  expect(found()).toHaveLength(1)
})

it.each<[string, (world: ReturnType<typeof orphanWorld>) => void]>([
  ['may still get its row', ({ put, pending }) => (put(NAME), pending.add(NAME))],
  [
    'has a sidecar, so that only its row was lost',
    ({ put }) => {
      put(NAME)
      put(`${NAME}.json`, '{}')
    },
  ],
  ['is older than the database', ({ put }) => utimesSync(put(NAME), 1000, 1000)],
  ['is still being written', ({ put }) => put('2026/01/2026-01-05-6f1c2f9e.part')],
  ['isn’t named like a result', ({ put }) => put('2026/01/My holiday.png')],
  ['is outside the folders of the months', ({ put }) => put('exports/2026-01-05-x.png')],
])('leaves a file that %s', async (_, prepare) => {
  const world = orphanWorld()
  prepare(world)
  const all = () => readdirSync(world.places.library, { recursive: true, encoding: 'utf8' }).toSorted()
  const before = all()
  await world.orphans.repair()
  expect(all()).toEqual(before)
  expect(world.found()).toEqual([])
  expect(world.problems).toEqual([])
})

it('continues after a file that cannot be processed', async () => {
  const { orphans, saved, put, found, log } = orphanWorld()
  const broken = saved('a', pngOf(9, 9))
  rmSync(broken.path)
  mkdirSync(`${broken.path}.json.part`)
  put(NAME)
  put(broken.path.slice(broken.path.indexOf('2026/01/')), pngOf(9, 9))
  await orphans.repair()
  expect(found()).toHaveLength(1)
  expect(log.lines).toContainEqual(
    expect.objectContaining({ message: 'A file of the library could not be repaired' }),
  )
})
