import { lookUp } from '../../i18n/t.ts'

/** A field's name for people: the dictionary's, else the name itself in words. */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return lookUp(`viewers.field_${name}`) ?? words.charAt(0).toUpperCase() + words.slice(1)
}
