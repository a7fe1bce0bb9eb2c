import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Screen, useRenderedLocation } from './useLocation.ts'

const locationOf = (screen: Screen, query = '') => ({ screen, rest: [], query: new URLSearchParams(query) })

test('a screen that is being left keeps its last location until the next screen is rendered', async () => {
  const { result, rerender } = renderHook(({ location }) => useRenderedLocation(location), {
    initialProps: { location: locationOf('gallery') },
  })
  const filtered = locationOf('gallery', 'starred=1')
  rerender({ location: filtered })
  expect(result.current).toBe(filtered)
  const queue = locationOf('queue')
  rerender({ location: queue })
  expect(result.current).toBe(filtered)
  await waitFor(() => expect(result.current).toBe(queue))
})
