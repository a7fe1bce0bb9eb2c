/**
 * A function that starts `run`, at most one at a time: calls during a run lead to one more run after it. `run` deals with its own
 * failures; one that it doesn't is ignored, and the next call tries again.
 */
export function oneAtATime(run: () => Promise<void>): () => void {
  let isBusy = false
  let isPending = false
  const start = (): void => {
    if (isBusy) {
      isPending = true
      return
    }
    isBusy = true
    isPending = false
    run()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
        if (isPending) start()
      })
  }
  return start
}
