import type { Values } from '../../../../../src-preload/contract/types/form.ts'

/** Unique names of wildcard lists used in the texts of a form. */
export const wildcardNames = (values: Values): string[] => [
  ...new Set(
    Object.values(values).flatMap((value) =>
      typeof value === 'string'
        ? [...value.matchAll(/__([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)__/gu)].map(([, name]) => name ?? '')
        : [],
    ),
  ),
]

/** Derives a list's name from its file name. */
export const listName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/u, '')
    .replaceAll(/[^\p{L}\p{N} .-]+/gu, '-')
    .trim() || 'list'
