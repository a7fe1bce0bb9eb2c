/** The neighbor to show when a job leaves the list: the older one, else the newer. */
export const nextAfter = <T extends { id: string }>(list: readonly T[], id: string): T | undefined => {
  const index = list.findIndex((item) => item.id === id)
  return index === -1 ? undefined : (list[index + 1] ?? list[index - 1])
}
