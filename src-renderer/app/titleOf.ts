import type { Progress } from '../../src-preload/contract/types/work.ts'
import type { Screen } from '../router/route.ts'
import '../i18n/later.ts'
import { t } from '../i18n/t.ts'

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
