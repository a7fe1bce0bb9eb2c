import { expect, it } from 'vitest'
import { sandboxStudio } from '../testing/worlds/sandboxStudio.ts'

it.each([
  { name: 'a search of the gallery', route: 'library.page' as const },
  { name: 'a search of the queue', route: 'queue.page' as const },
])('$name is superseded only by the next one with the same list ID', async ({ route }) => {
  const { handlers } = (await sandboxStudio({ flavour: 'live' })).studio
  const request = (search: string, listId: string) =>
    route === 'library.page'
      ? handlers[route]({
          before: null,
          limit: 10,
          filter: { trash: false, search, conditions: [] },
          sort: { by: 'date', descending: true },
          listId,
        })
      : handlers[route]({ cursor: null, limit: 10, filter: { search }, listId })
  const first = request('fo', 'this window')
  const other = request('fo', 'another window')
  const second = request('fox', 'this window')
  await expect(first).rejects.toMatchObject({ problem: { code: 'superseded' } })
  const emptyPage = route === 'library.page' ? { totals: { total: 0 } } : { total: 0 }
  expect(await other).toMatchObject(emptyPage)
  expect(await second).toMatchObject(emptyPage)
})
