import { clampRank, type MarkPlace, placeMarks, type RailMark, type RailScale, yOfRank } from './RailScale.ts'

/** Shares of all results that keys move by. */
const STEPS = { small: 100, large: 10 }
/** Distance between the labels that are always shown, in px. */
const MAJOR_SPACE = 88

/** The values of a list that is sorted by price, duration or size. */
export class ValueScale implements RailScale {
  readonly label: string
  readonly total: number
  /** At equal distances in the list, including both ends. */
  readonly #texts: readonly string[]

  /** @param format - Formats a value; null is a missing one. */
  constructor(
    { total, values }: { total: number; values: readonly (number | null)[] },
    { label, format }: { label: string; format: (value: number | null) => string },
  ) {
    this.label = label
    this.total = total
    this.#texts = values.map(format)
  }

  textAt(rank: number): string {
    return this.#texts[Math.round(clampRank(this, rank) / this.#spacing)] ?? ''
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
    for (const [index, text] of this.#texts.entries()) {
      if (text === this.#texts[index - 1]) continue
      const place = { y: yOfRank(this, index * this.#spacing, height), text }
      const last = major.at(-1)
      if (last === undefined || place.y - last.y >= MAJOR_SPACE) major.push(place)
      else minor.push(place)
    }
    return placeMarks(major, minor, height).filter(({ kind }) => kind !== 'dot')
  }

  /** Ranks between two known values. */
  get #spacing(): number {
    return Math.max(1, (this.total - 1) / Math.max(1, this.#texts.length - 1))
  }
}
