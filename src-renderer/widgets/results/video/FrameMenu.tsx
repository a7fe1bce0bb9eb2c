import { ArrowRight, Camera, Forward, ImageDown } from 'lucide-react'
import { useState, Fragment } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { openFormWithAsset, groupUses } from '../actions/formActions.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { fileUrl, readFile } from '../../../host/fileUrl.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { storeFile } from '../../../host/storeFile.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { readFrame } from '../../thumbs/readFrame.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './VideoViewer.module.css'

/**
 * Menu that captures a frame of a video as an image: the current one, the last one, or the last one as the start of the
 * next video.
 */
export function FrameMenu({ detail, currentTime }: { detail: AssetDetail; currentTime: () => number }) {
  const { isCapturing, capture } = useFrameCapture(detail)
  const [capturedFrame, setCapturedFrame] = useState<Asset>()
  const captureAndShow = async (time: number | 'last') => setCapturedFrame(await capture(time))
  const continueVideo = async () => {
    const frame = await capture('last')
    if (!frame) return
    try {
      const { uses } = await call('library.uses', { id: frame.id })
      const next = uses.find(({ field, available }) => field === 'first_frame_image' && available)
      if (next) return openFormWithAsset(next, frame.id)
      toasts.getState().show({ text: t('media.no_next_video') })
    } catch (error) {
      showProblem(error)
    }
    setCapturedFrame(frame)
  }
  return (
    <>
      <Menu
        label={t('media.frames')}
        side="top-end"
        items={[
          {
            label: t('media.take_frame'),
            icon: <Camera aria-hidden />,
            onSelect: () => void captureAndShow(currentTime()),
          },
          {
            label: t('media.take_last'),
            icon: <ImageDown aria-hidden />,
            onSelect: () => void captureAndShow('last'),
          },
          { label: t('media.go_on'), icon: <Forward aria-hidden />, onSelect: () => void continueVideo() },
        ]}
        trigger={(aria) => (
          <IconButton
            {...aria}
            label={t('media.frames')}
            icon={<Camera aria-hidden />}
            disabled={isCapturing}
          />
        )}
      />
      {capturedFrame && <FrameDialog frame={capturedFrame} onClose={() => setCapturedFrame(undefined)} />}
    </>
  )
}

/** Shows a captured frame and the tasks that accept it. */
function FrameDialog({ frame, onClose }: { frame: Asset; onClose: () => void }) {
  return (
    <Dialog size="small" title={t('media.frame_taken')} onClose={onClose}>
      <div className={fieldStyles.form}>
        <img className={styles.frame} src={fileUrl(frame.id)} alt={t('media.frame')} />
        <p className={textStyles.label}>{t('media.frame_saved')}</p>
        <UsesList id={frame.id} onUsed={onClose} />
      </div>
    </Dialog>
  )
}

/** File name of a frame: the video's name and the frame's time. */
const frameFileName = ({ fileName }: AssetDetail, time: number | 'last'): string => {
  const stem =
    fileName
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? 'video'
  return `${stem} ${time === 'last' ? 'last frame' : `${time.toFixed(2)} s`}.png`
}

/** Captures a frame of a video as an input linked to that video. Shows failures in a toast. */
function useFrameCapture(detail: AssetDetail): {
  isCapturing: boolean
  capture: (time: number | 'last') => Promise<Asset | undefined>
} {
  const [isCapturing, setCapturing] = useState(false)
  const { asset } = detail
  const capture = async (time: number | 'last') => {
    setCapturing(true)
    try {
      const video = await readFile(asset.id)
      const png = await readFrame(video, { at: time, type: 'image/png' })
      const file = new File([png], frameFileName(detail, time), { type: 'image/png' })
      return await storeFile(file, { sourceId: asset.id })
    } catch (error) {
      showProblem(error)
      return undefined
    } finally {
      setCapturing(false)
    }
  }
  return { isCapturing, capture }
}

/** The tasks that accept an asset, grouped by their output; tasks without a model are disabled. */
function UsesList({ id, onUsed }: { id: string; onUsed?: () => void }) {
  const { data, error } = useApiQuery('library.uses', { id })
  if (error && !data) return <p className={textStyles.note}>{problemMessage(problemOf(error)).summary}</p>
  if (!data) return <Skeleton height={96} />
  if (data.uses.length === 0) return <p className={textStyles.note}>{t('media.no_uses')}</p>
  return (
    <div className={styles.list}>
      {groupUses(data.uses).map(({ group, uses }) => (
        <Fragment key={group}>
          <h3 className={classes(textStyles.quiet, styles.group)}>{t(`media.group_${group}`)}</h3>
          <ul>
            {uses.map((use) => (
              <li key={`${use.operation} ${use.field}`}>
                <button
                  type="button"
                  className={classes(rowStyles.clickable, styles.use)}
                  disabled={!use.available}
                  onClick={() => {
                    openFormWithAsset(use, id)
                    onUsed?.()
                  }}
                >
                  <span dir="auto" className={styles.name}>
                    {use.operationName}
                  </span>
                  <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate)}>
                    {use.available ? use.fieldLabel : t('media.no_model')}
                  </span>
                  <ArrowRight aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}
