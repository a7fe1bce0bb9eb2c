import { useEffect } from 'react'
import type { FieldOf, Values } from '../../../../../src-preload/contract/types/form.ts'
import { nearestSize } from '../../../../../src-preload/shared/values/nearestSize.ts'
import { useApiQuery } from '../../../../host/useApiQuery.ts'
import { Chip } from '../../../../ui/buttons/Chip.tsx'
import { draftStore } from '../../../../widgets/forms/draftStore.ts'
import { idsOf } from '../../../../widgets/forms/formValues.ts'
import { useForm } from '../../model/useForm.ts'

/** In pixels. */
export interface Size {
  width: number
  height: number
}

interface Props {
  field: FieldOf<'size'>
  size: Size | null
}

/**
 * Gives the result the aspect ratio of the image in the followed field, at about the default area, until the user
 * enters a size. A click on its chip restores that aspect ratio.
 */
export function FollowedSize({ field, size }: Props) {
  const { form } = useForm()
  const source = form.fields.find(({ name }) => name === field.follows)
  const value = draftStore((draft) => draft.values[form.operation]?.[source?.name ?? ''])
  // Without a record of the user's entries, the size counts as entered by the user and is kept.
  const isEntered = draftStore((draft) => {
    const entered = draft.entered[form.operation]
    return !entered || 'width' in entered || 'height' in entered
  })
  const [id] = idsOf(value)
  const { data, isError } = useApiQuery('library.asset', { id: id ?? '' }, { enabled: id !== undefined })
  const image = id === undefined ? undefined : data?.asset
  const defaultSize = sizeOf(form.defaults)
  const followed = image && defaultSize && sizeLike(field, image, defaultSize)
  const isImageKnown = id === undefined || image !== undefined || isError
  const target = followed ?? defaultSize
  const { width, height } = target ?? {}
  const isOutdated = isImageKnown && !isEntered && (size?.width !== width || size?.height !== height)
  useEffect(() => {
    if (isOutdated && width !== undefined && height !== undefined)
      draftStore.getState().setValues({ width, height }, { edit: 'choice', isDerived: true })
  }, [isOutdated, width, height])
  if (!followed || !source) return null
  return (
    <Chip
      pressed={size?.width === followed.width && size.height === followed.height}
      onClick={() => draftStore.getState().setValues({ ...followed }, { edit: 'choice', isDerived: true })}
    >
      {source.label}
    </Chip>
  )
}

function sizeOf({ width, height }: Values): Size | undefined {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined
}

/** The allowed size with the aspect ratio of an image and about the area of `defaultSize`. */
function sizeLike(
  field: FieldOf<'size'>,
  { width, height }: { width: number | null; height: number | null },
  defaultSize: Size,
): Size | undefined {
  if (!width || !height || field.width.fixed !== undefined || field.height.fixed !== undefined)
    return undefined
  return nearestSize(field, width / height, defaultSize.width * defaultSize.height) ?? undefined
}
