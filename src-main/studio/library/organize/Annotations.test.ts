import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

function annotationWorld(results: number) {
  const world = libraryWorld()
  const ids = Array.from({ length: results }, (_, n) => world.addJobWithResult(`r${n}`).id)
  const { annotations } = world.library
  const rate = (rated: string[], rating: number) => annotations.rate({ ids: rated, rating })
  const ratingOf = (id: string) => world.library.assetDetail(id).asset.rating
  return { ...world, ids, annotations, rate, ratingOf }
}

describe('a rating', () => {
  it('is set on many results, and the returned ratings undo it exactly', async () => {
    const { ids, rate, ratingOf } = annotationWorld(250)
    await rate(ids.slice(0, 100), 3)
    await rate(ids.slice(100, 150), 5)
    const before = ids.map(ratingOf)
    const { previous } = await rate([...ids, ids[0] ?? '', 'gone'], 5)
    expect(previous).toEqual([
      { rating: 3, ids: ids.slice(0, 100) },
      { rating: 0, ids: ids.slice(150) },
    ])
    expect(ids.every((id) => ratingOf(id) === 5)).toBe(true)
    for (const { rating, ids: changed } of previous) await rate(changed, rating)
    expect(ids.map(ratingOf)).toEqual(before)
  })

  it('is for results only, and between 0 and 5', async () => {
    const { ids, rate, ratingOf, add } = annotationWorld(1)
    const other = add('r0', 'r0 in jpg', 'alternative')
    await rate([...ids, other.id], 4)
    expect([ratingOf(ids[0] ?? ''), ratingOf(other.id)]).toEqual([4, 0])
    expect(await catchProblem(() => rate([other.id, 'gone'], 4))).toMatchObject({ code: 'asset_not_found' })
    for (const rating of [-1, 6, 2.5])
      expect(routes['library.rate'].input.safeParse({ ids: ['a'], rating }).success).toBe(false)
  })

  it('notifies the windows once for many results, and not if nothing changed', async () => {
    const { ids, rate, clock, events } = annotationWorld(250)
    await clock.advance(1000)
    events.length = 0
    await rate(ids, 4)
    await rate(ids, 4)
    await clock.advance(1000)
    await rate(ids, 4)
    await clock.advance(1000)
    expect(events).toEqual([{ type: 'library.changed', added: 0 }])
  })
})

describe('a note', () => {
  it('is set and removed, on results only', async () => {
    const { ids, annotations, library, add } = annotationWorld(1)
    const [id = ''] = ids
    const other = add('r0', 'r0 in jpg', 'alternative')
    const note = 'For the cover.\n“Softer” light 🌊'
    annotations.setNote({ id, note })
    expect(library.assetDetail(id).note).toBe(note)
    annotations.setNote({ id, note: '' })
    expect(library.assetDetail(id).note).toBe('')
    for (const unknown of [other.id, 'gone'])
      expect(await catchProblem(async () => annotations.setNote({ id: unknown, note }))).toMatchObject({
        code: 'asset_not_found',
      })
  })

  it('has at most 10,000 characters', () => {
    const parse = (note: string) => routes['library.note'].input.safeParse({ id: 'a', note })
    expect(parse('x'.repeat(10_000)).success).toBe(true)
    expect(parse('x'.repeat(10_001)).success).toBe(false)
  })
})

it('star, trash and restore return the results that they changed', async () => {
  const { ids, library } = annotationWorld(250)
  const some = ids.slice(0, 150)
  expect(await library.star([...some, 'gone'], true)).toEqual({ changed: some })
  expect(await library.star(ids, true)).toEqual({ changed: ids.slice(150) })
  expect(await library.trash(some)).toEqual({ changed: some })
  expect(await library.trash(ids)).toEqual({ changed: ids.slice(150) })
  expect(await library.restore([...some, 'gone'])).toEqual({ changed: some })
  expect(await library.restore(some)).toEqual({ changed: [] })
})
