import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { webpOf } from '../../testing/media/images.ts'

function trashWorld() {
  const world = libraryWorld()
  const { places, page } = world
  const ids = async (trash: boolean) => (await page({ trash })).tiles.map(({ id }) => id)
  const totals = async (trash: boolean) => {
    const { totals } = await page({ trash })
    return [totals?.total, totals?.bytes]
  }
  const exists = (name: string) => existsSync(join(places.library, '2026/01', name))
  return { ...world, ids, totals, exists }
}

describe('the trash', () => {
  it('removes results from the gallery and restores them at their old position', async () => {
    const { library, addJobWithResult, ids, totals, exists } = trashWorld()
    const [a, b, c] = ['a', 'b', 'c'].map((id) => addJobWithResult(id).id)
    if (!a || !b || !c) throw new Error('There are too few results.')
    await library.trash([b, a])
    expect([await ids(false), await ids(true)]).toEqual([[c], [b, a]])
    expect([await totals(false), await totals(true)]).toEqual([
      [1, 100],
      [2, 200],
    ])
    expect(exists('b.png')).toBe(true)
    await library.restore([b])
    expect([await ids(false), await ids(true)]).toEqual([[c, b], [a]])
    expect(library.assetDetail(b).asset.trashedAt).toBeNull()
  })

  it('accepts a result twice, and throws for an unknown one', async () => {
    const { library, addJobWithResult } = trashWorld()
    const { id } = addJobWithResult('a')
    await library.trash([id])
    await library.trash([id])
    await expect(library.trash(['nobody'])).rejects.toThrow('asset_not_found')
    expect(await library.trash([id, 'nobody'])).toEqual({ changed: [] })
  })

  it('deletes files, sidecars, thumbnails and other formats when emptied, and nothing else', async () => {
    const { library, addJobWithResult, add, exists, places, database, totals } = trashWorld()
    const [gone, kept] = [addJobWithResult('gone').id, addJobWithResult('kept').id]
    add('gone', 'gone-webp', 'alternative')
    add('kept', 'kept-webp', 'alternative')
    await library.thumbs.save(gone, webpOf.lossy(9, 9))
    await Promise.all([library.writeSidecar(gone), library.writeSidecar(kept)])
    const thumb = library.thumbs.findPath(gone) ?? ''
    await library.trash([gone])
    expect(await library.emptyTrash()).toEqual({ deleted: 1 })
    expect(['gone.png', 'gone.png.json', 'gone-webp.png'].map(exists)).toEqual([false, false, false])
    expect(['kept.png', 'kept.png.json', 'kept-webp.png'].map(exists)).toEqual([true, true, true])
    expect(existsSync(thumb)).toBe(false)
    expect(existsSync(places.library)).toBe(true)
    expect(library.assetsByJob(['gone'])).toEqual(new Map())
    expect(database.get(`SELECT count(*) AS n FROM jobs`)).toEqual({ n: 2 })
    expect([await totals(false), await totals(true)]).toEqual([
      [1, 100],
      [0, 0],
    ])
    expect(await library.emptyTrash()).toEqual({ deleted: 0 })
  })

  it('deletes a thumbnail that was saved right before a crash', async () => {
    const { library, addJobWithResult, database } = trashWorld()
    const { id } = addJobWithResult('a')
    await library.thumbs.save(id, webpOf.lossy(9, 9))
    const thumb = library.thumbs.findPath(id) ?? ''
    database.run('UPDATE assets SET has_thumb = 0')
    await library.trash([id])
    await library.emptyTrash()
    expect(existsSync(thumb)).toBe(false)
  })

  it('keeps other formats while another result of the same job remains', async () => {
    const { library, addJobWithResult, add, exists } = trashWorld()
    const one = addJobWithResult('a').id
    add('a', 'second')
    add('a', 'other', 'alternative')
    await library.trash([one])
    await library.emptyTrash()
    expect(['a.png', 'second.png', 'other.png'].map(exists)).toEqual([false, true, true])
  })

  it('is emptied even if files are missing or cannot be deleted, and logs the latter', async () => {
    const { library, addJobWithResult, places, database, log, exists } = trashWorld()
    const ids = ['a', 'b', 'c'].map((id) => addJobWithResult(id).id)
    rmSync(join(places.library, '2026/01/a.png'))
    const stuck = join(places.library, '2026/01/b.png')
    rmSync(stuck)
    mkdirSync(stuck)
    await library.trash(ids)
    expect(await library.emptyTrash()).toEqual({ deleted: 3 })
    expect(exists('c.png')).toBe(false)
    expect(log.lines.map(({ facts }) => facts?.['path'])).toEqual(['library/2026/01/b.png'])
    rmSync(stuck, { recursive: true })
    writeFileSync(stuck, 'can be deleted now')
    await library.resumeDeletions()
    expect(exists('b.png')).toBe(false)
    expect(database.all('SELECT * FROM pending_deletions')).toEqual([])
  })

  it('finishes at the next startup what a crash left', async () => {
    const { library, addJobWithResult, database, exists } = trashWorld()
    addJobWithResult('a')
    database.run(
      `INSERT INTO pending_deletions VALUES ('library/2026/01/a.png'), ('library/../../easel.db'), ('odd')`,
    )
    await library.resumeDeletions()
    expect(exists('a.png')).toBe(false)
    expect(database.all('SELECT * FROM pending_deletions')).toEqual([])
  })
})
