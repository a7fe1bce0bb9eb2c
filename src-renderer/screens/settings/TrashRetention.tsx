import { useState } from 'react'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Select } from '../../ui/fields/Select.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useSettings } from './useSettings.ts'

type Days = NonNullable<Settings['deleteFromTrashAfterDays']>

const CHOICES: readonly (Days | null)[] = [null, 7, 30, 90]
const OPTIONS = CHOICES.map((days) => ({
  value: days ?? 0,
  label: days === null ? t('settings.retention_never') : t('settings.retention_days', { count: days }),
}))

/**
 * Whether and when results are deleted from the trash. A shorter time is confirmed first, with the number of results
 * that it deletes at once.
 */
export function TrashRetention() {
  const { settings, change } = useSettings()
  const [unconfirmed, setUnconfirmed] = useState<Days>()
  if (!settings) return <Skeleton height={92} />
  const current = settings.deleteFromTrashAfterDays
  const choose = (value: number) => {
    const days = CHOICES.find((choice) => (choice ?? 0) === value) ?? null
    if (days === null || (current !== null && days >= current)) change({ deleteFromTrashAfterDays: days })
    else setUnconfirmed(days)
  }
  return (
    <div>
      <Select label={t('settings.retention')} value={current ?? 0} options={OPTIONS} onValueChange={choose} />
      <p className={textStyles.note}>
        {current === null
          ? t('settings.retention_never_text')
          : t('settings.retention_text', { count: current })}
      </p>
      {unconfirmed !== undefined && (
        <RetentionDialog
          days={unconfirmed}
          onClose={() => setUnconfirmed(undefined)}
          onConfirm={() => {
            change({ deleteFromTrashAfterDays: unconfirmed })
            setUnconfirmed(undefined)
          }}
        />
      )}
    </div>
  )
}

interface DialogProps {
  days: Days
  onClose: () => void
  onConfirm: () => void
}

/** Says how many results are deleted at once, and what happens later. */
function RetentionDialog({ days, onClose, onConfirm }: DialogProps) {
  const { data, error } = useApiQuery('library.count_expired', { days }, { staleTime: 0, dropUnused: true })
  const now = error
    ? problemMessage(problemOf(error)).summary
    : data
      ? data.results === 0
        ? t('settings.retention_none_now')
        : t('settings.retention_now', { count: data.results })
      : t('settings.retention_counting')
  return (
    <ConfirmDialog
      title={t('settings.retention_title', { count: days })}
      text={`${now} ${t('settings.retention_later', { count: days })}`}
      confirmLabel={t('settings.retention_confirm')}
      isBusy={!data}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}
