/** The text if it is a relative URL such as `/results/a.png`, otherwise null. */
export const relativeUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > 8192 || /\s|\\|^[a-z][a-z0-9+.-]*:/i.test(text)) return null
  const url = URL.parse(text, 'https://service.invalid/')
  return url && !url.username && !url.password && /^(\/|\.{1,2}\/|[^/]+[/.])/.test(text) ? text : null
}
