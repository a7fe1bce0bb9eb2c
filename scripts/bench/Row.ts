/** One measurement. Lower is better in every row. */
export interface Row {
  name: string
  value: number
  unit: string
  /** Range of the runs, if there were several. */
  spread?: string
  /** Reference value measured in the same run; null if there is none. */
  anchor: number | null
  /** value / anchor; for times the median of the ratios of interleaved pairs. */
  ratio: number | null
  /** Upper bound of the ratio if there is one, otherwise of the value. */
  goal: number
  holds: boolean
}

export const row = (facts: Omit<Row, 'holds'>): Row => ({
  ...facts,
  holds: (facts.ratio ?? facts.value) <= facts.goal,
})
