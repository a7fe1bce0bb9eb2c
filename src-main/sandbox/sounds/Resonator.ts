/** A resonance of the throat: passes what is near its frequency. */
export class Resonator {
  readonly #rate: number
  #a = 0
  #b = 0
  #c = 0
  #last = 0
  #before = 0

  constructor(rate: number) {
    this.#rate = rate
  }

  /** Hertz both: where, and how wide. */
  tune(frequency: number, width: number): void {
    const narrow = Math.exp((-Math.PI * width) / this.#rate)
    this.#c = -narrow * narrow
    this.#b = 2 * narrow * Math.cos((2 * Math.PI * Math.min(frequency, this.#rate * 0.48)) / this.#rate)
    this.#a = 1 - this.#b - this.#c
  }

  pass(sample: number): number {
    const value = this.#a * sample + this.#b * this.#last + this.#c * this.#before
    this.#before = this.#last
    this.#last = value
    return value
  }
}
