/** One measurement. Lower is better in every row. */
export interface Row {
  name: string
  value: number
  unit: string
  /** What else was measured, with a label: the range of several runs, or the worst value of one run. */
  detail?: string
  /** Reference value measured in the same run; null if there is none. */
  anchor: number | null
  /** value / anchor; for times the median of the ratios of interleaved pairs. */
  ratio: number | null
  /** Upper bound of the ratio if there is one, otherwise of the value. */
  goal: number
  holds: boolean
}

export const createRow = (values: Omit<Row, 'holds'>): Row => ({
  ...values,
  holds: (values.ratio ?? values.value) <= values.goal,
})

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The smallest value that at least `share` of the values don't exceed. NaN without values. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN

const cells = (row: Row): string[] => [
  row.name,
  `${row.value} ${row.unit}`,
  row.detail ?? '',
  row.anchor === null ? '' : `${row.anchor} ${row.unit}`,
  row.ratio === null ? '' : `${row.ratio}×`,
  `≤ ${row.goal}${row.ratio === null ? '' : '×'}`,
  row.holds ? 'holds' : 'MISSED',
]

export const printTable = (rows: Row[]): void => {
  const table = [['', 'value', 'detail', 'anchor', 'ratio', 'goal', ''], ...rows.map(cells)]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
}
