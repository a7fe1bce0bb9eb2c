import { lazy, Suspense } from 'react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { libraryUpdate } from '../host/call.ts'
import { Shell } from './shell/Shell.tsx'

const UpdateScreen = lazy(async () => ({ default: (await import('./UpdateScreen.tsx')).UpdateScreen }))

/** The window's content: the progress of a library update while one runs, otherwise the shell. */
export function App({ client }: { client: QueryClient }) {
  const update = libraryUpdate((state) => state.update)
  return (
    <QueryClientProvider client={client}>
      {update ? (
        <Suspense>
          <UpdateScreen update={update} />
        </Suspense>
      ) : (
        <Shell />
      )}
    </QueryClientProvider>
  )
}
