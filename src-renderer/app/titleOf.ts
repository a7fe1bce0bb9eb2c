import type { Progress } from '../../src-preload/contract/types/work.ts'
import { t } from '../i18n/t.ts'
import type { Screen } from './router/route.ts'

/** "3 of 12 · Queue · Easel": how far the work is comes first, where a narrow tab or the taskbar cuts off the rest. */
export function titleOf(screen: Screen, progress: Progress | undefined): string {
  const place = `${t(`shell.${screen}`)} · Easel`
  if (!progress || progress.total === 0) return place
  const { done, total, part, moving, trouble } = progress
  const far =
    total === 1 && part > 0 && part < 1
      ? t('shell.work_percent', { percent: Math.floor(part * 100) })
      : t('shell.work_done', { done, total })
  const words = moving ? far : t('shell.work_stopped', { far })
  return moving && trouble ? `${t('shell.work_trouble')} · ${words} · ${place}` : `${words} · ${place}`
}
