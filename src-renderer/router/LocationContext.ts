import { createContext } from 'react'
import type { AppLocation } from './route.ts'

/** The location a screen is rendered for, which may lag behind the window's; null outside of screens. */
export const LocationContext = createContext<AppLocation | null>(null)
