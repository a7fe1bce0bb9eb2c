/** Wraps text into at most `lines` lines of `width`; longer text ends with an ellipsis. */
export function wrapText(
  words: string,
  width: number,
  lines: number,
  measure: (text: string) => number,
): string[] {
  const done: string[] = []
  let line = ''
  for (const word of words.trim().split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') done.push(line)
    line = word
    while (measure(line) > width && line.length > 1 && done.length < lines) {
      const part = fitting(line, width, measure)
      done.push(part)
      line = line.slice(part.length)
    }
    if (done.length > lines) break
  }
  if (line !== '') done.push(line)
  if (done.length <= lines) return done
  const last = `${done[lines - 1] ?? ''} ${done[lines] ?? ''}`.trim()
  return [...done.slice(0, lines - 1), shortened(last, width, measure)]
}

/** The longest prefix that fits; at least one character. */
function fitting(text: string, width: number, measure: (text: string) => number): string {
  let end = text.length
  while (end > 1 && measure(text.slice(0, end)) > width) end--
  return text.slice(0, end)
}

function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(`${text}…`) <= width) return `${text}…`
  return `${fitting(text, width - measure('…'), measure).trimEnd()}…`
}
