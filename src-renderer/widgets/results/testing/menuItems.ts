import { screen } from '@testing-library/react'

/** All entries of the open menu. A test's page keeps what floats hidden, so their roles are asked for as such. */
export const menuItems = (): Promise<HTMLElement[]> => screen.findAllByRole('menuitem', { hidden: true })

/** The entry of the open menu that has these words. */
export async function menuItem(words: string): Promise<HTMLElement> {
  const item = (await menuItems()).find(({ textContent }) => textContent?.includes(words))
  if (item === undefined) throw new Error(`The menu has no ${words}`)
  return item
}
