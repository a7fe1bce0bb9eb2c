import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component has been removed, for work that ends later. */
export function useIsUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => void (isUnmounted.current = true)
  }, [])
  return isUnmounted
}
