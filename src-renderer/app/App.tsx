import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Shell } from './Shell.tsx'

export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>
  )
}
