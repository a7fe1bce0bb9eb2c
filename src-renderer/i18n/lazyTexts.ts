import { lazyTexts } from './en/lazyTexts.ts'
import { addTexts } from './t.ts'

// Imported for its side effect by screens that load after the first one, so that their texts load with them.
addTexts(lazyTexts)
