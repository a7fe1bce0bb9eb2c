/**
 * Returns a function that starts `run`, which never overlaps: any number of calls during a run cause one more run after it. A
 * rejection of `run` is ignored, so `run` must handle its own errors.
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
