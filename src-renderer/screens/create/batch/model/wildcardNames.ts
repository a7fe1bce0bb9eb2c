import type { Values } from '../../../../../src-preload/contract/types/form.ts'

/** Lists the texts of a form ask for, each once. */
export const wildcardNames = (values: Values): string[] => [
  ...new Set(
    Object.values(values).flatMap((value) =>
      typeof value === 'string'
        ? [...value.matchAll(/__([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)__/gu)].map(([, name]) => name ?? '')
        : [],
    ),
  ),
]

/** A file's name as the name of its list. */
export const listName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/u, '')
    .replaceAll(/[^\p{L}\p{N} .-]+/gu, '-')
    .trim() || 'list'
