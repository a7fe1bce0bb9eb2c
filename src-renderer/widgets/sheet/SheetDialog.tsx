import { truncate } from '../../../src-preload/shared/truncate.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { toasts } from '../../lib/toasts.ts'
import { saveBlob } from '../../host/saveBlob.ts'
import type { Sheet, Size } from './Sheet.ts'
import { drawSheet } from './drawSheet.ts'
import textStyles from '../../ui/layout/text.module.css'
import { classes } from '../../ui/classes.ts'
import noteStyles from '../../ui/layout/note.module.css'
import fieldStyles from '../../ui/layout/field.module.css'
import { SHEET_COLOURS, planSheet } from './planSheet.ts'
import { fitSheet, sheetSize } from './sheetLayout.ts'
import styles from './SheetDialog.module.css'

interface Props {
  title: string
  /** Name of the file, without its extension. */
  name: string
  /** The proposed caption of the sheet. */
  initialCaption: string
  sheet: Sheet
  /** Kinds of the results on all pages. */
  kinds: ReadonlySet<string>
  /** The page that is shown. */
  page: number
  /** Size of an item at scale 1. */
  fullItemSize: Size
  onClose: () => void
  /** Additional options. */
  children?: ReactNode
}

const FORMATS = [
  { value: 'png', label: 'PNG' },
  { value: 'webp', label: 'WebP' },
  { value: 'jpeg', label: 'JPEG' },
] as const
type Format = (typeof FORMATS)[number]['value']
/** Selectable lengths of an item's longest side, in pixels. */
const SIDES = [128, 256, 384, 512, 768, 1024, 2048]
const DEFAULT_SIDE = 384
/** Kinds of results that an image can show only in part. */
const PARTIAL_KINDS = ['video', 'audio', 'text', 'embedding'] as const

/** The number of images drawn so far; afterwards, the file is saved. */
type Progress = { done: number; total: number } | 'saving'

/** Saves results as one image: shows the options and the resulting size, then the progress. */
export function SheetDialog({
  title,
  name,
  initialCaption,
  sheet,
  kinds,
  page,
  fullItemSize,
  onClose,
  children,
}: Props) {
  const [format, setFormat] = useState<Format>('png')
  const [chosenSide, setSide] = useState(DEFAULT_SIDE)
  const [scope, setScope] = useState<'page' | 'all'>('page')
  const [theme, setTheme] = useState<'light' | 'dark'>(() =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  )
  const [caption, setCaption] = useState(initialCaption)
  const [progress, setProgress] = useState<Progress>()
  const [hasFailed, setHasFailed] = useState(false)
  const largestSide = Math.max(fullItemSize.width, fullItemSize.height)
  const side = Math.min(chosenSide, largestSide)
  const abortRef = useRef<AbortController>(null)
  const pages = scope === 'all' ? [...sheet.pages.values.keys()] : [page]
  const options = {
    sheet,
    pages,
    fullItemSize,
    side,
    colours: SHEET_COLOURS[theme],
    caption: caption.trim(),
  }
  const partialKinds = PARTIAL_KINDS.filter((kind) => kinds.has(kind))
  const fitted = useMemo(
    () =>
      fitSheet({
        sheet,
        pages: scope === 'all' ? [...sheet.pages.values.keys()] : [page],
        fullItemSize,
        side,
        caption: caption.trim(),
      }),
    [sheet, scope, page, fullItemSize, side, caption],
  )
  const size = fitted && sheetSize({ ...options, ...fitted })
  const sides = useMemo(() => {
    const smaller = SIDES.filter((px) => px < largestSide)
    return [...smaller, largestSide].map((px) => ({
      value: px,
      label: t('grid.export_size_px', { px: String(px) }),
    }))
  }, [largestSide])

  const close = () => {
    abortRef.current?.abort()
    onClose()
  }
  const exportImage = async () => {
    if (fitted === null || progress) return
    const drawing = planSheet({ ...options, ...fitted })
    const controller = new AbortController()
    abortRef.current = controller
    setHasFailed(false)
    setProgress({ done: 0, total: drawing.images.length })
    try {
      const { blob, missing } = await drawSheet({
        drawing,
        mime: `image/${format}`,
        signal: controller.signal,
        onProgress: (done) => setProgress({ done, total: drawing.images.length }),
      })
      controller.signal.throwIfAborted()
      setProgress('saving')
      const fileName = fileNameOf(name, format === 'jpeg' ? 'jpg' : format)
      const outcome = await saveBlob(blob, fileName)
      if (outcome === null || outcome === 'cancelled') return
      const text = [
        t('grid.export_done', { name: fileName }),
        missing > 0 && t('grid.export_missing', { count: missing }),
      ]
      toasts.getState().show({ text: text.filter(Boolean).join(' ') })
      // If the user has closed this dialog during the save, the caller may show another one.
      if (!controller.signal.aborted) onClose()
    } catch {
      setHasFailed(!controller.signal.aborted)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        progress === 'saving' ? (
          <Button onClick={close}>{t('common.close')}</Button>
        ) : progress ? (
          <Button onClick={() => abortRef.current?.abort()}>{t('grid.export_stop')}</Button>
        ) : (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" disabled={fitted === null} onClick={() => void exportImage()}>
              {t('grid.export_image')}
            </Button>
          </>
        )
      }
    >
      <div className={fieldStyles.form}>
        {sheet.pages.values.length > 1 && (
          <LabelledControl label={t('grid.export_what')}>
            <Segmented
              label={t('grid.export_what')}
              value={scope}
              options={[
                { value: 'page', label: t('grid.export_page') },
                { value: 'all', label: t('grid.export_all') },
              ]}
              onValueChange={setScope}
            />
          </LabelledControl>
        )}
        {children}
        <LabelledControl label={t('grid.export_format')}>
          <Segmented
            label={t('grid.export_format')}
            value={format}
            options={FORMATS}
            onValueChange={setFormat}
          />
        </LabelledControl>
        <LabelledControl label={t('grid.export_background')}>
          <Segmented
            label={t('grid.export_background')}
            value={theme}
            options={[
              { value: 'light', label: t('grid.export_light') },
              { value: 'dark', label: t('grid.export_dark') },
            ]}
            onValueChange={setTheme}
          />
        </LabelledControl>
        <Select label={t('grid.export_size')} value={side} options={sides} onValueChange={setSide} />
        <TextField
          label={t('grid.export_caption')}
          value={caption}
          onValueChange={setCaption}
          maxLength={1000}
          placeholder={t('grid.export_caption_none')}
        />
        <p className={styles.size} role="status">
          {size ? t('grid.export_is', { width: String(size.width), height: String(size.height) }) : ''}
          {fitted && fitted.bands > 1 && (
            <span className={classes(textStyles.quiet, styles.warn)}>
              {t('grid.export_bands', { count: fitted.bands })}
            </span>
          )}
          {fitted && fitted.side < side && (
            <span className={classes(textStyles.quiet, styles.warn)}>
              {t('grid.export_scaled', { px: String(fitted.side) })}
            </span>
          )}
          {partialKinds.map((kind) => (
            <span key={kind} className={textStyles.quiet}>
              {t(`grid.export_of_${kind}`)}
            </span>
          ))}
        </p>
        {(fitted === null || hasFailed) && (
          <p className={classes(noteStyles.note, noteStyles.bad)} role="alert">
            <CircleAlert aria-hidden />
            <span>
              {hasFailed
                ? t('grid.export_failed')
                : t(sheet.itemsPerCell > 1 ? 'grid.export_too_large_all' : 'grid.export_too_large')}
            </span>
          </p>
        )}
        {progress && (
          <div className={classes(textStyles.quiet, styles.progress)}>
            <ProgressBar
              label={progressText(progress)}
              value={
                progress === 'saving' || progress.total === 0 ? null : (progress.done / progress.total) * 100
              }
            />
            <span>{progressText(progress)}</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const progressText = (progress: Progress): string =>
  progress === 'saving'
    ? t('grid.export_saving')
    : t('grid.export_working', { done: progress.done, count: progress.total })

function LabelledControl({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      <span aria-hidden className={textStyles.label}>
        {label}
      </span>
      {children}
    </div>
  )
}

/** In characters; file systems allow 255 bytes. */
const MAX_NAME_LENGTH = 80

/** A valid file name made from a name. */
export function fileNameOf(name: string, extension: string): string {
  const cleaned = name
    // Control characters and characters reserved on Windows.
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
  const stem = truncate(cleaned, MAX_NAME_LENGTH).replaceAll(/^[ .]+|(?<![ .])[ .]+$/gu, '')
  return `${stem || 'Grid'}.${extension}`
}
