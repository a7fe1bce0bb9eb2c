/**
 * Priority queue of keys by due time, as a binary heap. Setting a key again changes its time; the outdated entry stays in the heap
 * until it reaches the top.
 */
export class DueHeap {
  #heap: { key: string; due: number }[] = []
  readonly #due = new Map<string, number>()

  get size(): number {
    return this.#due.size
  }

  set(key: string, due: number): void {
    this.#due.set(key, due)
    this.#heap.push({ key, due })
    this.#siftUp(this.#heap.length - 1)
  }

  delete(key: string): void {
    this.#due.delete(key)
  }

  has(key: string): boolean {
    return this.#due.has(key)
  }

  /** When a key is due; undefined if it isn't in the queue. */
  dueOf(key: string): number | undefined {
    return this.#due.get(key)
  }

  /** The earliest due time; null if the queue is empty. */
  nextDue(): number | null {
    this.#dropStale()
    return this.#heap[0]?.due ?? null
  }

  /** Removes and returns the earliest key that is due at `now`; null if none is. */
  popDue(now: number): string | null {
    this.#dropStale()
    const top = this.#heap[0]
    if (!top || top.due > now) return null
    this.#pop()
    this.#due.delete(top.key)
    return top.key
  }

  #dropStale(): void {
    for (let top = this.#heap[0]; top && this.#due.get(top.key) !== top.due; top = this.#heap[0]) this.#pop()
  }

  #pop(): void {
    const last = this.#heap.pop()
    if (!last || this.#heap.length === 0) return
    this.#heap[0] = last
    this.#siftDown(0)
  }

  #siftUp(from: number): void {
    for (let child = from; child > 0;) {
      const parent = (child - 1) >> 1
      if (!this.#swapIfEarlier(child, parent)) return
      child = parent
    }
  }

  #siftDown(from: number): void {
    for (let parent = from; ;) {
      const left = 2 * parent + 1
      const right = left + 1
      const child = this.#dueAt(right) < this.#dueAt(left) ? right : left
      if (child >= this.#heap.length || !this.#swapIfEarlier(child, parent)) return
      parent = child
    }
  }

  #dueAt(index: number): number {
    return this.#heap[index]?.due ?? Number.POSITIVE_INFINITY
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [low, high] = [this.#heap[child], this.#heap[parent]]
    if (!low || !high || low.due >= high.due) return false
    this.#heap[child] = high
    this.#heap[parent] = low
    return true
  }
}
