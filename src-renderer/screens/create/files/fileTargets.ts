import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'

interface Target {
  field: FieldOf<'file'>
  take: (files: readonly File[]) => Promise<void>
}

/** The file fields on screen, in the order of the form: where a drop anywhere, or a paste, can go. */
const targets = new Map<string, Target>()

export function offerTarget(target: Target): () => void {
  targets.set(target.field.name, target)
  return () => {
    if (targets.get(target.field.name) === target) targets.delete(target.field.name)
  }
}

export const targetNamed = (name: string | undefined): Target | undefined =>
  name === undefined ? undefined : targets.get(name)

/** The first field on screen, by its place, that takes one of these types; a type the system does not tell may be anything. */
export function targetFor(types: readonly string[]): Target | undefined {
  const inOrder = [...document.querySelectorAll<HTMLElement>('[data-file-field]')].flatMap(
    ({ dataset }) => targetNamed(dataset['fileField']) ?? [],
  )
  return inOrder.find(({ field }) => types.some((type) => takesType(field, type)))
}

const takesType = ({ media }: FieldOf<'file'>, type: string): boolean => {
  const [kind] = type.split('/')
  return !['image', 'video', 'audio', 'text'].includes(kind ?? '') || media.some((one) => one === kind)
}
