import { classes } from '../../ui/classes.ts'
import type { GridLayout } from './core/GridLayout.ts'
import type { GridSheet } from './model/arrange.ts'
import styles from './GridTable.module.css'

interface Props {
  sheet: GridSheet
  layout: GridLayout
  /** Indexes of the rendered columns. */
  columns: readonly number[]
}

/** The sticky row with the names of the axes and of the columns. */
export function ColumnHeadings({ sheet, layout: { headings, cell, columns: axis }, columns }: Props) {
  if (headings.height === 0) return null
  const named = sheet.columns.name === '' ? [] : columns
  return (
    <div role="row" aria-rowindex={1} className={styles.headings} style={{ height: headings.height }}>
      {headings.width === 0 && (
        <span aria-hidden className={styles.singleAxis}>
          {sheet.columns.name}
        </span>
      )}
      {headings.width > 0 && (
        <span
          role="columnheader"
          aria-colindex={1}
          className={styles.corner}
          style={{ width: headings.width }}
        >
          {sheet.columns.name !== '' && <span className={styles.columnsAxis}>{sheet.columns.name}</span>}
          <span className={styles.rowsAxis}>{sheet.rows.name}</span>
        </span>
      )}
      {named.map((column) => (
        <span
          key={column}
          role="columnheader"
          aria-colindex={column + 1 + (headings.width > 0 ? 1 : 0)}
          title={sheet.columns.values[column]}
          className={classes(
            styles.column,
            headings.hasRotatedColumns && styles.rotated,
            headings.width === 0 && styles.belowAxisName,
          )}
          style={{ left: axis.offsetAt(column), width: cell.width }}
        >
          <span dir="auto">{sheet.columns.shortValues[column]}</span>
        </span>
      ))}
    </div>
  )
}
