/** A press of a character key on some keyboard layout. */
interface LayoutPress {
  key: string
  code: string
  shiftKey: boolean
  isAltGraph: boolean
}

interface Rows {
  plain: string
  shifted: string
  /** By code. */
  altGraph?: Readonly<Record<string, string>>
}

/** The character keys of a US keyboard, row by row. */
const CODES = [
  'Backquote',
  ...Array.from('1234567890', (digit) => `Digit${digit}`),
  'Minus',
  'Equal',
  ...Array.from('QWERTYUIOP', (letter) => `Key${letter}`),
  'BracketLeft',
  'BracketRight',
  'Backslash',
  ...Array.from('ASDFGHJKL', (letter) => `Key${letter}`),
  'Semicolon',
  'Quote',
  ...Array.from('ZXCVBNM', (letter) => `Key${letter}`),
  'Comma',
  'Period',
  'Slash',
]

/** What each key types, in the order of `CODES`; `Dead` is a key that types an accent for the next letter. */
const LAYOUTS = {
  US: {
    plain: "` 1 2 3 4 5 6 7 8 9 0 - = q w e r t y u i o p [ ] \\ a s d f g h j k l ; ' z x c v b n m , . /",
    shifted: '~ ! @ # $ % ^ & * ( ) _ + Q W E R T Y U I O P { } | A S D F G H J K L : " Z X C V B N M < > ?',
  },
  Dvorak: {
    plain: "` 1 2 3 4 5 6 7 8 9 0 [ ] ' , . p y f g c r l / = \\ a o e u i d h t n s - ; q j k x b m w v z",
    shifted: '~ ! @ # $ % ^ & * ( ) { } " < > P Y F G C R L ? + | A O E U I D H T N S _ : Q J K X B M W V Z',
  },
  French: {
    plain:
      '² & é " \' ( - è _ ç à ) = a z e r t y u i o p Dead $ * q s d f g h j k l m ù w x c v b n , ; : !',
    shifted:
      '~ 1 2 3 4 5 6 7 8 9 0 ° + A Z E R T Y U I O P Dead £ µ Q S D F G H J K L M % W X C V B N ? . / §',
    altGraph: { Digit5: '[', Minus: ']', Digit0: '@', KeyE: '€', Digit6: '|' },
  },
  German: {
    plain:
      'Dead 1 2 3 4 5 6 7 8 9 0 ß Dead q w e r t z u i o p ü + # a s d f g h j k l ö ä y x c v b n m , . -',
    shifted:
      '° ! " § $ % & / ( ) = ? Dead Q W E R T Z U I O P Ü * \' A S D F G H J K L Ö Ä Y X C V B N M ; : _',
    altGraph: { Digit8: '[', Digit9: ']', KeyQ: '@', KeyE: '€', KeyM: 'µ', Digit2: '²', KeyS: 'ſ' },
  },
  Russian: {
    plain: 'ё 1 2 3 4 5 6 7 8 9 0 - = й ц у к е н г ш щ з х ъ \\ ф ы в а п р о л д ж э я ч с м и т ь б ю .',
    shifted: 'Ё ! " № ; % : ? * ( ) _ + Й Ц У К Е Н Г Ш Щ З Х Ъ / Ф Ы В А П Р О Л Д Ж Э Я Ч С М И Т Ь Б Ю ,',
  },
  Greek: {
    plain:
      "` 1 2 3 4 5 6 7 8 9 0 - = ; ς ε ρ τ υ θ ι ο π [ ] \\ α σ δ φ γ η ξ κ λ Dead ' ζ χ ψ ω β ν μ , . /",
    shifted:
      '~ ! @ # $ % ^ & * ( ) _ + : Dead Ε Ρ Τ Υ Θ Ι Ο Π { } | Α Σ Δ Φ Γ Η Ξ Κ Λ Dead " Ζ Χ Ψ Ω Β Ν Μ < > ?',
  },
  Hebrew: {
    plain: "; 1 2 3 4 5 6 7 8 9 0 - = / ' ק ר א ט ו ן ם פ ] [ \\ ש ד ג כ ע י ח ל ך ף , ז ס ב ה נ מ צ ת ץ .",
    shifted: '~ ! @ # $ % ^ & * ) ( _ + Q W E R T Y U I O P } { | A S D F G H J K L : " Z X C V B N M > < ?',
  },
  Arabic: {
    plain: 'ذ 1 2 3 4 5 6 7 8 9 0 - = ض ص ث ق ف غ ع ه خ ح ج د \\ ش س ي ب ل ا ت ن م ك ط ئ ء ؤ ر لا ى ة و ز ظ',
    shifted: 'ّ ! @ # $ % ^ & * ) ( _ + َ ً ُ ٌ لإ إ ‘ ÷ × ؛ < > | ِ ٍ ] [ لأ أ ـ ، / : " ~ ْ } { لآ آ ’ , . ؟',
  },
  Persian: {
    plain: '‍ ۱ ۲ ۳ ۴ ۵ ۶ ۷ ۸ ۹ ۰ - = ض ص ث ق ف غ ع ه خ ح ج چ \\ ش س ی ب ل ا ت ن م ک گ ظ ط ز ر ذ د پ و . /',
    shifted: '÷ ! ٬ ٫ ﷼ ٪ × ، * ) ( ـ + ْ ٌ ٍ ً ُ ِ َ ّ ] [ } { | ؤ ئ ي إ أ آ ة » « : ؛ ك ٓ ژ ٰ ‌ ٔ ء < > ؟',
  },
  Korean: {
    plain:
      "₩ 1 2 3 4 5 6 7 8 9 0 - = ㅂ ㅈ ㄷ ㄱ ㅅ ㅛ ㅕ ㅑ ㅐ ㅔ [ ] \\ ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ ; ' ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ , . /",
    shifted:
      '~ ! @ # $ % ^ & * ( ) _ + ㅃ ㅉ ㄸ ㄲ ㅆ ㅛ ㅕ ㅑ ㅒ ㅖ { } | ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ : " ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ < > ?',
  },
  Thai: {
    plain: '_ ๅ / - ภ ถ ุ ึ ค ต จ ข ช ๆ ไ ำ พ ะ ั ี ร น ย บ ล ฃ ฟ ห ก ด เ ้ ่ า ส ว ง ผ ป แ อ ิ ื ท ม ใ ฝ',
    shifted: '% + ๑ ๒ ๓ ๔ ู ฿ ๕ ๖ ๗ ๘ ๙ ๐ " ฎ ฑ ธ ํ ๊ ณ ฯ ญ ฐ , ฅ ฤ ฆ ฏ โ ฌ ็ ๋ ษ ศ ซ . ( ) ฉ ฮ ฺ ์ ? ฒ ฬ ฦ',
  },
  Hindi: {
    plain: 'ॊ १ २ ३ ४ ५ ६ ७ ८ ९ ० - ृ ौ ै ा ी ू ब ह ग द ज ड ़ ॉ ो े ् ि ु प र क त च ट ॆ ं म न व ल स , . य',
    shifted:
      'ऒ ऍ ॅ ्र र् ज्ञ त्र क्ष श्र ( ) ः ऋ औ ऐ आ ई ऊ भ ङ घ ध झ ढ ञ ऑ ओ ए अ इ उ फ ऱ ख थ छ ठ ऎ ँ ण ऩ ऴ ळ श ष । य़',
  },
  Czech: {
    plain:
      '; + ě š č ř ž ý á í é = Dead q w e r t z u i o p ú ) Dead a s d f g h j k l ů § y x c v b n m , . -',
    shifted:
      'Dead 1 2 3 4 5 6 7 8 9 0 % Dead Q W E R T Z U I O P / ( \' A S D F G H J K L " ! Y X C V B N M ? : _',
    altGraph: { KeyF: '[', KeyG: ']', KeyE: '€', KeyX: '#' },
  },
} as const satisfies Record<string, Rows>

export type LayoutName = keyof typeof LAYOUTS
export const layoutNames = Object.keys(LAYOUTS).filter((name): name is LayoutName => name in LAYOUTS)

/** Every press of a character key on a layout. */
export function layoutPresses(name: LayoutName): LayoutPress[] {
  const { plain, shifted, altGraph = {} }: Rows = LAYOUTS[name]
  const presses = (row: string, shiftKey: boolean) =>
    row.split(' ').map((key, index) => ({ key, code: CODES[index] ?? '', shiftKey, isAltGraph: false }))
  const all = [...presses(plain, false), ...presses(shifted, true)]
  if (all.length !== 2 * CODES.length) throw new Error(`${name} has ${all.length} keys`)
  const typed = Object.entries(altGraph).map(([code, key]) => ({
    key,
    code,
    shiftKey: false,
    isAltGraph: true,
  }))
  return [...all, ...typed]
}
