import { create as createStore, type UseBoundStore } from 'zustand/react'
import type { StateCreator, StoreApi } from 'zustand/vanilla'

const resets: (() => void)[] = []

/** Returns all stores to their initial state. Test files share their modules, so a store would keep the state of the last test. */
export const resetStores = (): void => {
  for (const reset of resets) reset()
}

/** The `create` of Zustand, for stores that `resetStores` resets. */
export function create<T>(initializer: StateCreator<T>): UseBoundStore<StoreApi<T>> {
  const store = createStore(initializer)
  resets.push(() => store.setState(store.getInitialState(), true))
  return store
}
