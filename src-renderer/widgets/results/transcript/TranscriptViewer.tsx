import { MicOff } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ExportMenu } from '../ExportMenu.tsx'
import { mediaKeys } from '../media/mediaKeys.ts'
import { durationInSeconds } from '../media/durationInSeconds.ts'
import { useFailure } from '../media/useFailure.ts'
import { useMedia } from '../media/useMedia.ts'
import { useTime } from '../media/useTime.ts'
import { useKeys } from '../useKeys.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import { EditedBar } from './EditedBar.tsx'
import { exportFormats } from './exportFormats.ts'
import { Medium } from './Medium.tsx'
import { SearchBox } from './SearchBox.tsx'
import { segmentAt } from './segmentAt.ts'
import { SegmentList } from './SegmentList.tsx'
import toolbarStyles from '../../../ui/toolbar.module.css'
import panelStyles from '../../../ui/panel.module.css'
import sheetStyles from '../sheet.module.css'
import styles from './TranscriptViewer.module.css'
import { useSearch } from './useSearch.ts'
import { type TranscriptOf, useTranscript } from './useTranscript.ts'
import { useUndoKeys } from './useUndoKeys.ts'
import { wholeText } from './wholeText.ts'

/** What was spoken: segments with their times beside the medium, searched, corrected, taken elsewhere. */
export function TranscriptViewer(props: ViewerProps) {
  const transcript = useTranscript(props.asset.id)
  const { data, error } = transcript
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return <Words {...props} {...transcript} data={data} />
}

type Props = ViewerProps & TranscriptOf & { data: NonNullable<TranscriptOf['data']> }

function Words({ asset, detail, place, data, change, undo, redo, revert }: Props) {
  const whole = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [element, setElement] = useState<HTMLMediaElement | null>(null)
  const source = detail.inputs.find((input) => isMedium(input.asset))?.asset
  const media = useMedia(element, source ? durationInSeconds(source) : null)
  const failure = useFailure(element, source?.id ?? '')
  // A text without segments is one without a time.
  const timed = data.segments.length > 0
  const segments = useMemo(
    () => (timed ? data.segments : [{ start: null, end: null, speaker: null, text: data.text }]),
    [timed, data],
  )
  const search = useSearch(useMemo(() => segments.map(({ text }) => text), [segments]))
  // Seeking lands a little before what was asked for.
  const at = useTime(element, (time) => segmentAt(segments, time + 0.05))
  const spoken = source ? at : -1
  const seek = (time: number) => {
    media.seek(time)
    if (element?.paused) media.toggle()
  }
  const to = (by: 1 | -1) => {
    const start = segments[Math.max(0, spoken + by)]?.start
    if (start !== null && start !== undefined) media.seek(start)
  }
  useKeys(place, whole, {
    ...(source ? mediaKeys(media) : {}),
    '/': () => box.current?.focus(),
    n: () => search.step(1),
    p: () => search.step(-1),
    ArrowDown: source && (() => to(1)),
    ArrowUp: source && (() => to(-1)),
  })
  useUndoKeys(whole, { undo, redo })
  const empty = segments.every(({ text }) => text.trim() === '')
  return (
    <div ref={whole} className={styles.whole}>
      <div className={classes(sheetStyles.columns, source && styles[source.kind])}>
        {source && (
          <Medium asset={source} element={element} media={media} failure={failure} onElement={setElement} />
        )}
        <section
          className={classes(panelStyles.lifted, sheetStyles.sheet, styles.sheet)}
          aria-label={t('media.transcript')}
        >
          <header className={classes(toolbarStyles.chips, sheetStyles.head)}>
            <SearchBox search={search} boxRef={box} />
            <span className={toolbarStyles.space} />
            <EditedBar edited={data.edited} undo={undo} redo={redo} revert={revert} />
            <CopyButton text={wholeText(segments)} label={t('media.copy_text')} />
            <ExportMenu id={asset.id} formats={exportFormats(segments)} />
          </header>
          {empty ? (
            <EmptyState icon={<MicOff aria-hidden />} title={t('media.no_words_title')}>
              {t('media.no_words')}
            </EmptyState>
          ) : (
            <SegmentList
              segments={segments}
              spoken={spoken}
              playing={media.playing}
              search={search}
              onSeek={source && !failure ? seek : undefined}
              clock={{
                now: element && !failure ? () => element.currentTime : undefined,
                duration: media.duration,
              }}
              onChange={change}
            />
          )}
        </section>
      </div>
    </div>
  )
}

const isMedium = ({ kind }: Asset): boolean => kind === 'audio' || kind === 'video'
