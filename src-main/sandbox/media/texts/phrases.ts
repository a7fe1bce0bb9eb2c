/** Parts from which transcripts are composed. */
export const SUBJECTS = [
  'the old lighthouse',
  'our second expedition',
  'the harbour committee',
  'this year’s orchard',
  'the night train',
  'my grandmother’s atlas',
  'the repaired clock',
  'a quiet valley',
  'the weather station',
  'every good map',
  'the ferry crew',
  'the library on the hill',
]
export const VERB_PHRASES = [
  'has stood there longer than anyone remembers',
  'came back with more questions than answers',
  'depends on people who get up before dawn',
  'taught us to look twice',
  'was louder than we had hoped',
  'needs a little patience and a lot of rope',
  'turned out to be two metres too short',
  'kept its promise after all',
  'changes with the light of every season',
  'began as a drawing on a napkin',
]
export const OPENINGS = [
  'So',
  'And then',
  'As I said,',
  'To be honest,',
  'In the end',
  'Funnily enough,',
  'Every morning',
  'Back then',
  'You see,',
  'Well,',
]
export const ENDS = [
  'and nobody wrote it down.',
  'which is why we are here today.',
  'but that is another story.',
  'and the numbers agree.',
  'at least on a clear day.',
  'if you ask the gulls.',
  'and it still works.',
  'more or less.',
]
export const INTERJECTIONS = [
  'Right.',
  'Let me think.',
  'Exactly.',
  'Shall we go on?',
  'Thank you.',
  'That is a good question.',
]

/** Lines of text for images of signs, letters and receipts. */
export const HEADINGS = [
  'HARBOUR MUSEUM',
  'NORTH PIER CAFÉ',
  'Field Notes',
  'RECEIPT',
  'TIMETABLE',
  'Dear Marit,',
]
export const LINES = [
  'Open daily 10:00 – 18:00',
  'Platform 3, change at Elmswood',
  'Two coffees, one slice of plum cake',
  'Wind from the west, visibility good',
  'Keep the gate closed at all times',
  'Total 14.80',
  'Ring twice and wait',
  'High water 06:42 and 19:05',
  'Please return by the 21st',
  'No. 27 · second floor',
  'With kind regards, E. Holm',
]
