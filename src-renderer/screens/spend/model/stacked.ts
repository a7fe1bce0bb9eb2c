/** For each series, from the last to the first, the sum of it and of all before it: the heights of the whole stack down. */
export function stacked(points: readonly (readonly number[])[]): number[][] {
  const series = points[0]?.length ?? 0
  return Array.from({ length: series }, (_, back) =>
    points.map((amounts) => amounts.slice(0, series - back).reduce((sum, amount) => sum + amount, 0)),
  )
}
