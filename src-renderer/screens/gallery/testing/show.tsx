import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { subscribeToStudio } from '../../../host/events.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { ToastList } from '../../../ui/feedback/ToastList.tsx'

/** Renders a screen with the query cache, the studio's events and toasts. */
export function show(screen: ReactNode): void {
  const client = makeQueryClient()
  subscribeToStudio(client)
  render(
    <QueryClientProvider client={client}>
      {screen}
      <ToastList />
    </QueryClientProvider>,
  )
}
