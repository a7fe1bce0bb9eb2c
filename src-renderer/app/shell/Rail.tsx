import { Brush, ChartNoAxesColumn, LayoutDashboard, ListTodo, Settings2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Logo } from '../../ui/Logo.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { classes } from '../../ui/classes.ts'
import { isActive } from '../../widgets/jobs/jobState.ts'
import badgeStyles from '../../ui/layout/badge.module.css'
import { SCREENS, type Screen } from '../../router/useLocation.ts'
import { OPEN_JOBS } from '../../widgets/jobs/openJobs.ts'
import styles from './Rail.module.css'

const ICONS: Record<Screen, LucideIcon> = {
  create: Brush,
  queue: ListTodo,
  gallery: LayoutDashboard,
  spend: ChartNoAxesColumn,
  settings: Settings2,
}

/** Navigation between the five screens, with the number of open jobs, above `children`. */
export function Rail({ screen, children }: { screen: Screen; children: ReactNode }) {
  const openJobs = useApiQuery('jobs.list', OPEN_JOBS)
  const jobs = openJobs.data?.jobs ?? []
  const count = jobs.length
  const description = openJobs.data?.next ? t('shell.open_jobs_or_more', { count }) : describeOpenJobs(jobs)
  return (
    <nav className={styles.rail} aria-label={t('shell.main')}>
      <div className={styles.mark}>
        <Logo size={28} />
      </div>
      {SCREENS.map((target) => {
        const Icon = ICONS[target]
        const hasBadge = target === 'queue' && count > 0
        return (
          <a
            key={target}
            href={`#/${target}`}
            className={styles.link}
            data-screen={target}
            aria-current={target === screen ? 'page' : undefined}
            aria-describedby={hasBadge ? 'rail-open' : undefined}
            title={hasBadge ? description : undefined}
          >
            <span className={styles.icon}>
              <Icon aria-hidden />
              {hasBadge && (
                <b className={classes(badgeStyles.badge, styles.count)} aria-hidden>
                  {count > 99 ? '99+' : count}
                </b>
              )}
            </span>
            <span>{t(`shell.${target}`)}</span>
          </a>
        )
      })}
      <div className={styles.menu}>{children}</div>
      {count > 0 && (
        <VisuallyHidden>
          <span id="rail-open">{description}</span>
        </VisuallyHidden>
      )}
    </nav>
  )
}

/** "35 waiting, 20 running, 2 need attention": what the badge adds up, in the words of the queue's header. */
function describeOpenJobs(jobs: readonly Pick<Job, 'state'>[]): string {
  const waiting = jobs.filter(({ state }) => state === 'queued').length
  const running = jobs.filter(({ state }) => isActive(state)).length
  const attention = jobs.length - waiting - running
  return [
    waiting > 0 && t('shell.open_waiting', { count: waiting }),
    running > 0 && t('shell.open_running', { count: running }),
    attention > 0 && t('shell.open_attention', { count: attention }),
  ]
    .filter(Boolean)
    .join(', ')
}
