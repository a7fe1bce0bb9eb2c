import { screen } from '@testing-library/react'

/** All items of the open menu. jsdom treats popovers as hidden, so the query includes hidden elements. */
export const menuItems = (): Promise<HTMLElement[]> => screen.findAllByRole('menuitem', { hidden: true })

/** The item of the open menu that contains a text. */
export async function menuItem(text: string): Promise<HTMLElement> {
  const item = (await menuItems()).find(({ textContent }) => textContent?.includes(text))
  if (item === undefined) throw new Error(`The menu has no ${text}`)
  return item
}
