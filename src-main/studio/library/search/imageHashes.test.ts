import { describe, expect, it } from 'vitest'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { countBits, countHashes, findSimilarImages, ImageHashes } from './ImageHashes.ts'

function setUp() {
  const world = libraryWorld()
  const hashes = new ImageHashes({
    database: world.database,
    library: world.library,
    countHashes: async () => countHashes(world.database),
    findSimilar: async (input) => runAllSlices(findSimilarImages(world.database, input)),
  })
  const add = (title: string, hash: string | null) => {
    const { id } = world.addJobWithResult(title, title)
    hashes.save({ id, hash })
    return id
  }
  const similarTo = async (id: string, limit = 10) =>
    (await hashes.similar({ id, limit })).similar.map(({ tile, distance }) => [tile.title, distance])
  return { ...world, hashes, add, similarTo }
}

describe('similar images', () => {
  it('are sorted by the number of bits that differ, and end where images no longer look alike', async () => {
    const { add, similarTo } = setUp()
    const id = add('original', 'ffff0000ffff0000')
    add('other', '0000ffff0000ffff')
    add('close', 'ffff0000ffff000f')
    add('copy', 'ffff0000ffff0000')
    add('limit', 'ffff0000ffffffff')
    add('beyond', 'fffe0000ffffffff')
    expect(await similarTo(id)).toEqual([
      ['copy', 0],
      ['close', 4],
      ['limit', 16],
    ])
    expect(await similarTo(id, 1)).toEqual([['copy', 0]])
  })

  it('leave out the trash, deleted images and images that could not be decoded', async () => {
    const { add, similarTo, library } = setUp()
    const id = add('original', '8000000000000001')
    const [trashed, deleted] = [add('trashed', '8000000000000001'), add('deleted', '8000000000000001')]
    add('undecodable', null)
    await library.trash([deleted])
    await library.emptyTrash()
    await library.trash([trashed])
    expect(await similarTo(id)).toEqual([])
    await library.restore([trashed])
    expect(await similarTo(id)).toEqual([['trashed', 0]])
  })

  it('are not found for an image without a hash', async () => {
    const { add, addJobWithResult, similarTo } = setUp()
    add('other', '0000000000000000')
    expect(await similarTo(addJobWithResult('new').id)).toEqual([])
    expect(await similarTo(add('undecodable', null))).toEqual([])
  })
})

describe('missing hashes', () => {
  it('are listed for images only, newest first, until they are saved', async () => {
    const { hashes, addJobWithResult, database, library } = setUp()
    const [first, second] = [addJobWithResult('first'), addJobWithResult('second')]
    const list = (before: string | null, limit: number) => {
      const { images, next } = hashes.listMissing({ before, limit })
      return { ids: images.map(({ id }) => id), next }
    }
    expect(list(null, 10).ids).toEqual([second.id, first.id])
    const page = list(null, 1)
    expect(page.ids).toEqual([second.id])
    expect(list(page.next, 1).ids).toEqual([first.id])
    expect(list(list(page.next, 1).next, 1)).toEqual({ ids: [], next: null })
    expect((await hashes.similar({ id: first.id, limit: 1 })).missing).toBe(2)
    hashes.save({ id: second.id, hash: null })
    hashes.save({ id: first.id, hash: '00000000ffffffff' })
    expect(list(null, 10).ids).toEqual([])
    addJobWithResult('third')
    await library.trash([first.id])
    await library.emptyTrash()
    expect(database.all('SELECT count(*) AS n FROM image_hashes')).toEqual([{ n: 1 }])
  })

  it('are counted beside the images that were compared, also those that can’t be decoded', async () => {
    const { hashes, add, addJobWithResult } = setUp()
    add('good', '00000000ffffffff')
    add('undecodable', null)
    addJobWithResult('new')
    expect(await hashes.progress()).toEqual({ done: 2, missing: 1 })
  })

  it('of an unknown image can’t be saved', async () => {
    const { hashes } = setUp()
    expect(await catchProblem(async () => hashes.save({ id: 'nobody', hash: null }))).toMatchObject({
      code: 'asset_not_found',
    })
  })
})

it.each([
  [0, 0],
  [1, 1],
  [-1, 32],
  [0x80000000, 1],
  [0x0f0f0f0f, 16],
])('countBits(%i) is %i', (bits, count) => {
  expect(countBits(bits)).toBe(count)
})
