import '../../../i18n/lazyTexts.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FolderOpen, Images, Mic } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { FieldFrame, type FieldAria } from '../../../ui/fields/FieldFrame.tsx'
import { useForm, useEntry } from '../model/useForm.ts'
import { FileCard, PendingFile } from './FileCard.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import { useFileImport } from './useFileImport.ts'
import { registerFileTarget } from '../../../widgets/files/fileTargets.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { idsOf } from '../../../widgets/forms/formValues.ts'
import { limitsText } from './fileText.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './FileInput.module.css'

/** File extensions of a format other than its name. */
const OTHER_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jfif'],
  mp4: ['m4v'],
  mpeg: ['mpg'],
  mov: ['qt'],
  ogg: ['oga', 'ogv', 'opus'],
}

const GalleryPicker = lazy(async () => ({ default: (await import('./GalleryPicker.tsx')).GalleryPicker }))
const Recorder = lazy(async () => ({ default: (await import('./Recorder.tsx')).Recorder }))

/** File field: files can be chosen, dropped, pasted, recorded or picked from the gallery. */
export function FileInput({ field }: { field: FieldOf<'file'> }) {
  const { form } = useForm()
  const { id, value, error } = useEntry(field.name)
  const { pending, rejection, addFiles, addAssets, setFiles } = useFileImport(form.operation, field)
  const [openDialog, setOpenDialog] = useState<'gallery' | 'recorder' | null>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const fileChooser = useRef<HTMLInputElement>(null)
  const ids = idsOf(value)
  const remaining = field.max - ids.length - pending.length

  const onFiles = useEffectEvent((files: readonly File[]) => addFiles(files))
  useEffect(() => registerFileTarget({ field, addFiles: (files) => onFiles(files) }), [field])
  const replaceWithCopy = (asset: string, copyId: string) => {
    // Files may have been added or removed while the copy was made.
    const current = idsOf(draftStore.getState().values[form.operation]?.[field.name])
    setFiles(current.map((other) => (other === asset ? copyId : other)))
    // The focused button disappears with the replaced file.
    setTimeout(() => document.getElementById(id)?.focus())
  }
  const isEmpty = ids.length === 0
  // The button that adds or replaces a file has the field's id. Without one, the field itself has it.
  const hasButton = remaining > 0 || (field.max === 1 && !isEmpty)
  const message = rejection ?? error
  const browse = () => fileChooser.current?.click()
  return (
    <FieldFrame
      id={id}
      label={field.label}
      help={[field.help, isEmpty || message !== undefined ? limitsText(field) : ''].filter(Boolean).join(' ')}
      error={message}
      aside={
        field.max > 1 &&
        ids.length > 0 && <span>{t('files.picker_room', { count: ids.length, max: field.max })}</span>
      }
    >
      {(aria) => (
        <div
          {...(!hasButton && {
            id,
            role: 'group',
            tabIndex: -1,
            'aria-labelledby': `${id}-label`,
            'aria-describedby': aria['aria-describedby'],
          })}
          className={classes(fieldStyles.field, styles.field)}
          data-file-field={field.name}
          data-over={isDraggedOver || undefined}
          onDragOver={() => setDraggedOver(true)}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={() => setDraggedOver(false)}
        >
          {ids.length > 0 && (
            <ul className={fieldStyles.field}>
              {ids.map((asset, index) => (
                <FileCard
                  key={asset}
                  field={field}
                  id={asset}
                  index={index}
                  count={ids.length}
                  {...(field.max === 1 ? { replaceId: id, onReplace: browse } : {})}
                  onRemove={() => setFiles(ids.filter((other) => other !== asset))}
                  onResized={(copyId) => replaceWithCopy(asset, copyId)}
                  onMove={(by) => setFiles(moveItem(ids, index, by))}
                />
              ))}
            </ul>
          )}
          {pending.map((file) => (
            <PendingFile key={file.key} file={file} />
          ))}
          {remaining > 0 && (
            <AddFileButtons
              id={id}
              aria={aria}
              field={field}
              isCompact={ids.length > 0}
              onBrowse={browse}
              onGallery={() => setOpenDialog('gallery')}
              onRecord={() => setOpenDialog('recorder')}
            />
          )}
          <input
            ref={fileChooser}
            hidden
            type="file"
            name={field.name}
            accept={acceptedExtensions(field)}
            multiple={field.max > 1}
            onChange={(event) => {
              void addFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          {openDialog === 'gallery' && (
            <Suspense>
              <GalleryPicker
                field={field}
                remaining={field.max === 1 ? 1 : remaining}
                onPick={addAssets}
                onClose={() => setOpenDialog(null)}
              />
            </Suspense>
          )}
          {openDialog === 'recorder' && (
            <Suspense>
              <Recorder
                field={field}
                onRecorded={(file) => void addFiles([file])}
                onClose={() => setOpenDialog(null)}
              />
            </Suspense>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A copy of the list with the item at `from` moved by a number of positions, but not beyond the ends. */
function moveItem<T>(list: readonly T[], from: number, positions: number): T[] {
  const to = Math.min(Math.max(from + positions, 0), list.length - 1)
  const others = list.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)]
}

/** The `accept` attribute of the file chooser. It doesn't check the content, which the studio does on import. */
const acceptedExtensions = ({ formats }: Pick<FieldOf<'file'>, 'formats'>): string =>
  formats
    .flatMap((format) => [format, ...(OTHER_EXTENSIONS[format] ?? [])])
    .map((extension) => `.${extension}`)
    .join(',')

interface AddFileButtonsProps {
  id: string
  aria: FieldAria
  field: FieldOf<'file'>
  /** Whether the field already has files. */
  isCompact: boolean
  onBrowse: () => void
  onGallery: () => void
  onRecord: () => void
}

/** Buttons to add a file. */
function AddFileButtons({ id, aria, field, isCompact, onBrowse, onGallery, onRecord }: AddFileButtonsProps) {
  const { label } = field
  return (
    <div className={classes(styles.dropZone, isCompact && styles.compactDropZone)}>
      <div className={classes(toolbarStyles.chips, styles.addButtons)}>
        <Button
          {...aria}
          id={id}
          size="small"
          icon={<FolderOpen aria-hidden />}
          aria-label={t('files.choose_for', { label })}
          onClick={onBrowse}
        >
          {t('files.choose')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Images aria-hidden />}
          aria-label={t('files.gallery_for', { label })}
          onClick={onGallery}
        >
          {t('files.gallery')}
        </Button>
        {field.record && (
          <Button size="small" variant="quiet" icon={<Mic aria-hidden />} onClick={onRecord}>
            {t('files.record')}
          </Button>
        )}
      </div>
      {!isCompact && <p className={textStyles.note}>{t('files.drop')}</p>}
    </div>
  )
}
