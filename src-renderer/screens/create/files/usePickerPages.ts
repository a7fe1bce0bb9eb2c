import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AssetKind, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { viewId } from '../../../host/viewId.ts'

const PAGE_SIZE = 60

export type PickerSource = 'results' | 'inputs'

/** Results of the library or earlier inputs to choose from, newest first. */
export function usePickerPages(source: PickerSource, kinds: AssetKind[], search: string) {
  const searchInput = search === '' ? {} : { search }
  return useInfiniteQuery({
    queryKey: [source === 'results' ? 'library.page' : 'inputs.page', 'picker', kinds.join(' '), search],
    queryFn: ({ pageParam: before }): Promise<{ tiles: Tile[]; next: string | null }> =>
      source === 'results'
        ? call('library.page', {
            before,
            limit: PAGE_SIZE,
            trash: false,
            kinds,
            ...searchInput,
            view: viewId('picker'),
          })
        : call('inputs.page', { before, limit: PAGE_SIZE, kinds, ...searchInput }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before, query) =>
      query?.queryKey[0] === (source === 'results' ? 'library.page' : 'inputs.page')
        ? keepPreviousData(before)
        : undefined,
    // No event reports newly imported inputs.
    staleTime: 0,
  })
}
