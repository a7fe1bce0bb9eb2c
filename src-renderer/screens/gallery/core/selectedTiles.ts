import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { ResultTarget } from '../../../widgets/results/menu/resultMenu.ts'

/** Whether the results that a tile stands for are selected: all, none, or some of a closed stack. */
export function isTileSelected(
  members: readonly string[],
  selectedIds: ReadonlySet<string>,
): boolean | 'mixed' {
  const count = members.filter((id) => selectedIds.has(id)).length
  return count === members.length || (count > 0 && 'mixed')
}

/** What the loaded tiles show of the selected results. */
export interface SelectedTiles {
  /** The selected results in the order of the view if all are loaded; otherwise in the order in which they were selected. */
  ids: readonly string[]
  /** Undefined if some of them aren't loaded. */
  areAllStarred: boolean | undefined
  /** The rating that all have; undefined if they have different ones, or if some aren't loaded. */
  rating: number | undefined
}

export function findSelected(selectedIds: ReadonlySet<string>, tiles: readonly Tile[]): SelectedTiles {
  const selected = tiles.filter(({ id }) => selectedIds.has(id))
  if (selected.length < selectedIds.size)
    return { ids: [...selectedIds], areAllStarred: undefined, rating: undefined }
  const rating = selected[0]?.rating ?? 0
  return {
    ids: selected.map(({ id }) => id),
    areAllStarred: selected.length > 0 && selected.every(({ starredAt }) => starredAt !== null),
    rating: selected.every((tile) => tile.rating === rating) ? rating : undefined,
  }
}

/** The target of a context menu or a drag of these results. */
export function selectionTarget(
  selectedIds: ReadonlySet<string>,
  tiles: readonly Tile[],
  { areInTrash }: { areInTrash: boolean },
): ResultTarget {
  const { ids, areAllStarred } = findSelected(selectedIds, tiles)
  return ids.length === 1 ? { ids } : { ids, selection: { areInTrash, areStarred: areAllStarred } }
}
