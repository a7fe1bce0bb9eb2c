/** The text if it is an absolute http(s) URL without credentials, otherwise null. */
export const webUrl = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > 8192 || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : text
}
