import { realpath } from 'node:fs/promises'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { readFolderContent, readTargetMarker } from '../../storage/files/libraryFolder.ts'
import { systemErrorCode, toStorageError } from '../../storage/files/storageError.ts'
import { isNested } from './backUpLibrary.ts'

interface TargetOptions {
  kind: 'restore' | 'move'
  /** The folder that is copied. */
  from: string
  /** The target may neither contain one of these folders nor be inside one. */
  mustNotOverlap: readonly string[]
}

/**
 * Checks the folder that a library will be copied to: it is empty, or contains an unfinished copy of the same kind from
 * the same folder. Returns its real path.
 *
 * @throws StudioError `folder_has_library`, `folder_not_empty`, `folder_nested`, `disk_failed`.
 */
export async function checkTargetFolder(
  chosen: string,
  { kind, from, mustNotOverlap }: TargetOptions,
): Promise<string> {
  if ((await readFolderContent(chosen)) === 'missing') throw diskGone()
  try {
    const target = await realpath(chosen)
    for (const other of mustNotOverlap)
      if (isNested(target, await realpath(other)))
        throw new StudioError({ code: libraryErrors.folderNested, money: 'none' })
    const content = await readFolderContent(target)
    if (content === 'library' || content === 'backup')
      throw new StudioError({ code: libraryErrors.folderHasLibrary, money: 'none' })
    const marker = content === 'unfinished' ? readTargetMarker(target) : null
    const isSame = marker?.kind === kind && marker.from === from
    if (content !== 'empty' && !isSame)
      throw new StudioError({ code: libraryErrors.folderNotEmpty, money: 'none' })
    return target
  } catch (error) {
    // The disk of another folder may have been unplugged while this one was chosen.
    throw systemErrorCode(error) === 'ENOENT' ? diskGone() : toStorageError(error, chosen)
  }
}

const diskGone = () =>
  new StudioError({ code: storageErrors.diskFailed, money: 'none', params: { cause: 'ENOENT' } })
