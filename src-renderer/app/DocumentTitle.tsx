import { useEffect } from 'react'
import type { Screen } from '../router/route.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { showTabIcon } from '../host/showTabIcon.ts'
import { titleOf } from './titleOf.ts'

/** Renders nothing; sets the document title to the current screen and progress, and in a browser also the favicon. */
export function DocumentTitle({ screen }: { screen: Screen }) {
  const { data: progress } = useApiQuery('work.progress', undefined)
  useEffect(() => {
    document.title = titleOf(screen, progress)
  }, [screen, progress])
  useEffect(() => {
    if (!window.easel && progress) showTabIcon(progress)
  }, [progress])
  return null
}
