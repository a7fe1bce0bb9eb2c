import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ConnectionVerdict } from '../../../src-preload/contract/types/connection.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { classes } from '../../ui/classes.ts'
import { Details } from '../../ui/Details.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import noteStyles from '../../ui/note.module.css'

interface Props {
  testing: boolean
  verdict: ConnectionVerdict | null
  problem: Problem | null
}

/** Result of a connection test in a live region, which must exist before its content changes. */
export function Verdict({ testing, verdict, problem }: Props) {
  const good = verdict?.verdict === 'reached'
  return (
    <div
      role="status"
      className={classes(
        (testing || verdict || problem) && noteStyles.note,
        (verdict ?? problem) && (good ? noteStyles.ok : noteStyles.bad),
      )}
    >
      {testing && (
        <>
          <Spinner />
          {t('settings.testing')}
        </>
      )}
      {!testing && (verdict ?? problem) && (
        <>
          {good ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
          <span>
            {verdict ? verdictText(verdict) : problem && problemMessage(problem).what} {problem?.serviceWords}
            {verdict?.detail && <Details text={verdict.detail} />}
          </span>
        </>
      )}
    </div>
  )
}

function verdictText({ verdict, models }: ConnectionVerdict): string {
  if (verdict !== 'reached') return t(`settings.verdict_${verdict}`)
  return models === undefined
    ? t('settings.verdict_reached_plain')
    : t('settings.verdict_reached', { count: models })
}
