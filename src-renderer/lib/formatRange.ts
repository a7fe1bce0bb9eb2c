/** "9–14 s", "2–3 min": a span of milliseconds that is not known better. */
export function formatSpan([from, to]: readonly [number, number]): string {
  const [unit, size] = to < 90_000 ? ['s', 1000] : to < 5_400_000 ? ['min', 60_000] : ['h', 3_600_000]
  const [a, b] = [Math.max(1, Math.floor(from / size)), Math.max(1, Math.ceil(to / size))]
  return a === b ? `${a} ${unit}` : `${a}–${b} ${unit}`
}

/** The same with a sign that it is a guess, where no words say so: "~9–14 s". */
export const formatRange = (span: readonly [number, number]): string => `~${formatSpan(span)}`
