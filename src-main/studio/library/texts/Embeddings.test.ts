import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { textWorld } from '../../testing/worlds/textWorld.ts'

function embeddingWorld() {
  const world = textWorld()
  const embed = async (id: string, vectors: number[] | number[][], model = 'slug') => {
    const asset = await world.save(id, JSON.stringify({ embeddings: vectors }), 'embedding')
    world.database.run('UPDATE jobs SET model_slug = ? WHERE id = ?', model, id)
    return asset.id
  }
  const moveToConnection = (connection: string, ids: readonly string[]) => {
    for (const id of ids) world.database.run('UPDATE jobs SET connection_id = ? WHERE id = ?', connection, id)
  }
  const near = async (id: string, limit = 10) => {
    const { neighbours } = await world.embeddings.neighbours({ id, limit })
    return neighbours.map(({ tile, similarity }) => `${tile.title} ${similarity.toFixed(3)}`)
  }
  return { ...world, embed, moveToConnection, near }
}

describe('an embedding', () => {
  it('is described by its vectors, their dimension, the first of them and its input', async () => {
    const { embed, embeddings, library } = embeddingWorld()
    const id = await embed('a', [
      [3, 4, 0],
      [0, 0, 1],
    ])
    const facts = await embeddings.describe(id)
    expect(facts).toEqual({ vectors: 2, dimension: 3, norm: 5, preview: [3, 4, 0], input: 'prompt of a' })
    expect(library.assetDetail(id)).toMatchObject({ viewer: 'embedding', asset: { kind: 'embedding' } })
    expect(routes['library.embedding'].output.safeParse(facts).success).toBe(true)
  })

  it('has its nearest neighbours by cosine within its model and dimension', async () => {
    const { embed, near, library, addJobWithResult, embeddings } = embeddingWorld()
    const id = await embed('me', [1, 0])
    await embed('same', [50, 0])
    await embed('apart', [0, 2])
    await embed('against', [-1, 0])
    await embed('mean', [
      [1, 0],
      [0, 1],
    ])
    await embed('stranger', [1, 0], 'other-model')
    await embed('longer', [1, 0, 0])
    const gone = await embed('gone', [1, 0])
    await library.trash([gone])
    expect(await near(id)).toEqual([
      'prompt of same 1.000',
      'prompt of mean 0.707',
      'prompt of apart 0.000',
      'prompt of against -1.000',
    ])
    expect(await near(id, 1)).toEqual(['prompt of same 1.000'])
    expect(await near(addJobWithResult('picture').id)).toEqual([])
    await expect(embeddings.neighbours({ id: 'nobody', limit: 1 })).rejects.toThrow('asset_not_found')
  })

  it('is compared only with those of its connection, although another one has a model with the same slug', async () => {
    const { embed, near, moveToConnection } = embeddingWorld()
    const id = await embed('me', [1, 0])
    await embed('same', [1, 1])
    await embed('elsewhere', [1, 0])
    moveToConnection('other', ['elsewhere'])
    expect(await near(id)).toEqual(['prompt of same 0.707'])
  })

  it('is compared with more vectors than one batch', async () => {
    const { embed, near, database, embeddings, addJobWithResult } = embeddingWorld()
    const id = await embed('me', [1, 0])
    await embed('oldest', [1, 0.001])
    database.transaction(() => {
      for (let n = 0; n < 300; n++)
        embeddings.add(addJobWithResult(`far ${n}`).id, { count: 1, mean: Float32Array.of(0, 1) })
    })
    expect((await near(id, 2))[0]).toBe('prompt of oldest 1.000')
  })

  it('with only zeros has a similarity of 0 to every other', async () => {
    const { embed, near } = embeddingWorld()
    const id = await embed('zero', [0, 0])
    await embed('other', [1, 0])
    expect(await near(id)).toEqual(['prompt of other 0.000'])
  })

  it('that cannot be read is treated as a text', async () => {
    const { save, embeddings } = embeddingWorld()
    const { id, kind } = await save('a', '{"embeddings":[]}', 'embedding')
    expect(kind).toBe('text')
    await expect(embeddings.describe(id)).rejects.toThrow('not_supported')
  })

  it.each([
    ['csv', '0.1,-2,3e-9\r\n1,2,3\r\n'],
    ['json', '{"dimension":3,"vectors":[[0.1,-2,3e-9],[1,2,3]]}\n'],
  ] as const)('is exported as %s with full precision', async (format, content) => {
    const { embed, texts } = embeddingWorld()
    const id = await embed('a', [
      [0.1, -2, 3e-9],
      [1, 2, 3],
    ])
    const { base64 } = await texts.export({ id, format })
    expect(Buffer.from(base64, 'base64').toString('utf8')).toBe(content)
    await expect(texts.export({ id, format: 'srt' })).rejects.toThrow('not_supported')
  })
})

describe('the map', () => {
  const first = { before: null, limit: 100 }
  const floatsOf = (base64: string) => [
    ...new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer),
  ]

  it('has the vectors of the largest model, or of the model of one embedding', async () => {
    const { embed, embeddings } = embeddingWorld()
    const lone = await embed('lone', [1, 2], 'small-model')
    for (const [n, vector] of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0.5, 0],
    ].entries())
      await embed(`${n}`, vector)
    const page = await embeddings.page(first)
    expect(page.points.map(({ title }) => title)).toEqual(['prompt of 2', 'prompt of 1', 'prompt of 0'])
    expect(page).toMatchObject({ dimension: 3, next: null })
    expect(floatsOf(page.vectors)).toEqual([0, 0.5, 0, -1, 0, 0, 1, 0, 0])
    const own = await embeddings.page({ id: lone, ...first })
    expect(own.points).toEqual([{ id: lone, title: 'prompt of lone' }])
    expect(floatsOf(own.vectors)).toEqual([1, 2])
    expect(routes['library.embeddings'].output.safeParse(page).success).toBe(true)
  })

  it('has the embeddings of one connection, although another one has a model with the same slug', async () => {
    const { embed, embeddings, moveToConnection } = embeddingWorld()
    for (const name of ['a', 'b', 'c']) await embed(name, [1, 0])
    moveToConnection('other', ['a', 'b'])
    const { points } = await embeddings.page(first)
    expect(points.map(({ title }) => title)).toEqual(['prompt of b', 'prompt of a'])
  })

  it('is read page by page without the trash', async () => {
    const { embed, embeddings, library } = embeddingWorld()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await embed(`${n}`, [n, 1]))
    await library.trash([ids[3] ?? ''])
    const seen: string[] = []
    const values: number[] = []
    let before: string | null = null
    do {
      const page = await embeddings.page({ before, limit: 2 })
      seen.push(...page.points.map(({ id }) => id))
      values.push(...floatsOf(page.vectors))
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(ids.filter((_, at) => at !== 3).toReversed())
    expect(values).toEqual([6, 1, 5, 1, 4, 1, 2, 1, 1, 1, 0, 1])
  })

  it('is empty without embeddings and rejects an invalid cursor', async () => {
    const { embeddings, addJobWithResult } = embeddingWorld()
    const empty = { points: [], dimension: 0, vectors: '', next: null }
    expect(await embeddings.page(first)).toEqual(empty)
    expect(await embeddings.page({ id: addJobWithResult('picture').id, ...first })).toEqual(empty)
    await expect(embeddings.page({ before: 'x', limit: 1 })).rejects.toThrow('invalid_input')
  })
})
