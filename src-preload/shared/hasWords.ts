/** Whether a label contains every word of a text, ignoring case. */
export function hasWords(label: string, text: string): boolean {
  const lowerLabel = label.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerLabel.includes(word))
}
