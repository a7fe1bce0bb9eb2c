const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Formats JSON with line breaks; other text is returned unchanged. Numbers and the order of fields stay as written: parsing would round
 * large numbers and move integer keys to the front.
 */
export function indentJson(text: string): string {
  try {
    JSON.parse(text)
    let indented = ''
    let indent = ''
    let previous = ''
    for (const [token] of text.matchAll(TOKEN)) {
      const isEnd = token === '}' || token === ']'
      if (isEnd) indent = indent.slice(2)
      // An empty object or array stays on one line.
      if (previous === ',' || isStart(previous) !== isEnd) indented += `\n${indent}`
      indented += token === ':' ? ': ' : token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token
      if (isStart(token)) indent += '  '
      previous = token
    }
    return indented
  } catch {
    return text
  }
}

const isStart = (token: string): boolean => token === '{' || token === '['
