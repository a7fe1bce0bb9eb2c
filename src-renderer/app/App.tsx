import { useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { followStudio } from '../host/events.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { Shell } from './Shell.tsx'

export function App() {
  const [client] = useState(makeQueryClient)
  useEffect(() => followStudio(client), [client])
  return (
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>
  )
}
