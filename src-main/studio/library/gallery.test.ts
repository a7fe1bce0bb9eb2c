import { describe, expect, it } from 'vitest'
import { routes } from '../../../src-preload/contract/routes.ts'
import { libraryWorld } from '../testing/libraryWorld.ts'

const first = { before: null, limit: 100, trash: false }
const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

describe('a page', () => {
  it('walks everything once, newest first, also while new results arrive', () => {
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

  it('that ends exactly with the last result has no next one', () => {
    const { library, made } = libraryWorld()
    for (const id of ['a', 'b']) made(id)
    expect(library.page({ ...first, limit: 2 }).next).toBeNull()
    expect(library.page({ ...first, limit: 1 }).next).not.toBeNull()
  })

  it('has tiles with all their caption needs, and fits the contract', () => {
    const { library, made, add } = libraryWorld()
    const asset = made('a', 'A red fox')
    add('a', 'other', 'alternative')
    const page = library.page(first)
    expect(page).toEqual({
      tiles: [{ ...asset, title: 'A red fox', modelName: 'Painter', price: 4_213_000, seed: 42 }],
      next: null,
      total: 1,
      bytes: 100,
    })
    expect(routes['library.page'].output.safeParse(page).success).toBe(true)
  })

  it('costs one statement, empty or not', () => {
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

  it('leaves out a row that can not be read, and still leads on', () => {
    const { library, made, database, problems } = libraryWorld()
    for (const id of ['a', 'b', 'c', 'd']) made(id, id)
    database.run(`UPDATE assets SET kind = 'hologram' WHERE job_id IN ('c', 'd')`)
    const page = library.page({ ...first, limit: 2 })
    expect(page.tiles).toEqual([])
    expect(titles(library.page({ ...first, limit: 2, before: page.next }))).toEqual(['b', 'a'])
    expect(problems).toHaveLength(2)
  })

  it('refuses a place that is no place', () => {
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
    ['%', ['A red 100% wolf']],
    ['_', ['blue_bird']],
    ['\\', []],
    ['grün', ['Ein grüner Fuchs']],
    [`' OR 1=1 --`, []],
    ['"red* NEAR(', []],
    ['   ', ['Ein grüner Fuchs', 'blue_bird', 'A red 100% wolf', 'A red fox']],
    ['red\0fox', ['A red fox']],
  ])('for %j finds what has every word in it', (search, expected) => {
    const page = find(search)
    expect(titles(page)).toEqual(expected)
    expect(page).toMatchObject({ total: expected.length, bytes: expected.length * 100 })
  })

  it.each(['q '.repeat(5000), '%'.repeat(10_000), '界'.repeat(10_000)])(
    'of 10,000 characters is borne',
    (search) => {
      expect(titles(find(search))).toEqual([])
    },
  )

  it('counts all it finds, not only the page, and counts anew when results arrive or go', () => {
    const { library, made } = libraryWorld()
    const ids = Array.from({ length: 5 }, (_, n) => made(`${n}`, `fox ${n}`).id)
    const total = () => library.page({ ...first, limit: 2, search: 'fox' }).total
    expect(total()).toBe(5)
    made('new', 'a new fox')
    expect(total()).toBe(6)
    library.trash(ids)
    expect(total()).toBe(1)
  })
})
