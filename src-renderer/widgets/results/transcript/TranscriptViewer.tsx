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
import { usePlaybackFailure } from '../media/usePlaybackFailure.ts'
import { useMedia } from '../media/useMedia.ts'
import { useTime } from '../media/useTime.ts'
import { useKeys } from '../useKeys.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import { EditedBar } from './EditedBar.tsx'
import { exportFormats } from './exportFormats.ts'
import { SourceMedia } from './SourceMedia.tsx'
import { SearchBox } from './SearchBox.tsx'
import { segmentAt } from './segmentAt.ts'
import { SegmentList } from './SegmentList.tsx'
import toolbarStyles from '../../../ui/toolbar.module.css'
import panelStyles from '../../../ui/panel.module.css'
import sheetStyles from '../sheet.module.css'
import styles from './TranscriptViewer.module.css'
import { useSearch } from './useSearch.ts'
import { type Transcript, useTranscript } from './useTranscript.ts'
import { useUndoKeys } from './useUndoKeys.ts'
import { transcriptText } from './transcriptText.ts'

/** A transcript next to its source media; it can be searched, edited and exported. */
export function TranscriptViewer(props: ViewerProps) {
  const transcript = useTranscript(props.asset.id)
  const { data, error } = transcript
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return <LoadedTranscript {...props} {...transcript} data={data} />
}

type Props = ViewerProps & Transcript & { data: NonNullable<Transcript['data']> }

function LoadedTranscript({ asset, detail, place, data, change, undo, redo, revert }: Props) {
  const viewer = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const [element, setElement] = useState<HTMLMediaElement | null>(null)
  const source = detail.inputs.find((input) => isPlayable(input.asset))?.asset
  const media = useMedia(element, source ? durationInSeconds(source) : null)
  const failure = usePlaybackFailure(element, source?.id ?? '')
  // A plain text is shown as one segment without times.
  const hasSegments = data.segments.length > 0
  const segments = useMemo(
    () => (hasSegments ? data.segments : [{ start: null, end: null, speaker: null, text: data.text }]),
    [hasSegments, data],
  )
  const search = useSearch(useMemo(() => segments.map(({ text }) => text), [segments]))
  // Seeking may end slightly before the requested time.
  const spokenInMedia = useTime(element, (time) => segmentAt(segments, time + 0.05))
  const spoken = source ? spokenInMedia : -1
  const seek = (time: number) => {
    media.seek(time)
    if (element?.paused) media.toggle()
  }
  const stepTo = (step: 1 | -1) => {
    const start = segments[Math.max(0, spoken + step)]?.start
    if (start !== null && start !== undefined) media.seek(start)
  }
  useKeys(place, viewer, {
    ...(source ? mediaKeys(media) : {}),
    '/': () => searchBox.current?.focus(),
    n: () => search.step(1),
    p: () => search.step(-1),
    ArrowDown: source && (() => stepTo(1)),
    ArrowUp: source && (() => stepTo(-1)),
  })
  useUndoKeys(viewer, { undo, redo })
  const isEmpty = segments.every(({ text }) => text.trim() === '')
  return (
    <div ref={viewer} className={styles.viewer}>
      <div className={classes(sheetStyles.columns, source && styles[source.kind])}>
        {source && (
          <SourceMedia
            asset={source}
            element={element}
            media={media}
            failure={failure}
            onElement={setElement}
          />
        )}
        <section
          className={classes(panelStyles.lifted, sheetStyles.sheet, styles.sheet)}
          aria-label={t('media.transcript')}
        >
          <header className={classes(toolbarStyles.chips, sheetStyles.head)}>
            <SearchBox search={search} boxRef={searchBox} />
            <span className={toolbarStyles.space} />
            <EditedBar edited={data.edited} undo={undo} redo={redo} revert={revert} />
            <CopyButton text={transcriptText(segments)} label={t('media.copy_text')} />
            <ExportMenu id={asset.id} formats={exportFormats(segments)} />
          </header>
          {isEmpty ? (
            <EmptyState icon={<MicOff aria-hidden />} title={t('media.no_words_title')}>
              {t('media.no_words')}
            </EmptyState>
          ) : (
            <SegmentList
              segments={segments}
              spokenIndex={spoken}
              playing={media.playing}
              search={search}
              onSeek={source && !failure ? seek : undefined}
              playback={{
                currentTime: element && !failure ? () => element.currentTime : undefined,
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

const isPlayable = ({ kind }: Asset): boolean => kind === 'audio' || kind === 'video'
