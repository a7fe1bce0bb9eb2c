import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

const first = { before: null, limit: 100, trash: false }
const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

describe('a page', () => {
  it('covers everything once, newest first, even while new results arrive', () => {
    const { library, made } = libraryWorld()
    for (let n = 0; n < 25; n++) made(`job ${n}`, `${n}`)
    const seen: string[] = []
    let next: string | null = null
    do {
      const page = library.page({ ...first, limit: 10, before: next })
      seen.push(...titles(page))
      made(`new ${seen.length}`)
      next = page.next
    } while (next !== null)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `${24 - n}`))
  })

  it('can be read from the end upwards, each result once', () => {
    const { library, made } = libraryWorld()
    for (let n = 0; n < 25; n++) made(`job ${n}`, `${n}`)
    const up = (after: string | null, search?: string) =>
      library.page({ ...first, limit: 10, after, ...(search === undefined ? {} : { search }) })
    const last = up(null)
    expect(titles(last)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
    expect(last.next).toBeNull()
    const middle = up(last.previous ?? '')
    expect(titles(library.page({ ...first, before: middle.next, limit: 10 }))).toEqual(titles(last))
    const top = up(middle.previous ?? '')
    expect([...titles(top), ...titles(middle), ...titles(last)]).toEqual(
      Array.from({ length: 25 }, (_, n) => `${24 - n}`),
    )
    expect(top).toMatchObject({ previous: null, total: 25 })
    expect(titles(up(null, '7'))).toEqual(['7'])
    expect(routes['library.page'].output.parse(last)).toEqual(last)
    expect(() => up('x')).toThrow('invalid_input')
  })

  it('continues upwards from a deleted result', async () => {
    const { library, made } = libraryWorld()
    const all = Array.from({ length: 9 }, (_, n) => made(`job ${n}`, `${n}`))
    const last = library.page({ ...first, limit: 3, after: null })
    await library.trash(all.slice(0, 5).map(({ id }) => id))
    const above = library.page({ ...first, limit: 3, after: last.previous ?? '' })
    expect(titles(above)).toEqual(['7', '6', '5'])
    expect(library.page({ ...first, before: above.next }).tiles).toEqual([])
  })

  it('that ends exactly with the last result has no next page', () => {
    const { library, made } = libraryWorld()
    for (const id of ['a', 'b']) made(id)
    expect(library.page({ ...first, limit: 2 }).next).toBeNull()
    expect(library.page({ ...first, limit: 1 }).next).not.toBeNull()
  })

  it('has tiles with captions and matches the contract', () => {
    const { library, made, add } = libraryWorld()
    const asset = made('a', 'A red fox')
    add('a', 'other', 'alternative')
    const page = library.page(first)
    expect(page).toEqual({
      tiles: [
        {
          ...asset,
          title: 'A red fox',
          modelName: 'Painter',
          price: 4_213_000,
          seed: 42,
          operation: 'draw',
          excerpt: null,
        },
      ],
      next: null,
      total: 1,
      bytes: 100,
    })
    expect(routes['library.page'].output.safeParse(page).success).toBe(true)
  })

  it('needs one statement, empty or not', () => {
    const { library, made, database } = libraryWorld()
    const cost = () => {
      const before = database.statementsRun
      library.page(first)
      return database.statementsRun - before
    }
    expect(cost()).toBe(1)
    for (let n = 0; n < 50; n++) made(`job ${n}`)
    expect(cost()).toBe(1)
  })

  it('leaves out an unreadable row and still has a next page', () => {
    const { library, made, database, problems } = libraryWorld()
    for (const id of ['a', 'b', 'c', 'd']) made(id, id)
    database.run(`UPDATE assets SET kind = 'hologram' WHERE job_id IN ('c', 'd')`)
    const page = library.page({ ...first, limit: 2 })
    expect(page.tiles).toEqual([])
    expect(titles(library.page({ ...first, limit: 2, before: page.next }))).toEqual(['b', 'a'])
    expect(problems).toHaveLength(2)
  })

  it('has only the requested kinds, across pages and in a search', () => {
    const { library, made, database } = libraryWorld()
    for (const id of ['fox a', 'fox b', 'fox c', 'fox d']) made(id, id)
    database.run(`UPDATE assets SET kind = 'video' WHERE job_id IN ('fox b', 'fox d')`)
    const page = library.page({ ...first, limit: 1, kinds: ['video'] })
    expect(titles(page)).toEqual(['fox d'])
    expect(titles(library.page({ ...first, kinds: ['video', 'audio'], before: page.next }))).toEqual([
      'fox b',
    ])
    expect(titles(library.page({ ...first, kinds: ['video'], search: 'fox' }))).toEqual(['fox d', 'fox b'])
    expect(titles(library.page({ ...first, kinds: ['audio'] }))).toEqual([])
  })

  it('rejects an invalid cursor', () => {
    const { library } = libraryWorld()
    expect(() => library.page({ ...first, before: 'x' })).toThrow('invalid_input')
  })
})

describe('a search', () => {
  const find = (search: string, made = ['A red fox', 'A red 100% wolf', 'blue_bird', 'Ein grüner Fuchs']) => {
    const world = libraryWorld()
    for (const title of made) world.made(title, title)
    return world.library.page({ ...first, search })
  }

  it.each([
    ['red', ['A red 100% wolf', 'A red fox']],
    ['FOX red', ['A red fox']],
    ['100%', ['A red 100% wolf']],
    ['bird', ['blue_bird']],
    ['blue_bird', ['blue_bird']],
    ['GRUN', ['Ein grüner Fuchs']],
    ['%', []],
    ['_', []],
    ['*', []],
    ['fo*', ['A red fox']],
    ['title:fox', []],
    ['-red', ['A red 100% wolf', 'A red fox']],
    ['^red', ['A red 100% wolf', 'A red fox']],
    ['red AND', []],
    ['""', []],
    ['"red', ['A red 100% wolf', 'A red fox']],
    ['\ud800 red', ['A red 100% wolf', 'A red fox']],
    ['\\', []],
    ['grün', ['Ein grüner Fuchs']],
    [`' OR 1=1 --`, []],
    ['"red* NEAR(', []],
    ['   ', ['Ein grüner Fuchs', 'blue_bird', 'A red 100% wolf', 'A red fox']],
    ['red\0fox', ['A red fox']],
  ])('for %j finds results with all words', (search, expected) => {
    const page = find(search)
    expect(titles(page)).toEqual(expected)
    expect(page).toMatchObject({ total: expected.length, bytes: expected.length * 100 })
  })

  it.each([
    ['猫', ['黒い猫が眠る']],
    ['い猫', ['黒い猫が眠る']],
    ['猫が', ['黒い猫が眠る']],
    ['猫黒', []],
    ['🎨', ['art 🎨 now']],
    ['🎨🎨', []],
    ['now art', ['art 🎨 now']],
  ])('for %j works in any script', (search, expected) => {
    expect(titles(find(search, ['黒い猫が眠る', 'art 🎨 now']))).toEqual(expected)
  })

  it('covers every text of the form and the current text of a text result', () => {
    const { library, made, database } = libraryWorld()
    const { id } = made('a', 'A fox')
    const found = (search: string) => titles(library.page({ ...first, search }))
    database.run(
      `UPDATE jobs SET form_values = '{"prompt":"A fox","negative_prompt":"blurry hands","seed":77}'`,
    )
    library.updateSearchText(id)
    expect([found('blurry'), found('77'), found('negative_prompt')]).toEqual([['A fox'], [], []])
    database.run('INSERT INTO asset_texts VALUES (?, ?, NULL)', id, 'Hello world')
    library.updateSearchText(id)
    expect([found('hello fox'), found('goodbye')]).toEqual([['A fox'], []])
    database.run('UPDATE asset_texts SET words = ?', 'Goodbye')
    library.updateSearchText(id)
    expect([found('hello'), found('goodbye')]).toEqual([[], ['A fox']])
    expect(library.page(first).tiles[0]?.excerpt).toBe('Goodbye')
  })

  it('does not find permanently deleted results, and finds trashed ones in the trash', async () => {
    const { library, made } = libraryWorld()
    const ids = ['a', 'b'].map((id) => made(id, `fox ${id}`).id)
    await library.trash([ids[0] ?? ''])
    expect(titles(library.page({ ...first, search: 'fox' }))).toEqual(['fox b'])
    expect(titles(library.page({ ...first, search: 'fox', trash: true }))).toEqual(['fox a'])
    await library.emptyTrash()
    expect(titles(library.page({ ...first, search: 'fox', trash: true }))).toEqual([])
  })

  it('has pages, newest first, with one statement each', () => {
    const { library, made, database } = libraryWorld()
    for (let n = 0; n < 25; n++) made(`job ${n}`, `${n % 2 ? 'fox' : 'owl'} ${n}`)
    const seen: string[] = []
    library.page({ ...first, limit: 5, search: 'fox' })
    const before = database.statementsRun
    for (let next: string | null = null, turn = 0; next !== null || turn === 0; turn++) {
      const page = library.page({ ...first, limit: 5, before: next, search: 'fox' })
      seen.push(...titles(page))
      next = page.next
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => `fox ${23 - 2 * n}`))
    // The last sequence number is read once.
    expect(database.statementsRun - before).toBe(3 + 1)
  })

  it('finds everything again after the index was lost, completely or in part', async () => {
    const { library, made, database } = libraryWorld()
    database.transaction(() => {
      for (let n = 0; n < 450; n++) made(`job ${n}`, `fox ${n}`)
    })
    const total = () => {
      library.updateSearchText('nobody')
      return library.page({ ...first, search: 'fox' }).total
    }
    for (const loss of ['rowid > 0', 'rowid > 300', 'rowid < 100']) {
      database.run(`DELETE FROM asset_words WHERE ${loss}`)
      expect(total()).toBeLessThan(450)
      await library.repairSearchIndex()
      expect(total()).toBe(450)
    }
    const before = database.statementsRun
    await library.repairSearchIndex()
    expect(database.statementsRun - before).toBe(1)
  })

  it.each(['q '.repeat(5000), '%'.repeat(10_000), '界'.repeat(10_000)])(
    'of 10,000 characters works',
    (search) => {
      expect(titles(find(search))).toEqual([])
    },
  )

  it('counts all matches, not only the page, and counts again when results change', async () => {
    const { library, made } = libraryWorld()
    const ids = Array.from({ length: 5 }, (_, n) => made(`${n}`, `fox ${n}`).id)
    const total = () => library.page({ ...first, limit: 2, search: 'fox' }).total
    expect(total()).toBe(5)
    made('new', 'a new fox')
    expect(total()).toBe(6)
    await library.trash(ids)
    expect(total()).toBe(1)
  })
})
