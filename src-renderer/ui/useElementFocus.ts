import { type FocusEvent, useRef } from 'react'
import { isWindowBlur } from './isWindowBlur.ts'

interface Handlers<E extends Element> {
  onFocus: (event: FocusEvent<E>) => void
  onBlur: (event: FocusEvent<E>) => void
}

/**
 * Wraps focus handlers of an element, so that they aren't called while the user visits another window. When the user returns, the browser focuses
 * the active element again.
 */
export function useElementFocus<E extends Element>({ onFocus, onBlur }: Handlers<E>): Handlers<E> {
  const isInOtherWindow = useRef(false)
  return {
    onFocus: (event) => {
      if (!isInOtherWindow.current) onFocus(event)
      isInOtherWindow.current = false
    },
    onBlur: (event) => {
      isInOtherWindow.current = isWindowBlur(event)
      if (!isInOtherWindow.current) onBlur(event)
    },
  }
}
