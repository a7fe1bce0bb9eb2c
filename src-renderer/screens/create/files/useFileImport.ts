import { useRef, useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { storeFile } from '../../../host/storeFile.ts'
import { t } from '../../../i18n/t.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fillTranscript } from '../../../widgets/forms/fillTranscript.ts'
import { idsOf } from '../../../widgets/forms/formValues.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { formatByteLimit, formatBytes } from '../../../lib/format/bytes.ts'
import { toasts } from '../../../lib/toasts.ts'
import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { formatNames, refusalText } from './fileText.ts'
import { useIsUnmounted } from '../../../lib/useIsUnmounted.ts'

export interface PendingImport {
  key: number
  name: string
  bytes: number
}

interface FileImport {
  /** Files being imported into the library. */
  pending: PendingImport[]
  /** Why files of the last import, and of those that overlapped it, were rejected. */
  rejection: string | undefined
  addFiles: (files: readonly File[]) => Promise<void>
  /** Adds files that are already in the library, e.g. from the gallery picker, and clears the rejection message. */
  addAssets: (ids: readonly string[]) => void
  /** Replaces the field's files with others from the library, each listed once, and clears the rejection message. */
  setFiles: (ids: string[]) => void
}

/** The last key given to an import; keys are unique in this window. */
let lastKey = 0

/**
 * Imports files into a field of the draft, each checked and stored by the studio first. If the user switches to another
 * task meanwhile, the files are still added to the original draft, and a toast says which ones were rejected.
 */
export function useFileImport(operation: string, field: FieldOf<'file'>): FileImport {
  const [pending, setPending] = useState<PendingImport[]>([])
  const [rejections, setRejections] = useState<readonly string[]>([])
  /** The number of files being imported, which take up room in the field; known before the next render. */
  const pendingCount = useRef(0)
  const isUnmounted = useIsUnmounted()

  const currentIds = () => idsOf(draftStore.getState().values[operation]?.[field.name])
  /** Updates the transcript of the file in another field. Must be called before the file changes to `after`. */
  const updateTranscript = (after: string | undefined) => {
    const { transcriptField } = field
    if (transcriptField === undefined || field.max !== 1) return
    void fillTranscript({ operation, field: transcriptField, before: currentIds()[0], after })
  }
  const addToField = (ids: readonly string[]) => {
    const newIds = ids.filter((id) => field.max === 1 || !currentIds().includes(id))
    const next = field.max === 1 ? newIds.slice(-1) : [...currentIds(), ...newIds].slice(0, field.max)
    if (newIds.length === 0) return
    updateTranscript(next[0])
    draftStore.getState().setValues({ [field.name]: next }, { edit: 'choice', operation })
    draftStore.getState().touch(field.name)
  }

  const importFile = async (file: File): Promise<string | undefined> => {
    const localRejection = await rejectionOfFile(field, file)
    if (localRejection) return localRejection
    try {
      const asset = await storeFile(file)
      const assetRejection = rejectionOfAsset(field, asset, file.name)
      if (!assetRejection) addToField([asset.id])
      return assetRejection
    } catch (error) {
      return refusalText(problemOf(error), file.name)
    }
  }

  const addFiles = async (files: readonly File[]) => {
    if (pendingCount.current === 0) setRejections([])
    const capacity = field.max === 1 ? 1 : field.max - currentIds().length - pendingCount.current
    const accepted = files.slice(0, Math.max(0, capacity))
    const newPending = accepted.map(({ name, size }) => ({ key: ++lastKey, name, bytes: size }))
    pendingCount.current += accepted.length
    setPending((current) => [...current, ...newPending])
    const messages: string[] = []
    for (const [index, file] of accepted.entries()) {
      const message = await importFile(file)
      if (message) messages.push(message)
      pendingCount.current--
      setPending((current) => current.filter(({ key }) => key !== newPending[index]?.key))
    }
    if (files.length > accepted.length)
      messages.push(t('files.too_many', { count: files.length - accepted.length, max: field.max }))
    if (messages.length === 0) return
    if (isUnmounted.current) toasts.getState().show({ text: messages.join(' '), tone: 'error' })
    else setRejections((current) => [...current, ...messages])
  }

  const addAssets = (ids: readonly string[]) => {
    setRejections([])
    addToField(ids)
  }

  const setFiles = (ids: string[]) => {
    setRejections([])
    updateTranscript(ids[0])
    draftStore.getState().setValues({ [field.name]: [...new Set(ids)] }, { edit: 'choice', operation })
  }
  const rejection = rejections.length > 0 ? rejections.join(' ') : undefined
  return { pending, rejection, addFiles, addAssets, setFiles }
}

type FileField = FieldOf<'file'>

/** Why a file can't be added; undefined if no reason is known before the upload. */
async function rejectionOfFile(field: FileField, file: File): Promise<string | undefined> {
  const { name, size } = file
  try {
    // Reading a deleted file or a folder fails. A deleted file may report size 0, so an empty one is read entirely.
    await (size === 0 ? file : file.slice(0, 1)).arrayBuffer()
  } catch {
    return t('files.unreadable', { name })
  }
  if (size === 0) return t('files.no_bytes', { name })
  const { maxBytes } = field
  if (maxBytes === undefined || size <= maxBytes) return undefined
  return t('files.too_large', { name, actual: formatBytes(size), max: formatByteLimit(maxBytes) })
}

/** Why an asset's kind or format is not accepted by the field. Its dimensions are checked by the studio. */
export function rejectionOfAsset(
  field: FileField,
  asset: Pick<Asset, 'kind' | 'format'>,
  name: string,
): string | undefined {
  if (field.media.some((kind) => kind === asset.kind) && field.formats.includes(asset.format))
    return undefined
  const what = t(`files.what_${asset.kind === 'other' ? 'unknown' : asset.kind}`, {
    format: formatName(asset.format),
  })
  return t('files.wrong_kind', { name, what, formats: formatNames(field.formats) })
}
