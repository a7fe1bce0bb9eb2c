/** A truth as services write it: as itself, as 1 or 0, or as text (facts.md §2.2); undefined for anything else. */
export const truthOf = (value: unknown): boolean | undefined => {
  const plain = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (plain === true || plain === 1 || plain === '1' || plain === 'true' || plain === 'yes') return true
  const isFalse = plain === false || plain === 0 || plain === '0' || plain === 'false' || plain === 'no'
  return isFalse ? false : undefined
}
