/** One measured figure. Lower is better in every row. */
export interface Row {
  name: string
  value: number
  unit: string
  /** What the runs lay between, where there were several. */
  spread?: string
  /** What the value is compared with, measured in the same run; null where nothing is. */
  anchor: number | null
  /** value / anchor; for times the median of the ratios of interleaved pairs. */
  ratio: number | null
  /** Upper bound: of the ratio where there is one, else of the value. */
  goal: number
  holds: boolean
}

export const row = (facts: Omit<Row, 'holds'>): Row => ({
  ...facts,
  holds: (facts.ratio ?? facts.value) <= facts.goal,
})
