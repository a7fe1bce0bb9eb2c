import { useMemo, useState } from 'react'
import type { Grid, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { t } from '../../i18n/t.ts'
import { Select } from '../../ui/fields/Select.tsx'
import type { Sheet, SheetItem } from '../../widgets/sheet/Sheet.ts'
import { SheetDialog } from '../../widgets/sheet/SheetDialog.tsx'
import { cellText } from './GridCell.tsx'
import type { GridSheet } from './core/arrange.ts'
import type { Size } from './core/GridLayout.ts'

interface Props {
  grid: Grid
  sheet: GridSheet
  /** The page that is shown. */
  page: number
  /** Index of the job that each cell shows. */
  layer: number
  /** The largest number of jobs in a cell. */
  layerCount: number
  /** Size of a result at scale 1. */
  fullCellSize: Size
  onClose: () => void
}

/** Saves the grid as one image, with one result or all results of each cell. */
export function GridExportDialog({ grid, sheet, page, layer, layerCount, fullCellSize, onClose }: Props) {
  const [results, setResults] = useState<number | 'all'>(layer)
  const exportedSheet = useMemo(() => toSheet(sheet, results, layerCount), [sheet, results, layerCount])
  return (
    <SheetDialog
      title={t('grid.export_title')}
      name={grid.name}
      initialCaption={[grid.name, grid.title !== grid.name && grid.title].filter(Boolean).join(' · ')}
      sheet={exportedSheet}
      kinds={new Set(grid.jobs.flatMap(({ asset }) => asset?.kind ?? []))}
      page={page}
      fullItemSize={fullCellSize}
      onClose={onClose}
    >
      {layerCount > 1 && (
        <Select<number | 'all'>
          label={t('grid.export_results')}
          value={results}
          options={[
            { value: 'all', label: t('grid.export_results_all', { count: layerCount }) },
            ...Array.from({ length: layerCount }, (_, index) => ({
              value: index,
              label: t('grid.export_result', { at: index + 1 }),
            })),
          ]}
          onValueChange={setResults}
        />
      )}
    </SheetDialog>
  )
}

/** The grid in the form that the export draws as one image. `results`: index of the job in each cell, or all jobs. */
export const toSheet = (
  { columns, rows, pages, jobsAt }: GridSheet,
  results: number | 'all',
  layerCount: number,
): Sheet => ({
  columns,
  rows,
  pages,
  itemsPerCell: results === 'all' ? layerCount : 1,
  itemsAt: (column, row, page) => {
    const jobs = jobsAt(column, row, page)
    const shown = results === 'all' ? jobs : [jobs[results] ?? jobs[0]]
    return shown.length > 0 ? shown.map(toItem) : [toItem(undefined)]
  },
})

const toItem = (job: GridJob | undefined): SheetItem => ({
  asset: job?.state === 'saved' && job.asset?.trashedAt === null ? job.asset : null,
  text: cellText(job),
})
