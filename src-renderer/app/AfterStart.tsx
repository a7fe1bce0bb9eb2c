import { lazy, Suspense } from 'react'
import { WindowDrop } from '../widgets/files/WindowDrop.tsx'
import type { Screen } from '../router/useLocation.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { OutageNotes } from './notes/OutageNotes.tsx'
import { StartNotes } from './notes/StartNotes.tsx'
import { useNewDay } from './useNewDay.ts'
import { newCollectionDialog } from './palette/newCollectionDialog.ts'

const NewCollection = lazy(async () => ({
  default: (await import('./palette/NewCollection.tsx')).NewCollection,
}))

/** Parts of every screen that are loaded after the first screen. */
export function AfterStart({ screen }: { screen: Screen }) {
  useNewDay()
  const isNewCollectionOpen = newCollectionDialog(({ isOpen }) => isOpen)
  return (
    <>
      <StartNotes />
      <OutageNotes screen={screen} />
      <DocumentTitle screen={screen} />
      <WindowDrop />
      {isNewCollectionOpen && (
        <Suspense>
          <NewCollection />
        </Suspense>
      )}
    </>
  )
}
