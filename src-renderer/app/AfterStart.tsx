import { WindowDrop } from '../widgets/files/WindowDrop.tsx'
import type { Screen } from '../router/useLocation.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { OutageNotes } from './notes/OutageNotes.tsx'
import { StartNotes } from './notes/StartNotes.tsx'

/** What every screen has, but no first screen waits for. */
export function AfterStart({ screen }: { screen: Screen }) {
  return (
    <>
      <StartNotes />
      <OutageNotes screen={screen} />
      <DocumentTitle screen={screen} />
      <WindowDrop />
    </>
  )
}
