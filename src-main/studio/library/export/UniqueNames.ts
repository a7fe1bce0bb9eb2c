import { joinName, type FileName } from './safeFileName.ts'

/** Gives each file of a folder its own name: "fog.png", "fog (2).png". Names that differ only in case are equal, as on Windows and macOS. */
export class UniqueNames {
  readonly #taken: Set<string>
  /** The next number to try for each wanted name. */
  readonly #nextNumbers = new Map<string, number>()

  /** @param existing names that are already taken. */
  constructor(existing: Iterable<string> = []) {
    this.#taken = new Set(Array.from(existing, toKey))
  }

  add(name: FileName): string {
    const wanted = toKey(joinName(name))
    let unique = joinName(name)
    for (let number = this.#nextNumbers.get(wanted) ?? 2; this.#taken.has(toKey(unique)); number++) {
      unique = joinName({ ...name, stem: `${name.stem} (${number})` })
      this.#nextNumbers.set(wanted, number + 1)
    }
    this.#taken.add(toKey(unique))
    return unique
  }
}

const toKey = (name: string): string => name.normalize('NFC').toLowerCase()
