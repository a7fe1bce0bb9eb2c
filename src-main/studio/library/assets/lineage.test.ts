import { expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

/** An uploaded photo, an image made from it, a video made from both, and a frame of the video. */
function lineageWorld() {
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
  const addJobInput = (job: string, position: number, field: string, asset: string) =>
    database.run('INSERT INTO job_inputs VALUES (?, ?, ?, ?)', job, position, field, asset)
  const photo = input('photo')
  const image = made('picture', 'A picture').id
  addJobInput('picture', 0, 'image', photo)
  const video = made('clip', 'A clip').id
  addJobInput('clip', 0, 'first_frame_image', image)
  addJobInput('clip', 1, 'last_frame_image', photo)
  const frame = input('frame', video)
  const titlesAround = (id: string) => {
    const { from, made } = world.library.lineage(id)
    return { from: from.map(({ title }) => title), made: made.map(({ title }) => title) }
  }
  return { ...world, photo, image, video, frame, titlesAround }
}

it('returns one step of the lineage in each direction', () => {
  const { library, titlesAround, photo, image, video, frame } = lineageWorld()
  expect(titlesAround(photo)).toEqual({ from: [], made: ['A clip', 'A picture'] })
  expect(titlesAround(image)).toEqual({ from: ['photo.png'], made: ['A clip'] })
  expect(titlesAround(video)).toEqual({ from: ['A picture', 'photo.png'], made: ['frame.png'] })
  expect(titlesAround(frame)).toEqual({ from: ['A clip'], made: [] })
  expect(routes['library.lineage'].output.safeParse(library.lineage(video)).success).toBe(true)
  expect(() => library.lineage('nobody')).toThrow('asset_not_found')
})

it('returns the inputs of an asset in the order of the form', () => {
  const { library, video, photo, image } = lineageWorld()
  const inputs = library.assetDetail(video).inputs.map(({ field, asset }) => [field, asset.id])
  expect(inputs).toEqual([
    ['first_frame_image', image],
    ['last_frame_image', photo],
  ])
})

it('leaves out permanently deleted assets', async () => {
  const { library, titlesAround, image, video } = lineageWorld()
  await library.trash([image])
  await library.emptyTrash()
  expect(titlesAround(video).from).toEqual(['photo.png'])
  expect(library.assetDetail(video).inputs).toHaveLength(1)
})

it('returns the operations that accept the kind and format of an asset', () => {
  const { library, image } = lineageWorld()
  expect(library.listUses(image).uses).toMatchObject([{ operation: 'image of png' }])
  expect(() => library.listUses('nobody')).toThrow('asset_not_found')
})
