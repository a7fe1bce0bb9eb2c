import type { Row } from './Row.ts'

const cells = (row: Row): string[] => [
  row.name,
  `${row.value} ${row.unit}`,
  row.spread ?? '',
  row.anchor === null ? '' : `${row.anchor} ${row.unit}`,
  row.ratio === null ? '' : `${row.ratio}×`,
  `≤ ${row.goal}${row.ratio === null ? '' : '×'}`,
  row.holds ? 'holds' : 'MISSED',
]

export const printTable = (rows: Row[]): void => {
  const table = [['', 'value', 'spread', 'anchor', 'ratio', 'goal', ''], ...rows.map(cells)]
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
