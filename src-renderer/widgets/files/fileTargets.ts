import type { FieldOf } from '../../../src-preload/contract/types/form.ts'
import { isUnderDialog } from '../../ui/overlays/Dialog.tsx'

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

/** The field of an element that has one; undefined under a dialog, where it can't be used. */
const targetOf = (element: HTMLElement): FileTarget | undefined =>
  isUnderDialog(element) ? undefined : targets.get(element.dataset['fileField'] ?? '')

/** The field on which files are dropped or pasted. */
export function targetAt(target: EventTarget | null): FileTarget | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-file-field]') : null
  return element ? targetOf(element) : undefined
}

/** The first usable field that accepts one of these MIME types; all accept types other than media, text and JSON. */
export function targetForTypes(types: readonly string[]): FileTarget | undefined {
  const inOrder = [...document.querySelectorAll<HTMLElement>('[data-file-field]')].flatMap(
    (element) => targetOf(element) ?? [],
  )
  return inOrder.find(({ field }) => types.some((type) => acceptsType(field, type)))
}

const acceptsType = ({ media }: FieldOf<'file'>, type: string): boolean => {
  // No field takes text, so JSON is read for its parameters, as a sidecar.
  const kind = type === 'application/json' ? 'text' : type.split('/')[0]
  return (
    !['image', 'video', 'audio', 'text'].includes(kind ?? '') ||
    media.some((kindOfField) => kindOfField === kind)
  )
}
