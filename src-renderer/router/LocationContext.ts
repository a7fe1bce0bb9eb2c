import { createContext } from 'react'
import type { AppLocation } from './route.ts'

/** The place a screen is rendered for, which may follow the window's place a moment later; null outside of screens. */
export const LocationContext = createContext<AppLocation | null>(null)
