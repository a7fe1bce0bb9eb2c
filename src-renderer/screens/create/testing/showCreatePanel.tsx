import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { CreatePanel } from '../panel/CreatePanel.tsx'

/** Renders the panel of Create and returns its prompt field. */
export function showCreatePanel(client: QueryClient): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={client}>
      <CreatePanel />
    </QueryClientProvider>,
  )
  return screen.findByRole('textbox', { name: 'Prompt' })
}
