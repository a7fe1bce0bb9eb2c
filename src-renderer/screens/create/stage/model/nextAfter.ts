/** The neighbor to show when a job leaves the list: the older one, else the newer. */
export const nextAfter = <T extends { id: string }>(list: readonly T[], id: string): T | undefined => {
  const at = list.findIndex((item) => item.id === id)
  return at === -1 ? undefined : (list[at + 1] ?? list[at - 1])
}
