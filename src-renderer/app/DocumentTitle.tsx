import { useEffect } from 'react'
import type { Screen } from '../router/route.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { showTabIcon } from '../host/showTabIcon.ts'
import type { Progress } from '../../src-preload/contract/types/work.ts'
import '../i18n/later.ts'
import { t } from '../i18n/t.ts'

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

/** "3 of 12 · Queue · Easel": the progress comes first, because narrow tabs and taskbars truncate the title. */
export function titleOf(screen: Screen, progress: Progress | undefined): string {
  const place = `${t(`shell.${screen}`)} · Easel`
  if (!progress || progress.total === 0) return place
  const { done, total, part, moving, trouble } = progress
  const far =
    total === 1 && part > 0 && part < 1
      ? t('announce.percent', { percent: Math.floor(part * 100) })
      : t('announce.done', { done, total })
  const text = moving ? far : t('announce.stopped', { far })
  return moving && trouble ? `${t('announce.trouble')} · ${text} · ${place}` : `${text} · ${place}`
}
