/** What a tag can't contain: control characters, such as tabs, and separators of lines and paragraphs. */
export const NOT_IN_TAGS = /[\p{Cc}\p{Zl}\p{Zp}]+/u
