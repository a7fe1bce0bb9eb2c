import type { Segment } from '../../../src-preload/contract/types/text.ts'

/** What would begin a list, a heading or a quote at the start of a line, and marks anywhere in it. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`)
    .replaceAll(/^([ \t]*)([#+-])/gm, String.raw`$1\$2`)
    .replaceAll(/^([ \t]*\d+)([.)])/gm, String.raw`$1\$2`)

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = whole >= 3600 ? parts : parts.slice(1)
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** A transcript as Markdown: its title, then a paragraph per segment with its time and speaker. */
export function writeMarkdown(title: string, segments: readonly Segment[]): string {
  const paragraphs = segments.map(({ start, speaker, text }) => {
    const time = start === null ? '' : `\`${clock(start)}\` `
    const name = speaker === null ? '' : `**${escaped(speaker)}:** `
    return `${time}${name}${escaped(text).replaceAll('\n', '  \n')}`
  })
  return `${[`# ${escaped(title.replaceAll(/\s+/g, ' ').trim()) || 'Transcript'}`, ...paragraphs].join('\n\n')}\n`
}
