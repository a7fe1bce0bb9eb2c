import type { Sheet } from '../../widgets/sheet/Sheet.ts'
import { cellText } from './GridCell.tsx'
import type { GridSheet } from './model/arrange.ts'

/** The grid in the form that the export draws as one image. `layer`: index of the job that each cell shows. */
export const toSheet = ({ columns, rows, pages, jobsAt }: GridSheet, layer: number): Sheet => ({
  columns,
  rows,
  pages,
  cellAt: (column, row, page) => {
    const jobs = jobsAt(column, row, page)
    const job = jobs[layer] ?? jobs[0]
    const asset = job?.state === 'saved' && job.asset?.trashedAt === null ? job.asset : null
    return { asset, text: cellText(job) }
  },
})
