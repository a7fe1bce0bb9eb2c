import { clampRank, type MarkPlace, placeMarks, type RailMark, type RailScale, yOfRank } from './RailScale.ts'

/** Shares of all results that keys move by. */
const STEPS = { small: 100, large: 10 }
/** Distance between the labels that are always shown, in px. */
const MAJOR_SPACE = 88

/** A value as text; null is a missing one. */
type FormatValue = (value: number | null) => string

/** The values of a list that is sorted by price, duration or size. */
export class ValueScale implements RailScale {
  readonly label: string
  readonly total: number
  /** At equal distances in the list, including both ends; null for missing ones. */
  readonly #values: readonly (number | null)[]
  readonly #format: FormatValue
  readonly #formatShort: FormatValue

  constructor(
    { total, values }: { total: number; values: readonly (number | null)[] },
    { label, format, formatShort }: { label: string; format: FormatValue; formatShort: FormatValue },
  ) {
    this.label = label
    this.total = total
    this.#values = values
    this.#format = format
    this.#formatShort = formatShort
  }

  textAt(rank: number): string {
    const value = this.#values[Math.round(clampRank(this, rank) / this.#spacing)]
    return value === undefined ? '' : this.#format(value)
  }

  rankOf(_tile: unknown, estimate: number): number {
    return clampRank(this, estimate)
  }

  step(rank: number, size: 'small' | 'large', direction: 1 | -1): number {
    return clampRank(this, rank + direction * Math.max(1, Math.round(this.total / STEPS[size])))
  }

  /** Each value where it first appears, if there is room. */
  marks(height: number): RailMark[] {
    const major: MarkPlace[] = []
    const minor: MarkPlace[] = []
    let previous = ''
    for (const [index, value] of this.#values.entries()) {
      const text = this.#formatShort(value)
      if (text === previous) continue
      previous = text
      const place = { y: yOfRank(this, index * this.#spacing, height), text }
      const last = major.at(-1)
      if (last === undefined || place.y - last.y >= MAJOR_SPACE) major.push(place)
      else minor.push(place)
    }
    return placeMarks(major, minor, height).filter(({ kind }) => kind !== 'dot')
  }

  /** Ranks between two known values. */
  get #spacing(): number {
    return Math.max(1, (this.total - 1) / Math.max(1, this.#values.length - 1))
  }
}
