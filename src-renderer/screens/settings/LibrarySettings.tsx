import { Eraser } from 'lucide-react'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { InlineLoadFailure } from '../../widgets/InlineLoadFailure.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ImageComparison } from './library/ImageComparison.tsx'
import { Libraries } from './library/Libraries.tsx'
import { LibraryBackup } from './library/LibraryBackup.tsx'
import { LibraryCheck } from './library/LibraryCheck.tsx'
import { LibraryImport } from './library/LibraryImport.tsx'
import { MicrophoneSetting } from './library/MicrophoneSetting.tsx'
import { LibrarySizes } from './library/LibrarySizes.tsx'
import { useSettings } from './useSettings.ts'
import { useState } from 'react'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import textStyles from '../../ui/layout/text.module.css'

/** The library: its folder, size, check, backups, inputs and trash, and what is saved with results. */
export function LibrarySettings() {
  const info = useApiQuery('studio.info', undefined)
  const { settings, change } = useSettings()
  return (
    <div className={panelStyles.rows}>
      <div>
        <p>{t('settings.folder')}</p>
        <p className={textStyles.note}>{t('settings.folder_text')}</p>
        {info.data ? (
          <code className={textStyles.code}>{info.data.dataFolder}</code>
        ) : (
          <Skeleton height={32} />
        )}
      </div>
      <LibrarySizes />
      <ImageComparison />
      <LibraryCheck />
      <LibraryBackup />
      <Libraries />
      <LibraryImport />
      <ImportedFiles />
      <TrashRetention />
      <div>
        <Switch
          label={t('settings.alternatives')}
          help={t('settings.alternatives_text')}
          checked={settings?.saveAlternatives ?? false}
          onCheckedChange={(saveAlternatives) => change({ saveAlternatives })}
        />
      </div>
      <div>
        <Switch
          label={t('settings.embed')}
          help={t('settings.embed_text')}
          checked={settings?.embedParameters ?? false}
          onCheckedChange={(embedParameters) => change({ embedParameters })}
        />
      </div>
      <MicrophoneSetting />
    </div>
  )
}

/**
 * Disk space of the inputs, a button that removes unused ones, and recovered files: finished downloads that belong to
 * no job.
 */
export function ImportedFiles() {
  const { data, error, refetch } = useApiQuery('inputs.usage', undefined, { staleTime: 0 })
  const clean = useApiMutation('inputs.clean')
  if (error && !data)
    return (
      <p>
        <InlineLoadFailure error={error} onRetry={() => void refetch()} />
      </p>
    )
  if (!data) return <Skeleton height={92} />
  const { files, bytes, unusedFiles, unusedBytes, found: recovered } = data
  const cleaned = clean.data
  return (
    <>
      <div>
        <div className={toolbarStyles.ends}>
          <p>{t('settings.inputs')}</p>
          {unusedFiles > 0 && (
            <Button
              size="small"
              icon={<Eraser aria-hidden />}
              disabled={clean.isPending}
              onClick={() => clean.mutate()}
            >
              {t('settings.inputs_clean', { size: formatBytes(unusedBytes) })}
            </Button>
          )}
        </div>
        <p className={textStyles.note}>
          {files === 0
            ? t('settings.inputs_none')
            : t('settings.inputs_kept', { count: files, size: formatBytes(bytes) })}
        </p>
        {files > 0 && (
          <p className={textStyles.note}>
            {unusedFiles === 0
              ? t('settings.inputs_used')
              : t('settings.inputs_unused', { size: formatBytes(unusedBytes) })}
          </p>
        )}
        <p className={textStyles.note} role="status">
          {cleaned &&
            t('settings.inputs_cleaned', { count: cleaned.deleted, size: formatBytes(cleaned.bytes) })}
        </p>
      </div>
      {recovered.files > 0 && (
        <div>
          <p>{t('settings.found')}</p>
          <p className={textStyles.note}>
            {t('settings.found_text', { count: recovered.files, size: formatBytes(recovered.bytes) })}
          </p>
          <code className={textStyles.code}>{recovered.folder}</code>
        </div>
      )}
    </>
  )
}

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
