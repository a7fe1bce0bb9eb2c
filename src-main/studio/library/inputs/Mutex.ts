/** Runs asynchronous work one at a time, in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work)
    this.#last = mine.catch(() => {})
    return mine
  }
}
