import { useEffect } from 'react'
import { useRoute } from '../host/useRoute.ts'
import type { Screen } from './router/route.ts'
import { titleOf } from './titleOf.ts'

/** The title tells where the window is and how far the work is; in a browser's tab, so does the icon. */
export function useWindowTitle(screen: Screen): void {
  const { data: progress } = useRoute('work.progress', undefined)
  useEffect(() => {
    document.title = titleOf(screen, progress)
  }, [screen, progress])
  useEffect(() => {
    if (window.easel || !progress) return
    void import('./showTabIcon.ts').then(({ showTabIcon }) => showTabIcon(progress))
  }, [progress])
}
