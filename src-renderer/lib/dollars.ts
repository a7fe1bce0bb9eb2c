const NANO = 1_000_000_000
const MOST = 1_000_000 * NANO

/** One thousand to some, one to others. */
const GROUPED = /^[1-9]\d{0,2},\d{3}$/

/** Nano-dollars of an amount the user typed, "5", "$4.50", "0,31"; undefined where it is none above 0 and up to a million, or could be two. */
export function readDollars(text: string): number | undefined {
  const typed = text.trim().replace(/^\$\s*/, '')
  if (GROUPED.test(typed)) return undefined
  const clean = typed.replace(',', '.')
  if (!/^\d{1,8}(\.\d{0,9})?$/.test(clean)) return undefined
  const nano = Math.round(Number(clean) * NANO)
  return nano >= 1 && nano <= MOST ? nano : undefined
}

/** The same the other way: "4.50", with as many decimals as it needs and at least two. */
export function dollarsOf(nano: number): string {
  const part = String(nano % NANO)
    .padStart(9, '0')
    .replace(/0{1,7}$/, '')
  return `${Math.floor(nano / NANO)}.${part}`
}
