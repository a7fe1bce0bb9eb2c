/** Cumulative sums of the series, from the full stack down to the first series. */
export function stacked(points: readonly (readonly number[])[]): number[][] {
  const series = points[0]?.length ?? 0
  return Array.from({ length: series }, (_, back) =>
    points.map((amounts) => amounts.slice(0, series - back).reduce((sum, amount) => sum + amount, 0)),
  )
}
