/** Other file extensions of a format, whose own name is its usual one. */
export const OTHER_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jfif'],
  mp4: ['m4v'],
  mpeg: ['mpg'],
  mov: ['qt'],
  ogg: ['oga', 'ogv', 'opus'],
}
