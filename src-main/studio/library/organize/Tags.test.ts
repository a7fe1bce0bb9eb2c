import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { Tags } from './Tags.ts'

function tagWorld(results = 3) {
  const world = libraryWorld()
  const { library, database, addJobWithResult } = world
  const ids = Array.from({ length: results }, (_, n) => addJobWithResult(`r${n}`).id)
  const { tags } = library
  const tag = (tagged: readonly string[], add: string[], remove: string[] = []) =>
    tags.change({ ids: [...tagged], add, remove })
  const tagsOf = (id: string) => library.assetDetail(id).tags
  const all = () => tags.list({ search: '', limit: 1000 }).tags.map(({ name, results: n }) => `${name} ${n}`)
  const rows = () => database.all('SELECT asset_seq, tag_id FROM asset_tags')
  return { ...world, ids, tags, tag, tagsOf, all, rows }
}

const unused = {
  uuid: () => 'change',
  searches: { replaceTag: () => [], restoreFilters: () => {} },
  onChange: () => {},
  onRename: () => {},
}

describe('a tag', () => {
  it('is added to many results at once, is listed with them, and disappears with its last result', async () => {
    const { ids, tag, tagsOf, all } = tagWorld()
    await tag(ids, ['sea', 'Fog'])
    expect(tagsOf(ids[1] ?? '')).toEqual(['Fog', 'sea'])
    expect(all()).toEqual(['Fog 3', 'sea 3'])
    await tag(ids.slice(0, 2), [], ['fog'])
    expect(all()).toEqual(['sea 3', 'Fog 1'])
    await tag(ids.slice(2), [], ['FOG'])
    expect(all()).toEqual(['sea 3'])
  })

  it('in another case is the same tag, and keeps its first spelling', async () => {
    const { ids, tag, tagsOf, all } = tagWorld()
    const [a = '', b = ''] = ids
    await tag([a], ['Sea'])
    expect((await tag([a, b], ['SEA', 'sea'])).added).toEqual([{ tag: 'Sea', ids: [b] }])
    expect([tagsOf(a), tagsOf(b)]).toEqual([['Sea'], ['Sea']])
    expect((await tag([a, b], ['Éte\u0301', 'éTÉ'])).added).toEqual([{ tag: 'Éte\u0301', ids: [a, b] }])
    await tag([b], [], ['ÉTÉ'])
    expect(all()).toEqual(['Sea 2', 'Éte\u0301 1'])
  })

  it.each([
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ЁЛКА', 'ёлка'],
    ['ıssız', 'ISSIZ'],
    ['Maße', 'Masse'],
  ])('%s and %s are one tag only if they differ in nothing but case', async (first, second) => {
    const { ids, tag, all } = tagWorld()
    const [a = ''] = ids
    await tag([a], [first])
    await tag([a], [second])
    const isSame = !['ıssız', 'Maße'].includes(first)
    expect(all().toSorted()).toEqual(isSame ? [`${first} 1`] : [`${first} 1`, `${second} 1`].toSorted())
  })

  it('is listed by the start of a word in any case, of accented letters too', async () => {
    const { ids, tag, tags } = tagWorld()
    await tag(ids, ['Belle Époque', 'eponym'])
    const find = (search: string) => tags.list({ search, limit: 10 }).tags.map(({ name }) => name)
    expect([find('éPO'), find('E\u0301POQUE'), find('epo')]).toEqual([
      ['Belle Époque'],
      ['Belle Époque'],
      ['eponym'],
    ])
  })

  it('that is added and removed in one call is added', async () => {
    const { ids, tag, tagsOf } = tagWorld()
    const [a = ''] = ids
    await tag([a], ['sea'])
    expect(await tag([a], ['Sea', 'fog'], ['SEA'])).toEqual({
      added: [{ tag: 'fog', ids: [a] }],
      removed: [],
    })
    expect(tagsOf(a)).toEqual(['fog', 'sea'])
  })

  it.each(['', '   ', 'a\nb', 'a\0b', 'a\u2028b', '\u0085', 'x'.repeat(101)])(
    'cannot be named %j',
    (name) => {
      expect(routes['library.tag'].input.safeParse({ ids: ['a'], add: [name], remove: [] }).success).toBe(
        false,
      )
    },
  )

  it('may contain quotes and emoji; spaces around its name are removed', async () => {
    const input = routes['library.tag'].input.parse({
      ids: ['a'],
      add: ['  best of "2026" 🌊  ', 'x'.repeat(100)],
      remove: [],
    })
    const { ids, tag, tagsOf } = tagWorld()
    await tag(ids, input.add)
    expect(tagsOf(ids[0] ?? '')).toEqual(['best of "2026" 🌊', 'x'.repeat(100)])
  })

  it('is added to results only; unknown ids are ignored unless all are unknown', async () => {
    const { ids, tag, all, add } = tagWorld(1)
    const other = add('r0', 'r0 in jpg', 'alternative')
    expect((await tag([...ids, 'gone', other.id], ['sea'])).added).toEqual([{ tag: 'sea', ids }])
    expect(await catchProblem(() => tag(['gone', other.id], ['fog']))).toMatchObject({
      code: 'asset_not_found',
    })
    expect(all()).toEqual(['sea 1'])
  })

  it('is deleted with the results of an emptied trash', async () => {
    const { ids, tag, all, library } = tagWorld(2)
    await tag(ids, ['sea'])
    await tag(ids.slice(0, 1), ['fog'])
    await library.trash(ids.slice(0, 1))
    expect(all()).toEqual(['sea 2', 'fog 1'])
    await library.emptyTrash()
    expect(all()).toEqual(['sea 1'])
  })

  it('notifies the windows of a change, but not of a call that changes nothing', async () => {
    const { ids, tag, clock, events } = tagWorld()
    await clock.advance(1000)
    events.length = 0
    await tag(ids, ['sea'])
    await clock.advance(1000)
    await tag(ids, ['Sea'], ['fog'])
    await clock.advance(1000)
    expect(events).toEqual([{ type: 'library.changed', added: 0 }])
  })
})

describe('the return value of a change', () => {
  it('undoes the change exactly', async () => {
    const { ids, tag, tagsOf } = tagWorld(60)
    await tag(ids.slice(0, 20), ['Sea'])
    await tag(ids.slice(10, 30), ['fog', 'old'])
    const before = ids.map(tagsOf)
    const { added, removed } = await tag(ids.slice(5), ['sea', 'new'], ['OLD', 'absent'])
    expect(added.find(({ tag: name }) => name === 'Sea')?.ids).toEqual(ids.slice(20))
    expect(removed).toEqual([{ tag: 'old', ids: ids.slice(10, 30) }])
    expect(ids.map(tagsOf)).not.toEqual(before)
    for (const change of added) await tag(change.ids, [], [change.tag])
    for (const change of removed) await tag(change.ids, [change.tag])
    expect(ids.map(tagsOf)).toEqual(before)
  })
})

describe('renaming a tag', () => {
  it('changes it on all of its results, and its case', async () => {
    const { ids, tag, tags, tagsOf, all } = tagWorld(50)
    await tag(ids, ['see'])
    await tags.rename({ name: 'SEE', newName: 'sea', merge: false })
    await tags.rename({ name: 'sea', newName: 'Sea', merge: false })
    expect(all()).toEqual(['Sea 50'])
    expect(tagsOf(ids[49] ?? '')).toEqual(['Sea'])
  })

  it('to the name of another tag merges them only if `merge` is set', async () => {
    const { ids, tag, tags, all, tagsOf } = tagWorld()
    await tag(ids.slice(0, 2), ['Sea'])
    await tag(ids.slice(1), ['ocean'])
    const rename = (merge: boolean) => tags.rename({ name: 'ocean', newName: 'SEA', merge })
    expect(await catchProblem(() => rename(false))).toMatchObject({
      code: 'tag_name_taken',
      params: { name: 'Sea' },
    })
    expect(all()).toEqual(['ocean 2', 'Sea 2'])
    await rename(true)
    expect(all()).toEqual(['Sea 3'])
    expect(tagsOf(ids[1] ?? '')).toEqual(['Sea'])
    expect(await catchProblem(() => rename(true))).toMatchObject({ code: 'tag_not_found' })
  })

  it('that a crash interrupts leaves each result with one of the two tags, and can be repeated', async () => {
    const { ids, tag, tags, tagsOf, database, all } = tagWorld(50)
    await tag(ids, ['old'])
    let updates = 0
    const crashing = new Tags({
      ...unused,
      database,
      updateSearchTexts: (updated) => {
        updates += updated.length
        if (updates > 30) throw new Error('the process ended')
      },
    })
    await expect(crashing.rename({ name: 'old', newName: 'new', merge: false })).rejects.toThrow('ended')
    expect(all()).toEqual(['new 30', 'old 20'])
    expect(ids.every((id) => tagsOf(id).length === 1)).toBe(true)
    await tags.rename({ name: 'old', newName: 'new', merge: true })
    expect(all()).toEqual(['new 50'])
  })

  it('yields to other work', async () => {
    const { ids, tag, tags, all } = tagWorld(100)
    await tag(ids, ['old'])
    const renaming = tags.rename({ name: 'old', newName: 'new', merge: false })
    await setImmediate()
    expect(all()).toHaveLength(2)
    await renaming
    expect(all()).toEqual(['new 100'])
  })
})

it('a deleted tag is removed from all of its results', async () => {
  const { ids, tag, tags, rows, all } = tagWorld(50)
  await tag(ids, ['sea'])
  await tags.delete('SEA')
  expect([all(), rows()]).toEqual([[], []])
  expect(await catchProblem(() => tags.delete('sea'))).toMatchObject({ code: 'tag_not_found' })
})

it('tags of a selection are counted, most frequent first', async () => {
  const { ids, tag, tags } = tagWorld(300)
  await tag(ids, ['sea'])
  await tag(ids.slice(200), ['fog', 'Dawn'])
  expect(await tags.count([...ids.slice(0, 270), ids[0] ?? '', 'gone'])).toEqual([
    { name: 'sea', results: 270 },
    { name: 'Dawn', results: 70 },
    { name: 'fog', results: 70 },
  ])
})

it('with 10,000 tags, completion finds words by their start, most used first', async () => {
  const { ids, tag, tags, database } = tagWorld(2)
  database.transaction(() => {
    for (let n = 0; n < 10_000; n++) {
      database.run('INSERT INTO tags (name, name_key) VALUES (?1, ?1)', `tag ${n}`)
      database.run(
        'INSERT INTO asset_tags SELECT seq, last_insert_rowid() FROM assets WHERE id = ?',
        ids[0] ?? '',
      )
    }
  })
  await tag(ids, ['TAG 9998'])
  const found = tags.list({ search: ' 999', limit: 5 })
  expect(found.tags.map(({ name, results }) => `${name} ${results}`)).toEqual([
    'tag 9998 2',
    'tag 999 1',
    'tag 9990 1',
    'tag 9991 1',
    'tag 9992 1',
  ])
  expect(found.total).toBe(11)
  expect(tags.list({ search: '99', limit: 1 }).total).toBe(111)
  expect(tags.list({ search: 'ag', limit: 1 })).toEqual({ tags: [], total: 0 })
  expect(tags.list({ search: '%_"*', limit: 1 })).toEqual({ tags: [], total: 0 })
})

it('each change updates the search index of the changed results', async () => {
  const { ids, database } = tagWorld(3)
  const updated: string[] = []
  const tags = new Tags({
    ...unused,
    database,
    updateSearchTexts: (changed) => void updated.push(...changed),
  })
  const [a = '', b = ''] = ids
  await tags.change({ ids: [a, b], add: ['sea', 'fog'], remove: [] })
  await tags.change({ ids, add: ['sea'], remove: [] })
  expect(updated).toEqual([...ids])
  updated.length = 0
  await tags.rename({ name: 'fog', newName: 'mist', merge: false })
  await tags.delete('mist')
  expect(updated).toEqual([a, b, a, b])
})

it('a change is rolled back if the search index can’t be updated', async () => {
  const { ids, database, tagsOf } = tagWorld(1)
  let isFailing = false
  const tags = new Tags({
    ...unused,
    database,
    updateSearchTexts: () => {
      if (isFailing) throw new Error('The index is damaged')
    },
  })
  const [id = ''] = ids
  await tags.change({ ids, add: ['fog'], remove: [] })
  isFailing = true
  await expect(tags.change({ ids, add: ['sea'], remove: ['fog'] })).rejects.toThrow('damaged')
  await expect(tags.rename({ name: 'fog', newName: 'mist', merge: false })).rejects.toThrow('damaged')
  await expect(tags.delete('fog')).rejects.toThrow('damaged')
  expect(tagsOf(id)).toEqual(['fog'])
})

it('tags are sorted by the numbers in their names, where as many results have them', async () => {
  const { ids, tag, tagsOf, all, tags } = tagWorld(1)
  await tag(ids, ['roll 10', 'Roll 2', 'roll 1'])
  expect(all()).toEqual(['roll 1 1', 'Roll 2 1', 'roll 10 1'])
  expect(tags.list({ search: '', limit: 2, skip: 1 }).tags.map(({ name }) => name)).toEqual([
    'Roll 2',
    'roll 10',
  ])
  expect(tagsOf(ids[0] ?? '')).toEqual(['roll 1', 'Roll 2', 'roll 10'])
  expect((await tags.count(ids)).map(({ name }) => name)).toEqual(['roll 1', 'Roll 2', 'roll 10'])
})
