import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { showMessageBox } from './handleQuit.ts'

const QUESTION: MessageBoxOptions = {
  type: 'question',
  title: 'Easel',
  message: 'Let Easel use the microphone?',
  detail:
    'Easel records only while you record a voice, and keeps the recording in this library. You can change your answer in Settings → Library.',
  buttons: ['Allow', 'Don’t allow'],
  defaultId: 1,
  cancelId: 1,
}

/** Asks the user whether the page may use the microphone, in a dialog of the system. */
export const askForMicrophone = async (window: BrowserWindow): Promise<boolean> =>
  (await showMessageBox(window, QUESTION)).response === 0
