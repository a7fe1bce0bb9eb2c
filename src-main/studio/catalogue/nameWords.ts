/** The name of an entry nobody has a label for, in words: `frames_per_second` is "Frames per second". */
export function nameWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
