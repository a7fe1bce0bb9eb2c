/** Maximum number of texts per job: the vectors of so many are a response of about three megabytes. */
const MAX_TEXTS = 200
/** Tokens besides the text itself: its beginning, its end, and one for its first space. */
const EXTRA_TOKENS = 3

/**
 * Splits texts into jobs. A text has at most as many tokens as bytes in UTF-8, because tokenizers split unknown characters into bytes. So no
 * job exceeds the model's limit, which only the service can count exactly.
 */
export function splitTexts(texts: readonly string[], maxTokens: number): string[][] {
  const jobs: string[][] = []
  let tokens = Infinity
  for (const text of texts) {
    const needed = Buffer.byteLength(text) + EXTRA_TOKENS
    const last = jobs.at(-1)
    if (last && last.length < MAX_TEXTS && tokens + needed <= maxTokens) {
      last.push(text)
      tokens += needed
    } else {
      jobs.push([text])
      tokens = needed
    }
  }
  return jobs
}

/** The maximum size of a text in bytes, if each byte may be a token. */
export const maxBytesOf = (maxTokens: number): number => Math.max(1, maxTokens - EXTRA_TOKENS)
