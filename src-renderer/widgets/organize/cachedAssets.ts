import type { QueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { ProblemCode } from '../../../src-preload/contract/problemCodes.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { MAX_IDS } from '../../../src-preload/constraints/limits.ts'
import { problemOf } from '../../host/problemOf.ts'
import { mergeIntoQueries, routeKey } from '../../host/queryClient.ts'
import { libraryViews, type LibraryPages } from '../library/libraryPages.ts'

type Annotations = Partial<Pick<Asset, 'starredAt' | 'rating'>>

/** Changes these results in all cached queries, and in responses on their way, which may be older. */
export function updateCachedAssets(
  client: QueryClient,
  ids: ReadonlySet<string>,
  changes: Annotations,
): void {
  const update = <A extends Asset>(asset: A): A => (ids.has(asset.id) ? { ...asset, ...changes } : asset)
  const hasAny = (assets: readonly Asset[]): boolean => assets.some(({ id }) => ids.has(id))
  mergeIntoQueries<LibraryPages>(client, libraryViews().queryKey, (data) =>
    hasAny(data.pages.flatMap(({ tiles }) => tiles))
      ? { ...data, pages: data.pages.map((page) => ({ ...page, tiles: page.tiles.map(update) })) }
      : data,
  )
  mergeIntoQueries<RouteOutput<'library.asset'>>(client, routeKey('library.asset'), (data) =>
    ids.has(data.asset.id) ? { ...data, asset: update(data.asset) } : data,
  )
  mergeIntoQueries<RouteOutput<'meaning.rank'>>(client, routeKey('meaning.rank'), (data) =>
    hasAny(data.results.map(({ tile }) => tile))
      ? { ...data, results: data.results.map((result) => ({ ...result, tile: update(result.tile) })) }
      : data,
  )
  mergeIntoQueries<RouteOutput<'jobs.list'>>(client, routeKey('jobs.list'), (data) =>
    hasAny(data.jobs.flatMap(({ assets }) => assets))
      ? { ...data, jobs: data.jobs.map((job) => ({ ...job, assets: job.assets.map(update) })) }
      : data,
  )
}

/** Refetches the cached results after a change to them failed. */
export function reloadAssets(client: QueryClient): void {
  void client.invalidateQueries(libraryViews())
  void client.invalidateQueries({ queryKey: ['jobs.list'] })
  void client.invalidateQueries({ queryKey: ['library.asset'] })
  void client.invalidateQueries({ queryKey: ['meaning.rank'] })
}

/** Calls `run` with the ids in parts, one after another, and returns the outputs. */
export async function forAllIds<T>(
  ids: readonly string[],
  run: (part: string[]) => Promise<T>,
): Promise<T[]> {
  const outputs: T[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS)
    outputs.push(await run(ids.slice(from, from + MAX_IDS)))
  return outputs
}

/** What a change to results left unchanged after failures. */
export interface Unchanged {
  /** The ids in the part that failed and in those after it. */
  rest: readonly string[]
  /** The ids in parts that can never be changed, because their results, the collection or the tag were deleted. */
  gone: readonly string[]
}

/** Like `forAllIds`, but reports failures to `onFailure`, skips what was deleted, and returns what was done before any other failure. */
export async function changeAllIds<T>(
  ids: readonly string[],
  run: (part: string[]) => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<Unchanged & { outputs: T[] }> {
  const outputs: T[] = []
  const gone: string[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const part = ids.slice(from, from + MAX_IDS)
    try {
      outputs.push(await run(part))
    } catch (error) {
      onFailure(error)
      if (!isGone(error)) return { outputs, rest: ids.slice(from), gone }
      gone.push(...part)
    }
  }
  return { outputs, rest: [], gone }
}

const GONE: ReadonlySet<ProblemCode> = new Set(['asset_not_found', 'collection_not_found', 'tag_not_found'])

/** Whether a change failed because what it changes was deleted, so that it would fail again. */
export const isGone = (error: unknown): boolean => GONE.has(problemOf(error).code)
