import { describe, expect, it } from 'vitest'
import { libraryWorld, type ListRequest } from '../../testing/worlds/libraryWorld.ts'
import { FullTextIndex } from './FullTextIndex.ts'

const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

/** A library whose results are found by `found`, as titles. */
function searchWorld() {
  const world = libraryWorld()
  const found = async (search: string) => titles(await world.page({ search }))
  return { ...world, found }
}

describe('a search', () => {
  const find = (search: string, made = ['A red fox', 'A red 100% wolf', 'blue_bird', 'Ein grüner Fuchs']) => {
    const world = libraryWorld()
    for (const title of made) world.addJobWithResult(title, title)
    return world.page({ search })
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
  ])('for %j finds results with all words', async (search, expected) => {
    const page = await find(search)
    expect(titles(page)).toEqual(expected)
    expect(page.totals).toEqual({ total: expected.length, bytes: expected.length * 100 })
  })

  it.each([
    ['猫', ['黒い猫が眠る']],
    ['い猫', ['黒い猫が眠る']],
    ['猫が', ['黒い猫が眠る']],
    ['猫黒', []],
    ['🎨', ['art 🎨 now']],
    ['🎨🎨', []],
    ['now art', ['art 🎨 now']],
  ])('for %j finds texts in any script', async (search, expected) => {
    expect(titles(await find(search, ['黒い猫が眠る', 'art 🎨 now']))).toEqual(expected)
  })

  it.each(['café', 'がぎぐ', '한국어'])(
    'for %j finds and accepts each Unicode form of a letter',
    async (text) => {
      const forms = [text.normalize('NFC'), text.normalize('NFD')]
      for (const search of forms) expect(titles(await find(search, forms))).toEqual(forms.toReversed())
    },
  )

  it.each(['q '.repeat(5000), '%'.repeat(10_000), '界'.repeat(10_000)])(
    'of 10,000 characters finds nothing and doesn’t fail, also with a filter',
    async (search) => {
      const { addJobWithResult, page } = libraryWorld()
      addJobWithResult('a', 'A red fox')
      expect((await page({ search })).tiles).toEqual([])
      expect((await page({ search, conditions: [{ field: 'starred', is: false }] })).tiles).toEqual([])
    },
  )

  it('with a filter finds new and old results', async () => {
    const { database, page } = libraryWorld()
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 30000)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, n, 'f', 1 FROM n`,
    )
    database.run(
      "INSERT INTO asset_words (rowid, title) SELECT seq, iif(seq % 100 = 0, 'fox', 'owl') FROM assets",
    )
    const small = [{ field: 'size' as const, is: true, min: null, max: 1000 }]
    const ids = async (request: ListRequest) => (await page(request)).tiles.map(({ id }) => id)
    expect(await ids({ search: 'fox', conditions: small, limit: 2 })).toEqual(['r1000', 'r900'])
    const large = [{ field: 'size' as const, is: true, min: 1, max: null }]
    expect(await ids({ search: 'fox', conditions: large, limit: 2 })).toEqual(['r30000', 'r29900'])
    const all = { trash: false, search: 'fox', conditions: large }
    expect(await page({ ...all, after: null })).toMatchObject({ totals: { total: 300 } })
  })

  it('does not find permanently deleted results, and finds trashed ones in the trash', async () => {
    const { library, addJobWithResult, page } = libraryWorld()
    const ids = ['a', 'b'].map((id) => addJobWithResult(id, `fox ${id}`).id)
    await library.trash([ids[0] ?? ''])
    expect(titles(await page({ search: 'fox' }))).toEqual(['fox b'])
    expect(titles(await page({ search: 'fox', trash: true }))).toEqual(['fox a'])
    await library.emptyTrash()
    expect(titles(await page({ search: 'fox', trash: true }))).toEqual([])
  })

  it('has pages, newest first, with at most two statements each', async () => {
    const { addJobWithResult, database, page } = libraryWorld()
    for (let n = 0; n < 25; n++) addJobWithResult(`job ${n}`, `${n % 2 ? 'fox' : 'owl'} ${n}`)
    const seen: string[] = []
    // Loads the values for filters.
    await page({ limit: 1, search: 'fox', before: '99/99' })
    let next: string | null = null
    do {
      const before = database.statementsRun
      const shown = await page({ limit: 5, before: next, search: 'fox' })
      expect(database.statementsRun - before).toBeLessThanOrEqual(2)
      seen.push(...titles(shown))
      next = shown.next
    } while (next !== null)
    expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => `fox ${23 - 2 * n}`))
  })

  it('leaves counting to another request, which counts again when results change', async () => {
    const { library, addJobWithResult, page } = libraryWorld()
    const ids = Array.from({ length: 5 }, (_, n) => addJobWithResult(`${n}`, `fox ${n}`).id)
    const filter = { trash: false, search: 'fox', conditions: [] }
    const total = async () => (await library.gallery.count({ filter })).total
    expect((await page({ limit: 2, search: 'fox' })).totals).toBeNull()
    expect(await total()).toBe(5)
    addJobWithResult('new', 'a new fox')
    expect(await total()).toBe(6)
    await library.trash(ids)
    expect(await total()).toBe(1)
  })
})

describe('the search index', () => {
  it('covers every text of the form and the current text of a text result', async () => {
    const { library, addJobWithResult, database, page, found } = searchWorld()
    const { id } = addJobWithResult('a', 'A fox')
    database.run(
      `UPDATE jobs SET form_values = '{"prompt":"A fox","negative_prompt":"blurry hands","steps":77,"input":["one","two words"]}'`,
    )
    library.updateSearchText(id)
    expect(await found('blurry')).toEqual(['A fox'])
    expect(await found('one two words')).toEqual(['A fox'])
    expect([await found('77'), await found('negative_prompt')]).toEqual([[], []])
    database.run('INSERT INTO asset_texts VALUES (?, ?, NULL)', id, 'Hello world')
    library.updateSearchText(id)
    expect([await found('hello fox'), await found('goodbye')]).toEqual([['A fox'], []])
    database.run('UPDATE asset_texts SET words = ?', 'Goodbye')
    library.updateSearchText(id)
    expect([await found('hello'), await found('goodbye')]).toEqual([[], ['A fox']])
    expect((await page()).tiles[0]?.excerpt).toBe('Goodbye')
  })

  it.each(['Painter', 'slug', 'Name of draw', '42', 'r-1', 'remember', 'posters', 'POST'])(
    'covers the model, task, seed, request id, note and tags (%j)',
    async (search) => {
      const { library, addJobWithResult, database, found } = searchWorld()
      const { id } = addJobWithResult('a', 'A fox')
      database.run("UPDATE assets SET note = 'To remember'")
      database.run("INSERT INTO tags (id, name, name_key) VALUES (1, 'Posters', 'posters')")
      database.run('INSERT INTO asset_tags SELECT seq, 1 FROM assets')
      library.updateSearchText(id)
      expect(await found(search)).toEqual(['A fox'])
    },
  )

  it('covers the prompts and file names of what a result was made from, up to eight generations', async () => {
    const { library, addJob, add, database, found } = searchWorld()
    let source = library.add({
      jobId: null,
      role: 'input',
      file: { ...imageFile, path: 'in/start.png' },
      createdAt: 1,
    }).id
    database.run("UPDATE assets SET name = 'holiday.png'")
    for (let n = 0; n < 10; n++) {
      addJob(`job${n}`, `word${n}`)
      database.run("INSERT INTO job_inputs VALUES (?, 0, 'image', ?)", `job${n}`, source)
      const result = add(`job${n}`)
      // The next job uses a frame of it.
      source = library.add({
        jobId: null,
        role: 'input',
        file: { ...imageFile, path: `in/${n}.png` },
        createdAt: 1,
      }).id
      database.run('UPDATE assets SET source_id = ? WHERE id = ?', result.id, source)
    }
    expect(await found('holiday')).toEqual(['word3', 'word2', 'word1', 'word0'])
    expect(await found('word4')).toEqual(['word8', 'word7', 'word6', 'word5', 'word4'])
  })

  it.each(['Painter', 'slug', 'Name of draw', '42', 'rainy', 'Dreamer'])(
    'covers the model, task, seed and imported parameters of what a result was made from (%j)',
    async (search) => {
      const { library, addJob, addJobWithResult, add, database, found } = searchWorld()
      const source = addJobWithResult('a', 'A fox').id
      const content = JSON.stringify({ values: { prompt: 'rainy', steps: 7 }, model: { name: 'Dreamer' } })
      database.run('INSERT INTO imported_parameters VALUES (?, ?)', source, content)
      library.updateSearchText(source)
      addJob('b', 'A larger fox')
      database.run(
        "UPDATE jobs SET model_name = 'M', model_slug = 's', operation = 'enlarge', seed = 1 WHERE id = 'b'",
      )
      database.run("INSERT INTO job_inputs VALUES ('b', 0, 'image', ?)", source)
      add('b')
      expect(await found(search)).toEqual(['A larger fox', 'A fox'])
    },
  )

  it('tolerates damaged parameters of a result, and of what it was made from', async () => {
    const { library, addJobWithResult, database, found } = searchWorld()
    const [a, b] = [addJobWithResult('a', 'fox'), addJobWithResult('b', 'owl')]
    database.run("INSERT INTO job_inputs VALUES ('b', 0, 'image', ?)", a.id)
    database.run("INSERT INTO imported_parameters VALUES (?, '{')", a.id)
    database.run("UPDATE jobs SET form_values = '{'")
    for (const { id } of [a, b]) library.updateSearchText(id)
    expect(await found('fox')).toEqual(['owl', 'fox'])
  })

  it('tolerates results that were made from each other', async () => {
    const { library, addJobWithResult, database, found } = searchWorld()
    const [a, b] = [addJobWithResult('a', 'fox'), addJobWithResult('b', 'owl')]
    database.run("INSERT INTO job_inputs VALUES ('a', 0, 'image', ?)", b.id)
    database.run("INSERT INTO job_inputs VALUES ('b', 0, 'image', ?)", a.id)
    for (const { id } of [a, b]) library.updateSearchText(id)
    expect([await found('fox'), await found('owl')]).toEqual([
      ['owl', 'fox'],
      ['owl', 'fox'],
    ])
  })

  it('stays in few segments, and complete, while results change in any order', async () => {
    const { library, addJobWithResult, database, page } = libraryWorld()
    const ids = Array.from({ length: 120 }, (_, n) => addJobWithResult(`${n}`, `fox ${n}`).id)
    for (const add of ['sea', 'fog'])
      await library.tags.change({ ids: ids.toReversed(), add: [add], remove: [] })
    expect((await page({ search: 'fox sea fog', limit: 200 })).totals?.total).toBe(120)
    const [parts] = database.all('SELECT count(DISTINCT segid) AS parts FROM asset_words_idx')
    expect(Number(parts?.['parts'])).toBeLessThan(24)
  })

  it('finds everything again after it was lost, completely or in part', async () => {
    const { library, addJobWithResult, database, page } = libraryWorld()
    database.transaction(() => {
      for (let n = 0; n < 90; n++) addJobWithResult(`job ${n}`, `fox ${n}`)
    })
    await library.repairSearchIndex()
    const total = async () => (await page({ search: 'fox' })).totals?.total
    for (const loss of ['rowid > 0', 'rowid > 60', 'rowid < 20']) {
      database.run(`DELETE FROM asset_words WHERE ${loss}`)
      expect(await total()).toBeLessThan(90)
      await library.repairSearchIndex()
      expect(await total()).toBe(90)
    }
    const before = database.statementsRun
    await library.repairSearchIndex()
    expect(database.statementsRun - before).toBe(3)
  })

  it('of an older version is updated once, and continues after an interruption', async () => {
    const { addJobWithResult, database, log, found } = searchWorld()
    database.transaction(() => {
      for (let n = 0; n < 90; n++) addJobWithResult(`job ${n}`, `fox ${n}`)
    })
    // As an older version left it.
    database.run("INSERT OR REPLACE INTO asset_words (rowid, title) SELECT seq, 'fox' FROM assets")
    const repair = (maxBatches: number) => {
      let batches = 0
      const index: FullTextIndex = new FullTextIndex({
        database,
        log,
        operationName: () => 'Draw',
        pause: async () => ++batches === maxBatches && index.close(),
      })
      const sizes: number[] = []
      return index.repair((results) => sizes.push(results)).then(() => sizes)
    }
    expect(await found('painter')).toEqual([])
    expect(await repair(2)).toEqual([90])
    expect(await found('painter')).toHaveLength(20)
    expect(await repair(99)).toEqual([70])
    expect(await found('painter')).toHaveLength(90)
    expect(await repair(99)).toEqual([])
    // It also continues if the newest and the oldest result are indexed.
    database.run('DELETE FROM asset_words WHERE rowid > 60')
    expect(await repair(1)).toEqual([90])
    expect(await repair(99)).toEqual([80])
    expect(await found('painter')).toHaveLength(90)
  })

  it('that another version had begun to update is updated from the start', async () => {
    const { library, addJobWithResult, database, found } = searchWorld()
    database.transaction(() => {
      for (let n = 0; n < 30; n++) addJobWithResult(`job ${n}`, `fox ${n}`)
    })
    database.run("INSERT OR REPLACE INTO asset_words (rowid, title) SELECT seq, 'fox' FROM assets")
    database.run("INSERT INTO library_marks VALUES ('search_index_version', 0), ('search_index_below', 9)")
    await library.repairSearchIndex()
    expect(await found('painter')).toHaveLength(30)
  })
})

const imageFile = {
  kind: 'image',
  mime: 'image/png',
  format: 'png',
  bytes: 1,
  sha256: 'f',
  width: 1,
  height: 1,
  durationMs: null,
} as const
