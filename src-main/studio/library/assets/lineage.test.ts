import { expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { libraryWorld } from '../../testing/libraryWorld.ts'

/** A photo taken in; an image made of it; a video made of that and the photo; a frame cut out of the video. */
function family() {
  const world = libraryWorld()
  const { database, made } = world
  const input = (id: string, sourceId: string | null = null) => {
    database.run(
      `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, name, source_id)
         VALUES (?, 'input', 'image', 'image/png', 'png', ?, 1, 'x', 1, ?, ?)`,
      id,
      `ab/${id}.png`,
      `${id}.png`,
      sourceId,
    )
    return id
  }
  const takes = (job: string, position: number, field: string, asset: string) =>
    database.run('INSERT INTO job_inputs VALUES (?, ?, ?, ?)', job, position, field, asset)
  const photo = input('photo')
  const picture = made('picture', 'A picture').id
  takes('picture', 0, 'image', photo)
  const clip = made('clip', 'A clip').id
  takes('clip', 0, 'first_frame_image', picture)
  takes('clip', 1, 'last_frame_image', photo)
  const frame = input('frame', clip)
  const walk = (id: string) => {
    const { from, made } = world.library.lineage(id)
    return { from: from.map(({ title }) => title), made: made.map(({ title }) => title) }
  }
  return { ...world, photo, picture, clip, frame, walk }
}

it('the lineage of an asset leads one step each way', () => {
  const { library, walk, photo, picture, clip, frame } = family()
  expect(walk(photo)).toEqual({ from: [], made: ['A clip', 'A picture'] })
  expect(walk(picture)).toEqual({ from: ['photo.png'], made: ['A clip'] })
  expect(walk(clip)).toEqual({ from: ['A picture', 'photo.png'], made: ['frame.png'] })
  expect(walk(frame)).toEqual({ from: ['A clip'], made: [] })
  expect(routes['library.lineage'].output.safeParse(library.lineage(clip)).success).toBe(true)
  expect(() => library.lineage('nobody')).toThrow('asset_not_found')
})

it('an asset tells what its job took in, in the order of the form', () => {
  const { library, clip, photo, picture } = family()
  const taken = library.asset(clip).inputs.map(({ field, asset }) => [field, asset.id])
  expect(taken).toEqual([
    ['first_frame_image', picture],
    ['last_frame_image', photo],
  ])
})

it('what was deleted for good is left out, and holds nothing up', async () => {
  const { library, walk, picture, clip } = family()
  await library.trash([picture])
  await library.emptyTrash()
  expect(walk(clip).from).toEqual(['photo.png'])
  expect(library.asset(clip).inputs).toHaveLength(1)
})

it('the tasks that take an asset are those of its kind and format', () => {
  const { library, picture } = family()
  expect(library.uses(picture).uses).toMatchObject([{ operation: 'image of png' }])
  expect(() => library.uses('nobody')).toThrow('asset_not_found')
})
