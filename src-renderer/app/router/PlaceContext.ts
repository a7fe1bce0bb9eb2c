import { createContext } from 'react'
import type { Place } from './route.ts'

/** The place a screen is shown for, which may follow the window's own a moment later; null outside of screens. */
export const PlaceContext = createContext<Place | null>(null)
