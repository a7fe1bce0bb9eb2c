import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { makeQueryClient } from '../../host/queryClient.ts'
import { NEWEST_FIRST, NO_FILTER } from '../../widgets/library/libraryFilter.ts'
import type { LibraryPage } from '../../widgets/library/libraryPages.ts'
import { useStar } from '../../widgets/organize/useStar.ts'
import { useTrash } from '../../widgets/organize/useTrash.ts'
import { fakeLibraryStudio } from './testing/fakeLibraryStudio.ts'
import { makeTile } from './testing/makeTile.ts'
import { mergeNewPages, useLibrary } from './useLibrary.ts'

const tile = (id: string) => makeTile({ id })
const page = (ids: string, next: string | null, total = 9): LibraryPage => ({
  tiles: ids.split('').map(tile),
  next,
  totals: { total, bytes: total },
})
const ids = (pages: LibraryPage[]) => pages.map(({ tiles }) => tiles.map(({ id }) => id).join('')).join('|')

describe('mergeNewPages', () => {
  it('puts new tiles on top and keeps every older tile once', () => {
    const merged = mergeNewPages([page('fed', 'd'), page('cba', null)], [page('hgf', 'f', 11)]) ?? []
    expect(ids(merged)).toBe('hgf|ed|cba')
    expect(merged.at(-1)?.next).toBeNull()
    expect(merged.every(({ totals }) => totals?.total === 11)).toBe(true)
  })

  it('drops deleted tiles within the fresh pages', () => {
    expect(ids(mergeNewPages([page('fed', 'd'), page('cba', null)], [page('fdc', 'c')]) ?? [])).toBe('fdc|ba')
  })

  it('continues from the fresh page if no older pages are cached', () => {
    const merged = mergeNewPages([page('fed', 'd')], [page('fed', 'd')]) ?? []
    expect(ids(merged)).toBe('fed')
    expect(merged.at(-1)?.next).toBe('d')
  })

  it('requests another page until the fresh pages overlap with the cached ones', () => {
    const cached = [page('cba', null)]
    expect(mergeNewPages(cached, [page('hgf', 'f')])).toBeUndefined()
    expect(ids(mergeNewPages(cached, [page('hgf', 'f'), page('edc', 'c')]) ?? [])).toBe('hgf|edc|ba')
  })

  it('returns only the fresh pages if they contain the entire library', () => {
    expect(ids(mergeNewPages([page('cba', 'a')], [page('cb', null)]) ?? [])).toBe('cb')
  })
})

describe('useLibrary', () => {
  /** Shows 300 results, of which the first page is loaded, and requests the older page, which arrives on request. */
  async function requestOlderPage() {
    const studio = fakeLibraryStudio({ tiles: Array.from({ length: 300 }, (_, n) => tile(`t${n}`)) })
    const client = makeQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const view = { filter: NO_FILTER, sort: NEWEST_FIRST }
    const { result } = renderHook(
      () => ({ library: useLibrary(view), trash: useTrash().trash, setStarred: useStar() }),
      { wrapper },
    )
    const tiles = () => result.current.library.tiles
    await waitFor(() => expect(tiles()).toHaveLength(200))
    const olderPage = Promise.withResolvers<void>()
    studio.delays.set('library.page', olderPage.promise)
    act(() => result.current.library.loadMore())
    await waitFor(() => expect(studio.inputs('library.page')).toHaveLength(2))
    studio.delays.clear()
    return { studio, result, tiles, receiveOlderPage: () => act(async () => olderPage.resolve()) }
  }

  it('keeps a result that arrives while an older page is being loaded', async () => {
    const { studio, tiles, receiveOlderPage } = await requestOlderPage()
    studio.tiles.unshift(tile('new'))
    await act(async () => studio.emit({ type: 'library.changed', added: 1 }))
    await receiveOlderPage()
    await waitFor(() => expect(tiles()).toHaveLength(301))
    expect(tiles()[0]?.id).toBe('new')
  })

  it('leaves out a result that is moved to the trash while an older page is being loaded', async () => {
    const { result, tiles, receiveOlderPage } = await requestOlderPage()
    await act(async () => result.current.trash(['t0', 't250']))
    await waitFor(() => expect(tiles()).toHaveLength(199))
    await receiveOlderPage()
    await waitFor(() => expect(tiles()).toHaveLength(298))
    expect(tiles()[0]?.id).toBe('t1')
  })

  it('keeps a star that is set while an older page is being loaded', async () => {
    const { result, tiles, receiveOlderPage } = await requestOlderPage()
    await act(async () => result.current.setStarred(['t0', 't250'], true))
    await receiveOlderPage()
    await waitFor(() => expect(tiles()).toHaveLength(300))
    const starred = () => tiles().flatMap(({ id, starredAt }) => (starredAt === null ? [] : [id]))
    await waitFor(() => expect(starred()).toEqual(['t0', 't250']))
  })
})
