import { useEffect } from 'react'
import type { Screen } from '../../app/router/route.ts'
import { useRoute } from '../../host/useRoute.ts'
import { showTabIcon } from './showTabIcon.ts'
import { titleOf } from './titleOf.ts'

/** Shows nothing itself: the title tells where the window is and how far the work is; in a browser's tab, so does the icon. */
export function WorkTitle({ screen }: { screen: Screen }) {
  const { data: progress } = useRoute('work.progress', undefined)
  useEffect(() => {
    document.title = titleOf(screen, progress)
  }, [screen, progress])
  useEffect(() => {
    if (!window.easel && progress) showTabIcon(progress)
  }, [progress])
  return null
}
