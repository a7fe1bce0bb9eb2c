/** The text when it is one whole http(s) address without a user name in it, else null. */
export const webUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value.trim())) return null
  const text = value.trim()
  if (text.length > 8192 || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : text
}
