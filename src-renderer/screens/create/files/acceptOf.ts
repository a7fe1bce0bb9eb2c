import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'

/** Other extensions of the same formats. */
const OTHER_EXTENSIONS: Record<string, readonly string[]> = {
  jpg: ['jpeg'],
  mpeg: ['mpg'],
  mov: ['qt'],
  ogg: ['oga', 'ogv', 'opus'],
}

/** The `accept` list of the file chooser; the bytes are checked later. */
export const acceptOf = ({ formats }: Pick<FieldOf<'file'>, 'formats'>): string =>
  formats
    .flatMap((format) => [format, ...(OTHER_EXTENSIONS[format] ?? [])])
    .map((extension) => `.${extension}`)
    .join(',')
