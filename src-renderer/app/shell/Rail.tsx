import { Brush, ChartNoAxesColumn, LayoutDashboard, ListTodo, Settings2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Logo } from '../../ui/Logo.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { classes } from '../../ui/classes.ts'
import badgeStyles from '../../ui/layout/badge.module.css'
import { SCREENS, type Screen } from '../../router/useLocation.ts'
import styles from './Rail.module.css'

const ICONS: Record<Screen, LucideIcon> = {
  create: Brush,
  queue: ListTodo,
  gallery: LayoutDashboard,
  spend: ChartNoAxesColumn,
  settings: Settings2,
}

/** Counts up to 500 jobs; the badge shows at most "99+". */
const OPEN_JOBS = { scope: 'open', limit: 500, before: null } as const

/** Navigation between the five screens, with the number of open jobs, above `children`. */
export function Rail({ screen, children }: { screen: Screen; children: ReactNode }) {
  const openJobs = useApiQuery('jobs.list', OPEN_JOBS)
  const count = openJobs.data?.jobs.length ?? 0
  const countText = openJobs.data?.next ? 'shell.open_jobs_or_more' : 'shell.open_jobs'
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
          <span id="rail-open">{t(countText, { count })}</span>
        </VisuallyHidden>
      )}
    </nav>
  )
}
