import { ImageOff, ScanText } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ExportMenu } from '../ExportMenu.tsx'
import { ZoomPicture } from '../image/ZoomPicture.tsx'
import { EditedBar } from '../transcript/EditedBar.tsx'
import { SearchBox } from '../transcript/SearchBox.tsx'
import { useSearch } from '../transcript/useSearch.ts'
import { type TranscriptOf, useTranscript } from '../transcript/useTranscript.ts'
import { useUndoKeys } from '../transcript/useUndoKeys.ts'
import { useKeys } from '../useKeys.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { JsonText } from './JsonText.tsx'
import { ReadText } from './ReadText.tsx'
import toolbarStyles from '../../../ui/toolbar.module.css'
import panelStyles from '../../../ui/panel.module.css'
import sheetStyles from '../sheet.module.css'
import styles from './OcrViewer.module.css'

const FORMATS = [{ format: 'txt' }, { format: 'md' }, { format: 'json' }] as const

/** Text read from an image, beside that image: compared, corrected, copied, taken elsewhere. */
export function OcrViewer(props: ViewerProps) {
  const read = useTranscript(props.asset.id)
  const { data, error } = read
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return <Words {...props} {...read} data={data} />
}

type Props = ViewerProps & TranscriptOf & { data: NonNullable<TranscriptOf['data']> }

function Words({ asset, detail, place, data, write, undo, redo, revert }: Props) {
  const whole = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [broken, setBroken] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const picture = detail.inputs.find((input) => input.asset.kind === 'image')?.asset
  const { text } = data
  const search = useSearch(useMemo(() => [text], [text]))
  useKeys(place, whole, {
    '/': () => box.current?.focus(),
    n: () => search.step(1),
    p: () => search.step(-1),
  })
  useUndoKeys(whole, { undo, redo })
  return (
    <div ref={whole} className={styles.whole}>
      <div className={classes(sheetStyles.columns, picture && styles.beside)}>
        {picture && (
          <section className={styles.picture} aria-label={t('media.read_from')}>
            {broken ? (
              <EmptyState small icon={<ImageOff aria-hidden />} title={t('viewers.picture_broken')}>
                {t('viewers.picture_broken_words')}
              </EmptyState>
            ) : (
              <ZoomPicture
                asset={picture}
                place={place}
                alt={picture.name ?? t('media.read_from')}
                onBroken={() => setBroken(true)}
              />
            )}
          </section>
        )}
        <section
          className={classes(panelStyles.lifted, sheetStyles.sheet, styles.sheet)}
          aria-label={t('media.text')}
        >
          <header className={classes(toolbarStyles.chips, sheetStyles.head)}>
            <SearchBox search={search} boxRef={box} />
            <span className={toolbarStyles.space} />
            <EditedBar edited={data.edited} undo={undo} redo={redo} revert={revert} />
            {asset.format === 'json' && (
              <Button size="small" look="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
                {t('media.format_json')}
              </Button>
            )}
            <CopyButton text={text} label={t('media.copy_text')} />
            <ExportMenu id={asset.id} formats={FORMATS} />
          </header>
          {asJson ? (
            <JsonText id={asset.id} />
          ) : text.trim() === '' ? (
            <EmptyState icon={<ScanText aria-hidden />} title={t('media.nothing_read_title')}>
              {t('media.nothing_read')}
            </EmptyState>
          ) : (
            <ReadText text={text} search={search} onSave={write} />
          )}
        </section>
      </div>
    </div>
  )
}
