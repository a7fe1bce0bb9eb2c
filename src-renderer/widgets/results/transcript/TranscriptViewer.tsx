import { MicOff } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ExportMenu } from '../actions/fileActions.tsx'
import { playerHandlers, durationInSeconds, useMedia, type Media, useTime } from '../media/useMedia.ts'
import {
  usePlaybackFailure,
  type PlaybackFailureReason,
  PlaybackFailure,
  PlayerBar,
} from '../media/PlayerBar.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import { EditHistoryBar, useUndoKeys, type Transcript, useTranscript } from '../text/transcriptEdits.tsx'
import { SearchBox, useSearchShortcuts, useSearch } from '../text/SearchBox.tsx'
import { SegmentList } from './SegmentList.tsx'
import { fileUrl } from '../../../host/fileUrl.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import type { Segment, ExportFormat } from '../../../../src-preload/contract/types/text.ts'
import { playerCommands, transcriptCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import textStyles from '../../../ui/layout/text.module.css'
import sheetStyles from '../text/sheet.module.css'
import styles from './TranscriptViewer.module.css'

/** A transcript next to its source media; it can be searched, edited and exported. */
export function TranscriptViewer(props: ViewerProps) {
  const transcript = useTranscript(props.asset.id)
  const { data, error } = transcript
  if (error && !data) return <LoadFailure error={error} onRetry={transcript.reload} />
  if (!data) return <Spinner label={t('common.loading')} />
  return <LoadedTranscript {...props} {...transcript} data={data} />
}

/** Seeking may end this much before the requested time, in seconds. */
const SEEK_TOLERANCE_S = 0.05

type Props = ViewerProps & Transcript & { data: NonNullable<Transcript['data']> }

function LoadedTranscript({ asset, detail, mode, data, saveSegments, undo, redo, revert }: Props) {
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
  const indexAtPosition = useTime(element, (time) => segmentAt(segments, time + SEEK_TOLERANCE_S))
  const spokenIndex = source ? indexAtPosition : -1
  const seek = (time: number) => {
    media.seek(time)
    if (element?.paused) media.toggle()
  }
  const stepTo = (step: 1 | -1) => {
    const start = segments[Math.max(0, spokenIndex + step)]?.start
    if (start !== null && start !== undefined) media.seek(start)
  }
  useShortcuts(mode, viewer, playerCommands, source && playerHandlers(media))
  useSearchShortcuts(mode, viewer, { search, inputRef: searchBox })
  useShortcuts(mode, viewer, transcriptCommands, {
    nextSegment: source && (() => stepTo(1)),
    previousSegment: source && (() => stepTo(-1)),
  })
  useUndoKeys(mode, viewer, { undo, redo })
  const isEmpty = segments.every(({ text }) => text.trim() === '')
  return (
    <div ref={viewer} className={sheetStyles.viewer}>
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
            <SearchBox search={search} inputRef={searchBox} />
            <span className={toolbarStyles.space} />
            <EditHistoryBar isEdited={data.edited} undo={undo} redo={redo} revert={revert} />
            <CopyButton text={transcriptText(segments)} label={t('media.copy_text')} />
            <ExportMenu id={asset.id} formats={exportFormats(segments)} />
          </header>
          {isEmpty ? (
            <EmptyState icon={<MicOff aria-hidden />} title={t('media.no_speech_title')}>
              {t('media.no_speech_text')}
            </EmptyState>
          ) : (
            <SegmentList
              segments={segments}
              spokenIndex={spokenIndex}
              isPlaying={media.isPlaying}
              search={search}
              onSeek={source && !failure ? seek : undefined}
              playback={{
                currentTime: element && !failure ? () => element.currentTime : undefined,
                mediaSeconds: media.duration,
              }}
              onChange={saveSegments}
            />
          )}
        </section>
      </div>
    </div>
  )
}

const isPlayable = ({ kind }: Asset): boolean => kind === 'audio' || kind === 'video'

/** A transcript as plain text: one line per segment, with the speaker when it changes. */
const transcriptText = (segments: readonly Segment[]): string =>
  segments
    .map(({ speaker, text }, index) =>
      speaker !== null && speaker !== segments[index - 1]?.speaker ? `${speaker}: ${text}` : text,
    )
    .join('\n')

const FORMATS: readonly ExportFormat[] = ['txt', 'md', 'srt', 'vtt', 'json']
const SUBTITLES: readonly ExportFormat[] = ['srt', 'vtt']

/** Export formats of a transcript; subtitles are disabled without times. */
function exportFormats(segments: readonly Segment[]): { format: ExportFormat; disabledReason?: string }[] {
  const hasTimes = segments.some(({ start }) => start !== null)
  return FORMATS.map((format) =>
    !hasTimes && SUBTITLES.includes(format) ? { format, disabledReason: t('media.needs_times') } : { format },
  )
}

/**
 * Index of the segment spoken at `time` in seconds, or -1. In a pause it is the previous segment; segments without
 * times are skipped.
 */
export function segmentAt(segments: readonly Pick<Segment, 'start'>[], time: number): number {
  let low = 0
  let high = segments.length - 1
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    const timedIndex = lastTimedIndex(segments, middle, low)
    const start = segments[timedIndex]?.start ?? null
    if (timedIndex === -1 || start === null) low = middle + 1
    else if (start <= time) {
      found = timedIndex
      low = middle + 1
    } else high = timedIndex - 1
  }
  return found
}

/** Index of the last segment with a time between `lowest` and `from`, both included; -1 if there is none. */
function lastTimedIndex(segments: readonly Pick<Segment, 'start'>[], from: number, lowest: number): number {
  for (let index = from; index >= lowest; index--) if (segments[index]?.start !== null) return index
  return -1
}

interface SourceMediaProps {
  asset: Asset
  element: HTMLMediaElement | null
  media: Media
  failure: PlaybackFailureReason | undefined
  onElement: (element: HTMLMediaElement | null) => void
}

/** The video or audio file that a transcript was made from. */
function SourceMedia({ asset, element, media, failure, onElement }: SourceMediaProps) {
  if (failure) return <PlaybackFailure reason={failure} format={asset.format} />
  const src = fileUrl(asset.id)
  const name = asset.name ?? t('media.medium')
  return (
    <section className={classes(panelStyles.lifted, styles.source)} aria-label={t('media.medium')}>
      {asset.kind === 'video' ? (
        // The transcript next to it replaces captions.
        <video
          ref={onElement}
          className={styles.player}
          src={src}
          aria-label={name}
          playsInline
          onClick={media.toggle}
        />
      ) : (
        <audio ref={onElement} src={src} aria-label={name} preload="auto" />
      )}
      <PlayerBar element={element} media={media} />
      {asset.name !== null && (
        <p dir="auto" className={textStyles.note}>
          {asset.name}
        </p>
      )}
    </section>
  )
}
