import type { FieldOf } from '../../../src-preload/contract/types/form.ts'

interface FileTarget {
  field: FieldOf<'file'>
  addFiles: (files: readonly File[]) => Promise<void>
}

/** The file fields on screen, by name, as targets of drops and pastes. */
const targets = new Map<string, FileTarget>()

export function registerFileTarget(target: FileTarget): () => void {
  targets.set(target.field.name, target)
  return () => {
    if (targets.get(target.field.name) === target) targets.delete(target.field.name)
  }
}

export const targetByName = (name: string | undefined): FileTarget | undefined =>
  name === undefined ? undefined : targets.get(name)

/**
 * The first field on screen that accepts one of these MIME types; all accept types other than media, text and JSON. With a dialog open, only
 * fields in the topmost one count, because the form behind it can't be used.
 */
export function targetForTypes(types: readonly string[]): FileTarget | undefined {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const inOrder = [...scope.querySelectorAll<HTMLElement>('[data-file-field]')].flatMap(
    ({ dataset }) => targetByName(dataset['fileField']) ?? [],
  )
  return inOrder.find(({ field }) => types.some((type) => acceptsType(field, type)))
}

const acceptsType = ({ media }: FieldOf<'file'>, type: string): boolean => {
  // A sidecar is JSON.
  const kind = type === 'application/json' ? 'text' : type.split('/')[0]
  return (
    !['image', 'video', 'audio', 'text'].includes(kind ?? '') ||
    media.some((kindOfField) => kindOfField === kind)
  )
}
