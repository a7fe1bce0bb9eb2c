import { Download } from 'lucide-react'
import { useState } from 'react'
import type { FileProblem, MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { renewFileUrl } from '../../../host/fileUrl.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './library.module.css'

/**
 * Files that are missing, changed or unreadable. Those that the service may still have can be downloaded again, one
 * after another.
 */
export function FileProblems({ status: { problems, problemCount } }: { status: MaintenanceStatus }) {
  /** Why files can't be downloaded again, by the id of the result. */
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map())
  /** The last attempt, which failed and can be repeated. */
  const [failure, setFailure] = useState<{ id: string; text: string }>()
  const [isBusy, setBusy] = useState(false)
  const fetchable = problems.filter(
    ({ id, canFetchAgain }) => canFetchAgain && id !== null && !outcomes.has(id),
  )
  const fetchAgain = async (wanted: readonly FileProblem[]) => {
    setBusy(true)
    setFailure(undefined)
    for (const { id } of wanted) {
      if (id === null) continue
      try {
        const { outcome } = await call('library.fetch_again', { id })
        if (outcome === 'restored') renewFileUrl(id)
        else setOutcomes((known) => new Map([...known, [id, t(`viewers.file_${outcome}`)]]))
      } catch (error) {
        // The other files would most probably fail as well.
        const { summary, nextStep } = problemMessage(problemOf(error))
        setFailure({ id, text: `${summary} ${nextStep}` })
        break
      }
    }
    setBusy(false)
  }
  return (
    <>
      {fetchable.length > 1 && (
        <Button
          size="small"
          icon={<Download aria-hidden />}
          disabled={isBusy}
          onClick={() => void fetchAgain(fetchable)}
        >
          {t('maintenance.fetch_all', { count: fetchable.length })}
        </Button>
      )}
      <ul className={styles.problems} aria-label={t('maintenance.problems')}>
        {problems.map((problem) => {
          const { id, file, state, canFetchAgain } = problem
          const outcome = id === null ? undefined : outcomes.get(id)
          return (
            <li key={file}>
              <span className={styles.file}>{file}</span>
              <span className={textStyles.note}>
                {outcome ??
                  (failure?.id === id ? failure?.text : undefined) ??
                  t(`maintenance.file_${state}`)}
              </span>
              {canFetchAgain && outcome === undefined && (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={isBusy}
                  aria-label={t('maintenance.fetch_file', { file })}
                  onClick={() => void fetchAgain([problem])}
                >
                  {t('maintenance.fetch')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {problemCount > problems.length && (
        <p className={textStyles.note}>
          {t('maintenance.more_problems', { count: problemCount - problems.length })}
        </p>
      )}
    </>
  )
}
