import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExportOptions, NameField } from '../../../src-preload/contract/types/export.ts'
import { MAX_IDS, MAX_NAME_TEMPLATE_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Slider } from '../../ui/fields/Slider.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { classes } from '../../ui/classes.ts'
import noteStyles from '../../ui/layout/note.module.css'
import fieldStyles from '../../ui/layout/field.module.css'
import textStyles from '../../ui/layout/text.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import { InlineLoadFailure } from '../InlineLoadFailure.tsx'
import { startExport } from './exportRun.ts'
import styles from './ExportDialog.module.css'

/** Fields of a name, in the order in which they are offered; the studio has the same list. */
const FIELDS: readonly NameField[] = [
  'date',
  'time',
  'prompt',
  'model',
  'task',
  'seed',
  'size',
  'number',
  'id',
]
const FORMATS = ['original', 'png', 'jpg', 'webp'] as const
/** Number of names in the preview. */
const PREVIEW_COUNT = 3

interface Props {
  ids: readonly string[]
  initial: ExportOptions
  initialEmbed: boolean
  canChooseFolder: boolean
  onClose: () => void
}

/** The options of an export, which are saved when it starts. */
export function ExportForm({ ids, initial, initialEmbed, canChooseFolder, onClose }: Props) {
  const [options, setOptions] = useState(initial)
  const [embedParameters, setEmbedParameters] = useState(initialEmbed)
  const [isStarting, setStarting] = useState(false)
  const change = (part: Partial<ExportOptions>) => setOptions((old) => ({ ...old, ...part }))
  const template = options.names.trim()
  const shownIds = ids.slice(0, PREVIEW_COUNT)
  const {
    data: preview,
    error: previewError,
    refetch: loadPreview,
  } = useApiQuery(
    'exports.names',
    { ids: shownIds, total: ids.length, template, format: options.format },
    { enabled: template !== '', keepPrevious: true, dropUnused: true },
  )
  const [unknown] = preview?.unknownFields ?? []
  const error =
    template === ''
      ? t('exporting.names_empty')
      : unknown === undefined
        ? undefined
        : t('exporting.names_unknown', { field: `{${unknown}}` })
  const isTooLarge = ids.length > MAX_IDS
  const start = async () => {
    setStarting(true)
    try {
      const chosen: ExportOptions = {
        ...options,
        names: template,
        ...(canChooseFolder ? {} : { as: 'zip' }),
      }
      await call('settings.set', { export: chosen, embedParameters })
      await startExport(ids, chosen)
    } catch (problem) {
      showProblem(problem)
    }
    setStarting(false)
  }
  return (
    <Dialog
      title={t('exporting.title', { count: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={error !== undefined || isTooLarge || isStarting}
            onClick={() => void start()}
          >
            {t('exporting.start', { count: ids.length })}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        {isTooLarge && (
          <p role="alert" className={classes(noteStyles.note, noteStyles.bad)}>
            <CircleAlert aria-hidden />
            <span>{t('exporting.too_many', { count: MAX_IDS })}</span>
          </p>
        )}
        {canChooseFolder && (
          <div className={toolbarStyles.ends}>
            <span aria-hidden className={textStyles.label}>
              {t('exporting.as')}
            </span>
            <Segmented
              label={t('exporting.as')}
              value={options.as}
              options={[
                { value: 'folder', label: t('exporting.folder') },
                { value: 'zip', label: t('exporting.zip') },
              ]}
              onValueChange={(as) => change({ as })}
            />
          </div>
        )}
        <FormatField options={options} onChange={change} />
        <TemplateField value={options.names} error={error} onValueChange={(names) => change({ names })} />
        <section aria-label={t('exporting.preview')} aria-live="polite" className={styles.preview}>
          {previewError && !preview && (
            <p className={textStyles.quiet}>
              <InlineLoadFailure error={previewError} onRetry={() => void loadPreview()} />
            </p>
          )}
          {preview?.names.map((name) => (
            <p dir="auto" key={name} className={styles.name}>
              {name}
            </p>
          ))}
          {ids.length > shownIds.length && (
            <p className={textStyles.quiet}>
              {t('exporting.preview_more', { count: ids.length - shownIds.length })}
            </p>
          )}
        </section>
        <Switch
          label={t('exporting.embed')}
          help={t('exporting.embed_help')}
          checked={embedParameters}
          onCheckedChange={setEmbedParameters}
        />
        <Switch
          label={t('exporting.csv')}
          help={t('exporting.csv_help')}
          checked={options.csv}
          onCheckedChange={(csv) => change({ csv })}
        />
        <Switch
          label={t('exporting.json')}
          help={t('exporting.json_help')}
          checked={options.json}
          onCheckedChange={(json) => change({ json })}
        />
      </div>
    </Dialog>
  )
}

/** Range of the quality slider; below it, artefacts are obvious. */
const QUALITY_RANGE = { min: 40, max: 100, step: 1 }

interface FormatFieldProps {
  options: Pick<ExportOptions, 'format' | 'quality'>
  onChange: (change: Partial<ExportOptions>) => void
}

/** The image format, and the quality of a lossy one. */
function FormatField({ options: { format, quality }, onChange }: FormatFieldProps) {
  return (
    <div className={fieldStyles.field}>
      <div className={toolbarStyles.ends}>
        <span aria-hidden className={textStyles.label}>
          {t('exporting.format')}
        </span>
        <Segmented
          label={t('exporting.format')}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`exporting.format_${value}`) }))}
          onValueChange={(next) => onChange({ format: next })}
        />
      </div>
      {(format === 'jpg' || format === 'webp') && (
        <div className={toolbarStyles.ends}>
          <span aria-hidden className={textStyles.label}>
            {t('exporting.quality')}
          </span>
          <span className={styles.quality}>
            <Slider
              aria-label={t('exporting.quality')}
              {...QUALITY_RANGE}
              value={quality}
              onValueChange={(next) => onChange({ quality: next })}
            />
            <output className={textStyles.label}>{quality}</output>
          </span>
        </div>
      )}
      {format === 'jpg' && <p className={fieldStyles.help}>{t('exporting.format_help_jpg')}</p>}
    </div>
  )
}

interface TemplateFieldProps {
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
}

/** The name template, and buttons that insert its fields at the cursor. */
function TemplateField({ value, error, onValueChange }: TemplateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const insert = (field: NameField) => {
    const element = input.current
    const start = element?.selectionStart ?? value.length
    const end = element?.selectionEnd ?? start
    const next = `${value.slice(0, start)}{${field}}${value.slice(end)}`
    if (next.length > MAX_NAME_TEMPLATE_LENGTH) return
    onValueChange(next)
    const cursor = start + field.length + 2
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(cursor, cursor)
    })
  }
  return (
    <div className={fieldStyles.field}>
      <TextField
        ref={input}
        label={t('exporting.names')}
        value={value}
        error={error}
        maxLength={MAX_NAME_TEMPLATE_LENGTH}
        spellCheck={false}
        onValueChange={onValueChange}
      />
      <fieldset aria-label={t('exporting.fields')} className={toolbarStyles.chips}>
        {FIELDS.map((field) => (
          <Chip key={field} onClick={() => insert(field)}>
            {t(`exporting.field_${field}`)}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}
