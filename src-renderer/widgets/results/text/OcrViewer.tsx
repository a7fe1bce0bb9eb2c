import { MAX_EDITED_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { directionOf } from '../../../lib/directionOf.ts'
import { ImageOff, ScanText, Pencil } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../i18n/t.ts'
import { useSaveOnClose } from '../../../lib/useSaveOnClose.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ExportMenu } from '../actions/fileActions.tsx'
import { ZoomableImage } from '../image/ZoomableImage.tsx'
import { EditHistoryBar, useUndoKeys, type Transcript, useTranscript } from './transcriptEdits.tsx'
import {
  SearchBox,
  useScrollToMatch,
  useSearchShortcuts,
  useSearch,
  HighlightedText,
  type Search,
} from './SearchBox.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { JsonText } from './TextViewer.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import sheetStyles from './sheet.module.css'
import { useBrokenImage } from '../image/useBrokenImage.ts'
import styles from './OcrViewer.module.css'

const FORMATS = [{ format: 'txt' }, { format: 'md' }, { format: 'json' }] as const

/** Text recognized in an image, next to that image; it can be searched, edited and exported. */
export function OcrViewer(props: ViewerProps) {
  const transcript = useTranscript(props.asset.id)
  const { data, error } = transcript
  if (error && !data) return <LoadFailure error={error} onRetry={transcript.reload} />
  if (!data) return <Spinner label={t('common.loading')} />
  return <LoadedText {...props} {...transcript} data={data} />
}

type Props = ViewerProps & Transcript & { data: NonNullable<Transcript['data']> }

function LoadedText({ asset, detail, mode, data, saveText, undo, redo, revert }: Props) {
  const viewer = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const [isBroken, onError] = useBrokenImage()
  const [isJsonShown, setJsonShown] = useState(false)
  // Here, so that it stays while the JSON is shown.
  const [draft, setDraft] = useState<Draft>()
  const image = detail.inputs.find((input) => input.asset.kind === 'image')?.asset
  const { text } = data
  const search = useSearch(useMemo(() => [text], [text]))
  useSearchShortcuts(mode, viewer, { search, inputRef: searchBox })
  useScrollToMatch(viewer, search.current)
  useUndoKeys(mode, viewer, { undo, redo })
  useSaveOnClose(() => {
    const unsaved = unsavedText(draft, text)
    if (unsaved !== undefined) saveText(unsaved)
  })
  return (
    <div ref={viewer} className={sheetStyles.viewer}>
      <div className={classes(sheetStyles.columns, image && styles.withImage)}>
        {image && (
          <section className={styles.image} aria-label={t('media.read_from')}>
            {isBroken ? (
              <EmptyState small icon={<ImageOff aria-hidden />} title={t('viewers.image_broken')}>
                {t('viewers.image_broken_text')}
              </EmptyState>
            ) : (
              <ZoomableImage
                asset={image}
                mode={mode}
                alt={image.name ?? t('media.read_from')}
                onError={onError}
              />
            )}
          </section>
        )}
        <section
          className={classes(panelStyles.lifted, sheetStyles.sheet, styles.sheet)}
          aria-label={t('media.text')}
        >
          <header className={classes(toolbarStyles.chips, sheetStyles.head)}>
            <SearchBox search={search} inputRef={searchBox} />
            <span className={toolbarStyles.space} />
            <EditHistoryBar isEdited={data.edited} undo={undo} redo={redo} revert={revert} />
            {asset.format === 'json' && (
              <Button
                size="small"
                variant="quiet"
                aria-pressed={isJsonShown}
                onClick={() => setJsonShown(!isJsonShown)}
              >
                {t('media.format_json')}
              </Button>
            )}
            <CopyButton text={text} label={t('media.copy_text')} />
            <ExportMenu id={asset.id} formats={FORMATS} />
          </header>
          {isJsonShown ? (
            <JsonText id={asset.id} />
          ) : text.trim() === '' ? (
            <EmptyState icon={<ScanText aria-hidden />} title={t('media.nothing_read_title')}>
              {t('media.nothing_read')}
            </EmptyState>
          ) : (
            <EditableText
              text={text}
              search={search}
              draft={draft}
              onDraftChange={setDraft}
              onSave={saveText}
            />
          )}
        </section>
      </div>
    </div>
  )
}

/** A text being edited. */
interface Draft {
  /** Undefined while nothing is changed: the editor follows the text, which can be restored or corrected elsewhere meanwhile. */
  typed?: string
}

const unsavedText = (draft: Draft | undefined, text: string): string | undefined =>
  draft?.typed === text ? undefined : draft?.typed

interface EditableTextProps {
  text: string
  search: Search
  /** Undefined if the text isn't edited. */
  draft: Draft | undefined
  onDraftChange: (draft: Draft | undefined) => void
  onSave: (text: string) => void
}

/** A text that can be edited. */
function EditableText({ text, search, draft, onDraftChange, onSave }: EditableTextProps) {
  const editButton = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    flushSync(() => onDraftChange(undefined))
    editButton.current?.focus()
  }
  const { current } = search
  if (draft)
    return (
      <div dir="auto" className={classes(sheetStyles.text, styles.text)}>
        <TextEditor
          text={draft.typed ?? text}
          onTextChange={(typed) => onDraftChange(typed === text ? {} : { typed })}
          onCancel={stopEditing}
          onSave={() => {
            stopEditing()
            const unsaved = unsavedText(draft, text)
            if (unsaved !== undefined) onSave(unsaved)
          }}
        />
      </div>
    )
  return (
    // A scrollable element must be reachable by keyboard.
    <div dir="auto" className={classes(sheetStyles.text, styles.text)} tabIndex={0}>
      <p>
        <HighlightedText
          text={text}
          marks={search.matches.map((match) => (match === current ? { ...match, isCurrent: true } : match))}
        />
      </p>
      <Button
        ref={editButton}
        size="small"
        variant="quiet"
        icon={<Pencil aria-hidden />}
        onClick={() => onDraftChange({})}
      >
        {t('media.edit_text')}
      </Button>
    </div>
  )
}

interface TextEditorProps {
  text: string
  onTextChange: (text: string) => void
  onSave: () => void
  onCancel: () => void
}

/** Editor of a plain text. Ctrl/Cmd+Enter saves, Escape cancels. */
function TextEditor({ text, onTextChange, onSave, onCancel }: TextEditorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape and Enter also end an IME composition.
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={fieldStyles.field} data-editor>
      <textarea
        dir={directionOf(text)}
        ref={focus}
        className={fieldStyles.control}
        aria-label={t('media.text')}
        maxLength={MAX_EDITED_TEXT_LENGTH}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={toolbarStyles.actions}>
        <Button size="small" variant="primary" onClick={onSave}>
          {t('media.save_text')}
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}

const focus = (area: HTMLTextAreaElement | null) => area?.focus()
