/** A band-pass filter that models one resonance (formant) of the vocal tract. */
export class Resonator {
  readonly #rate: number
  #a = 0
  #b = 0
  #c = 0
  #previous1 = 0
  #previous2 = 0

  constructor(rate: number) {
    this.#rate = rate
  }

  /** Sets the centre frequency and the bandwidth, both in hertz. */
  tune(frequency: number, bandwidth: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / this.#rate)
    this.#c = -radius * radius
    this.#b = 2 * radius * Math.cos((2 * Math.PI * Math.min(frequency, this.#rate * 0.48)) / this.#rate)
    this.#a = 1 - this.#b - this.#c
  }

  /** The filtered sample. */
  filter(sample: number): number {
    const value = this.#a * sample + this.#b * this.#previous1 + this.#c * this.#previous2
    this.#previous2 = this.#previous1
    this.#previous1 = value
    return value
  }
}
