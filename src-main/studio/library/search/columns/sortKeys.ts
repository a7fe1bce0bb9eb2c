/** Keys of this many results are sorted at once: about 5 ms. */
const SORTED_AT_ONCE = 65_536

/** A value as a key that sorts in ascending order. A missing value (NaN) comes last in both orders. */
export const toSortKey = (value: number, descending: boolean): number =>
  Number.isNaN(value) ? Infinity : descending ? -value : value

/** The keys of rows, from the values of all rows. */
export function sortKeysOf(values: ArrayLike<number>, rows: Uint32Array, descending: boolean): Float64Array {
  const keys = new Float64Array(rows.length)
  // Several times faster than `Float64Array.from` with a function.
  for (let n = 0; n < rows.length; n++) keys[n] = toSortKey(values[rows[n] ?? 0] ?? NaN, descending)
  return keys
}

/** The value of a key; null for a missing one. */
export const valueOfKey = (key: number, descending: boolean): number | null =>
  key === Infinity ? null : descending ? -key : key

/** The key at a rank (quickselect). Changes the order of the keys. */
export function keyAtRank(keys: Float64Array, rank: number): number | undefined {
  let [part, index] = [keys, rank]
  while (part.length > SORTED_AT_ONCE) {
    const split = partition(part)
    if (index < split) part = part.subarray(0, split)
    else [part, index] = [part.subarray(split), index - split]
  }
  return part.sort()[index]
}

/** Sorts keys in place, in slices (quicksort). */
export function* sortInSlices(keys: Float64Array): Generator<void> {
  if (keys.length <= SORTED_AT_ONCE) {
    keys.sort()
    yield
    return
  }
  const split = partition(keys)
  yield
  yield* sortInSlices(keys.subarray(0, split))
  yield* sortInSlices(keys.subarray(split))
}

/**
 * Moves keys so that none before the returned index is greater than one after it (Hoare's partition scheme). Both parts
 * have a key.
 */
function partition(keys: Float64Array): number {
  const keyAt = (index: number): number => keys[index] ?? NaN
  const last = keys.length - 1
  const [, pivot = NaN] = [keyAt(0), keyAt(last >>> 1), keyAt(last)].toSorted((a, b) => (a < b ? -1 : 1))
  let [low, high] = [-1, keys.length]
  for (;;) {
    do low++
    while (keyAt(low) < pivot)
    do high--
    while (keyAt(high) > pivot)
    if (low >= high) return high + 1
    const moved = keyAt(low)
    keys[low] = keyAt(high)
    keys[high] = moved
  }
}
