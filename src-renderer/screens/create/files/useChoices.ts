import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AssetKind, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { viewId } from '../../../host/viewId.ts'

const PAGE = 60

export type ChooseFrom = 'results' | 'inputs'

/** What there is to choose: results of the library, or files brought in before; newest first. */
export function useChoices(from: ChooseFrom, kinds: AssetKind[], search: string) {
  const wanted = search === '' ? {} : { search }
  return useInfiniteQuery({
    queryKey: [from === 'results' ? 'library.page' : 'inputs.page', 'picker', kinds.join(' '), search],
    queryFn: ({ pageParam: before }): Promise<{ tiles: Tile[]; next: string | null }> =>
      from === 'results'
        ? call('library.page', {
            before,
            limit: PAGE,
            trash: false,
            kinds,
            ...wanted,
            view: viewId('picker'),
          })
        : call('inputs.page', { before, limit: PAGE, kinds, ...wanted }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before, query) =>
      query?.queryKey[0] === (from === 'results' ? 'library.page' : 'inputs.page')
        ? keepPreviousData(before)
        : undefined,
    // A file brought in a moment ago is no event.
    staleTime: 0,
  })
}
