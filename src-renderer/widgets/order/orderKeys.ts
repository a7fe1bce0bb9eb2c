/** What a key does with the focused, opened or selected results. */
export type OrderCommand = { kind: 'rate'; rating: number } | { kind: 'tags' } | { kind: 'note' }

/** 1 to 5 rate, 0 removes the rating, T opens the tags and N the note. */
export const ORDER_KEYS: Readonly<Record<string, OrderCommand>> = {
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((rating) => [String(rating), { kind: 'rate' as const, rating }]),
  ),
  t: { kind: 'tags' },
  n: { kind: 'note' },
}
