import { formatName } from '../../../src-preload/shared/formatName.ts'
import '../../i18n/lazyTexts.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { fileUrl } from '../../host/fileUrl.ts'
import { call } from '../../host/call.ts'
import { problemOf } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { formatDuration } from '../../lib/format/time.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FoundFacts, ReuseNotes } from '../results/found/FoundFacts.tsx'
import { useReuse } from '../results/found/useReuse.ts'
import { Thumb } from '../thumbs/Thumb.tsx'
import { announceImport, importFiles, importProblemText } from './importRun.ts'
import { type OpenedFile, readOpenedFile } from './readOpenedFile.ts'
import noteStyles from '../../ui/layout/note.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './OpenFileDialog.module.css'

interface Props {
  files: readonly File[]
  onClose: () => void
}

/** Shows an opened file with the parameters found in it. Several files can only be added to the library. */
export function OpenFileDialog({ files, onClose }: Props) {
  const [file] = files
  if (files.length > 1) return <FilesDialog files={files} onClose={onClose} />
  return file && <FileDialog key={`${file.name} ${file.lastModified}`} file={file} onClose={onClose} />
}

function FilesDialog({ files, onClose }: Props) {
  return (
    <Dialog
      size="small"
      title={t('imports.import_files')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void importFiles(files)
            }}
          >
            {t('imports.add_files', { count: files.length })}
          </Button>
        </>
      }
    >
      <p>{t('imports.add_text')}</p>
    </Dialog>
  )
}

function FileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [opened, setOpened] = useState<OpenedFile>()
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    let isCurrent = true
    readOpenedFile(file).then(
      (read) => isCurrent && setOpened(read),
      (error: unknown) => isCurrent && setProblem(problemOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  const found = opened?.found ?? null
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      if (opened?.asset) announceImport(await call('imports.add', { id: opened.asset.id }))
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
    }
    setAdding(false)
  }
  const reuse = useReuse(found, opened?.asset?.kind ?? 'text')
  return (
    <Dialog
      size="large"
      title={file.name}
      onClose={onClose}
      actions={
        <>
          {opened?.asset ? (
            <Button variant={found ? 'plain' : 'primary'} disabled={isAdding} onClick={() => void add()}>
              {t('imports.add')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('common.close')}</Button>
          )}
          {found && (
            <Button
              variant="primary"
              disabled={!reuse}
              onClick={() => {
                onClose()
                void reuse?.run()
              }}
            >
              {t('imports.use')}
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <Failure problem={problem} name={file.name} />
      ) : !opened ? (
        <div className={styles.waiting}>
          <Spinner label={t('imports.reading', { name: file.name })} />
        </div>
      ) : (
        <div className={styles.file}>
          {opened.asset && <Preview asset={opened.asset} name={file.name} />}
          <div className={styles.facts}>
            {found ? (
              <>
                <h3 className={textStyles.label}>
                  {found.program === null ? t('imports.found') : t('imports.by', { program: found.program })}
                </h3>
                <FoundFacts found={found} taskName={found.operation === null ? undefined : reuse?.task} />
                {reuse !== undefined && <ReuseNotes reuse={reuse} onLeave={onClose} />}
              </>
            ) : (
              <div>
                <h3>{t('imports.none')}</h3>
                <p className={textStyles.label}>{t('imports.none_text')}</p>
              </div>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Preview({ asset, name }: { asset: Asset; name: string }) {
  const size = asset.width !== null && asset.height !== null ? `${asset.width} × ${asset.height}` : undefined
  const length = asset.durationMs === null ? undefined : formatDuration(asset.durationMs)
  return (
    <figure className={styles.preview}>
      {asset.kind === 'image' && !hasTooManyPixels(asset) ? (
        <img className={styles.image} src={fileUrl(asset.id)} alt={name} draggable={false} />
      ) : (
        <div className={styles.thumb}>
          <Thumb asset={asset} alt={name} />
        </div>
      )}
      <figcaption className={textStyles.quiet}>
        {[formatName(asset.format), size, length, formatBytes(asset.bytes)].filter(Boolean).join(' · ')}
      </figcaption>
    </figure>
  )
}

function Failure({ problem, name }: { problem: Problem; name: string }) {
  return (
    <p role="alert" className={classes(noteStyles.note, noteStyles.bad)}>
      <CircleAlert aria-hidden />
      <span>
        {problem.code === 'file_missing' ? t('imports.unreadable', { name }) : importProblemText(problem)}
      </span>
    </p>
  )
}
