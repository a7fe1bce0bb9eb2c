import { Eraser } from 'lucide-react'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { Libraries } from './library/Libraries.tsx'
import { LibraryBackup } from './library/LibraryBackup.tsx'
import { LibraryCheck } from './library/LibraryCheck.tsx'
import { LibraryImport } from './library/LibraryImport.tsx'
import { LibrarySizes } from './library/LibrarySizes.tsx'
import { TrashRetention } from './TrashRetention.tsx'
import { useSettings } from './useSettings.ts'

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
    </div>
  )
}

/**
 * Disk space of the inputs, a button that removes unused ones, and recovered files: finished downloads that belong to
 * no job.
 */
export function ImportedFiles() {
  const { data, error } = useApiQuery('inputs.usage', undefined, { staleTime: 0 })
  const clean = useApiMutation('inputs.clean')
  if (error && !data) return <p role="alert">{problemMessage(problemOf(error)).summary}</p>
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
