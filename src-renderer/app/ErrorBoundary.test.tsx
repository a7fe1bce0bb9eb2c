import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'

test('“Go to Create” shows Create again if Create itself crashed', async () => {
  vi.stubGlobal('reportError', () => {})
  vi.spyOn(console, 'error').mockReturnValue()
  let isBroken = true
  const Create = () => {
    if (isBroken) throw new Error('broken')
    return <p>the form</p>
  }
  render(
    <ErrorBoundary>
      <Create />
    </ErrorBoundary>,
  )
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Go to Create' }))
  expect(screen.getByText('the form')).toBeDefined()
  vi.restoreAllMocks()
})
