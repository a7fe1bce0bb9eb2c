import { expect, it, vi } from 'vitest'
import { tileSchema } from '../../../../src-preload/contract/types/asset.ts'
import { inputWorld as openWorld } from '../../testing/worlds/inputWorld.ts'
import { mp3Of } from '../../testing/media/audioVideo.ts'
import { pngOf } from '../../testing/media/images.ts'
import { InputList, readInputPage } from './InputList.ts'

function inputWorld() {
  const world = openWorld()
  /** Adds inputs with the name "other". */
  const insertRows = (count: number) => {
    for (let n = 0; n < count; n++)
      world.database.run(
        `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, name)
           VALUES (?1, 'input', 'image', 'image/png', 'png', ?1, 1, 'x', 1, 'other')`,
        `row ${n}`,
      )
  }
  return { ...world, insertRows }
}

const kinds: ('image' | 'audio' | 'video')[] = ['image', 'audio', 'video']

it('lists only inputs of the requested kinds, newest first, page by page', async () => {
  const { addInput, list, addJobWithResult } = inputWorld()
  for (let n = 0; n < 5; n++) await addInput(`picture ${n}.png`, pngOf(20 + n, 20))
  await addInput('sound.mp3', mp3Of(40))
  addJobWithResult('a result')
  const titles = (page: Awaited<ReturnType<typeof list.page>>) => page.tiles.map(({ title }) => title)
  const first = await list.page({ before: null, limit: 4, kinds })
  expect(first.tiles.map((tile) => tileSchema.parse(tile).role)).toEqual(
    Array.from({ length: 4 }, () => 'input'),
  )
  expect(titles(first)).toEqual(['sound.mp3', 'picture 4.png', 'picture 3.png', 'picture 2.png'])
  const second = await list.page({ before: first.next, limit: 4, kinds })
  expect(titles(second)).toEqual(['picture 1.png', 'picture 0.png'])
  expect(second.next).toBeNull()
  expect(titles(await list.page({ before: null, limit: 9, kinds: ['audio'] }))).toEqual(['sound.mp3'])
})

it('finds names with all words, ignoring case and accents, in the complete history', async () => {
  const { addInput, list, insertRows } = inputWorld()
  await addInput('Crème brûlée at Noon.png', pngOf(30, 20))
  await addInput('Noon.png', pngOf(31, 20))
  insertRows(450)
  const find = async (search: string) =>
    (await list.page({ before: null, limit: 5, kinds, search })).tiles.map(({ title }) => title)
  expect(await find('noon')).toEqual(['Noon.png', 'Crème brûlée at Noon.png'])
  expect(await find('NOON creme')).toEqual(['Crème brûlée at Noon.png'])
  expect(await find('100%_')).toEqual([])
  expect((await list.page({ before: null, limit: 1, kinds, search: 'noon' })).next).not.toBeNull()
})

it('searches in the query thread, in slices, under the id of its list', async () => {
  const { database, insertRows } = inputWorld()
  insertRows(1000)
  const all = vi.spyOn(database, 'all')
  const request = { before: null, limit: 5, kinds, search: 'nothing of this', listId: 'picker' }
  const search = vi.fn(async () => ({ rows: [], hasNext: false }))
  const list = new InputList({ database, search, library: { toTiles: () => [] } })
  expect(await list.page(request)).toEqual({ tiles: [], next: null })
  expect(search).toHaveBeenCalledExactlyOnceWith(request, 'picker')
  expect(all).not.toHaveBeenCalled()
  const slices = readInputPage(database, request)
  while (slices.next().done !== true) {
    expect(all).toHaveBeenCalledOnce()
    all.mockClear()
  }
})
