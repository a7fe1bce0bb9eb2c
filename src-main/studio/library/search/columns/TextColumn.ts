/** Largest number of different texts for codes of one and of two bytes. */
const MAX_BYTE_CODES = 1 << 8
const MAX_SHORT_CODES = 1 << 16

type Codes = Uint8Array | Uint16Array | Uint32Array

/** A column of texts, stored as a code per row. Codes are as short as the number of different texts allows. */
export class TextColumn {
  /** The different texts, by code. */
  readonly keys: string[] = []
  /** What a text is shown as, by code: the label it was first stored with. */
  readonly labels: string[] = []
  codes: Codes
  readonly #codeByKey = new Map<string, number>()

  constructor(capacity: number) {
    this.codes = new Uint8Array(capacity)
  }

  set(row: number, key: string, label = key): void {
    const known = this.#codeByKey.get(key)
    const code = known ?? this.keys.length
    if (known === undefined) {
      this.#codeByKey.set(key, code)
      this.keys.push(key)
      this.labels.push(label)
      if (code === MAX_BYTE_CODES) this.codes = Uint16Array.from(this.codes)
      if (code === MAX_SHORT_CODES) this.codes = Uint32Array.from(this.codes)
    }
    this.codes[row] = code
  }

  /** Makes room for more rows; the first existing row gets the number `at`. */
  resize(capacity: number, at = 0): void {
    this.codes = resized(this.codes, capacity, at)
  }
}

/** A copy of an array with room for more values; the existing ones begin at the index `at`. */
export function resized<T extends Codes | Float32Array | Float64Array>(
  values: T,
  capacity: number,
  at = 0,
): T {
  const copy = Reflect.construct(values.constructor, [capacity])
  copy.set(values, at)
  return copy
}
