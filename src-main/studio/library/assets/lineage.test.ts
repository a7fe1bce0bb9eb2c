import { expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

/** An uploaded photo, an image made from it, a video made from both, and a frame of the video. */
function lineageWorld() {
  const world = libraryWorld()
  const { database, addJobWithResult } = world
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
  const image = addJobWithResult('picture', 'A picture').id
  addJobInput('picture', 0, 'image', photo)
  const video = addJobWithResult('clip', 'A clip').id
  addJobInput('clip', 0, 'first_frame_image', image)
  addJobInput('clip', 1, 'last_frame_image', photo)
  const frame = input('frame', video)
  /** The titles of each generation, and the links as "source → target". */
  const graphOf = (id: string) => {
    const graph = world.library.lineage(id)
    const title = new Map(graph.nodes.map(({ tile }) => [tile.id, tile.title]))
    return {
      ...graph,
      generations: Object.fromEntries(graph.nodes.map(({ tile, generation }) => [tile.title, generation])),
      links: graph.edges.map(({ from, to }) => `${title.get(from)} → ${title.get(to)}`).toSorted(),
    }
  }
  return { ...world, photo, image, video, frame, graphOf, addJobInput, input }
}

it('returns all sources of a result, each before what was made from it', () => {
  const { graphOf, video, library } = lineageWorld()
  const { generations, links, isCut, lacksSources } = graphOf(video)
  expect(generations).toEqual({ 'A clip': 0, 'A picture': -1, 'photo.png': -2, 'frame.png': 1 })
  expect(links).toEqual([
    'A clip → frame.png',
    'A picture → A clip',
    'photo.png → A clip',
    'photo.png → A picture',
  ])
  expect({ isCut, lacksSources }).toEqual({ isCut: false, lacksSources: false })
  expect(library.lineage(video).edges).toContainEqual({
    from: 'photo',
    to: video,
    field: 'last_frame_image of draw',
  })
  expect(() => library.lineage('nobody')).toThrow('asset_not_found')
})

it('returns everything that was made from a file, with the names of the tasks', () => {
  const { graphOf, photo } = lineageWorld()
  const { generations, nodes } = graphOf(photo)
  expect(generations).toEqual({ 'photo.png': 0, 'A picture': 1, 'A clip': 2, 'frame.png': 3 })
  expect(nodes.map(({ task }) => task)).toEqual(['', 'Name of draw', 'Name of draw', ''])
})

it('ends at a cycle', () => {
  const { database, graphOf, photo, frame } = lineageWorld()
  database.run('UPDATE assets SET source_id = ? WHERE id = ?', frame, photo)
  expect(graphOf(photo).nodes).toHaveLength(4)
})

it('reads eight steps in a direction, and reports that more were left out', () => {
  const { graphOf, input } = lineageWorld()
  let last = input('step 0')
  for (let step = 1; step <= 12; step++) last = input(`step ${step}`, last)
  const { nodes, isCut, lacksSources } = graphOf(last)
  expect(nodes).toHaveLength(9)
  expect({ isCut, lacksSources }).toEqual({ isCut: true, lacksSources: true })
  expect(graphOf('step 5')).toMatchObject({ isCut: false, lacksSources: false })
})

it('reads at most 200 assets', () => {
  const { graphOf, input, photo } = lineageWorld()
  for (let index = 0; index < 300; index++) input(`crop ${index}`, photo)
  const { nodes, isCut } = graphOf(photo)
  expect(nodes).toHaveLength(200)
  expect(isCut).toBe(true)
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
  const { library, graphOf, image, video } = lineageWorld()
  await library.trash([image])
  await library.emptyTrash()
  const { generations, lacksSources } = graphOf(video)
  expect(generations).toEqual({ 'A clip': 0, 'photo.png': -1, 'frame.png': 1 })
  expect(lacksSources).toBe(true)
  expect(library.assetDetail(video).inputs).toHaveLength(1)
})

it('returns the operations that accept the kind and format of an asset', () => {
  const { library, image } = lineageWorld()
  expect(library.listUses(image).uses).toMatchObject([{ operation: 'image of png' }])
  expect(() => library.listUses('nobody')).toThrow('asset_not_found')
})

it('titles a result used as an input like its job, and everything taken from it too', () => {
  const { library, image, video, frame, input } = lineageWorld()
  const copy = input('resized', frame)
  const titles = [image, video, frame, copy].map((id) => library.findInputFile(id)?.title)
  expect(titles).toEqual(['A picture', 'A clip', 'A clip', 'A clip'])
})

it('titles an uploaded file, and everything taken from it, by its file name', () => {
  const { database, library, photo, input } = lineageWorld()
  const copy = input('resized', photo)
  expect([photo, copy].map((id) => library.findInputFile(id)?.title)).toEqual(['photo.png', 'photo.png'])
  database.run('DELETE FROM assets WHERE id = ?', photo)
  expect(library.findInputFile(copy)?.title).toBe('resized.png')
})

it('titles files that were taken from each other', () => {
  const { database, library, input } = lineageWorld()
  const [a, b] = [input('a'), input('b', 'a')]
  database.run('UPDATE assets SET source_id = ? WHERE id = ?', b, a)
  expect(library.findInputFile(a)?.title).toMatch(/^[ab]\.png$/)
})
