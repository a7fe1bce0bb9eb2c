/** "9–14 s", "2–3 min": a range of durations given in ms. */
export function formatSpan([from, to]: readonly [number, number]): string {
  const [unit, size] = to < 90_000 ? ['s', 1000] : to < 5_400_000 ? ['min', 60_000] : ['h', 3_600_000]
  const [a, b] = [Math.max(1, Math.floor(from / size)), Math.max(1, Math.ceil(to / size))]
  return a === b ? `${a} ${unit}` : `${a}–${b} ${unit}`
}

/** The same with a sign for an estimate: "~9–14 s". */
export const formatRange = (span: readonly [number, number]): string => `~${formatSpan(span)}`
