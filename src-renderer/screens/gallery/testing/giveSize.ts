import { vi } from 'vitest'

/** Gives every element a size, which a test's page without layout lacks. Returns what takes it away again. */
export function giveSize(width = 1000, height = 800): () => void {
  const spies = [
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
