/** Index of the last entry of an ascending list that is at most `value`; -1 if there is none. */
export const lastIndexAtOrBelow = (list: ArrayLike<number>, value: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
