import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { navigate } from './navigate.ts'
import { type Screen, useLocation, useRenderedLocation } from './useLocation.ts'

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

test.each(['gallery', 'spend'] as const)(
  'a screen that is left for %s before it is rendered is never shown',
  async (next) => {
    const loaded = Promise.withResolvers<void>()
    const load = vi.fn(() => loaded.promise)
    const shown: Screen[] = []
    /** Shows the name of a screen. The queue is still being loaded. */
    function ScreenName({ name }: { name: Screen }) {
      if (name === 'queue') use(load())
      useLayoutEffect(() => void shown.push(name))
      return <h1>{name}</h1>
    }
    function App() {
      const current = useLocation()
      return (
        <>
          <nav>{current.screen}</nav>
          <ScreenName name={useRenderedLocation(current).screen} />
        </>
      )
    }
    navigate('gallery', { replace: true })
    render(
      <Suspense>
        <App />
      </Suspense>,
    )
    navigate('queue')
    await waitFor(() => expect(load).toHaveBeenCalled())
    if (next === 'gallery') history.back()
    else navigate(next)
    await waitFor(() => expect(screen.getByRole('navigation').textContent).toBe(next))
    await act(async () => loaded.resolve())
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe(next))
    expect(shown).not.toContain('queue')
  },
)
