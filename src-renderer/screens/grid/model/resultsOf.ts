import type { GridSheet } from './arrange.ts'

/** Ids of a page's results in reading order, for the viewer. */
export function resultsOf(sheet: GridSheet, page: number): string[] {
  const ids: string[] = []
  for (const row of sheet.rows.values.keys())
    for (const column of sheet.columns.values.keys())
      for (const { state, asset } of sheet.at(column, row, page))
        if (state === 'saved' && asset && asset.trashedAt === null) ids.push(asset.id)
  return ids
}
