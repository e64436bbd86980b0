// Names of time zones allowed in parsed times, with their offsets from UTC.
// Source: pact-time, Format/Internal.hs (timeZoneParser); section 3.5.

/** Minutes by which local time is ahead of UTC, and the zones with this offset. */
const zonesByOffset: readonly (readonly [minutes: number, names: string])[] = [
  [0, 'TAI UT1 ZULU Z WET UTC UT GMT'],
  [60, 'WETDST SWT SET NOR MEZ MEWT MET FST DNT CET BST'],
  [120, 'SST METDST MEST IST FWT EET CETDST CEST BDST'],
  [180, 'HMT EETDST EAT BT'],
  [210, 'IT IRT'],
  [240, 'SCT RET MUT'],
  [270, 'AFT'],
  [300, 'TFT MVT IOT'],
  [360, 'MAWT ALMT'],
  [390, 'MMT'],
  [420, 'WAST CXT ALMST'],
  [450, 'JT'],
  [480, 'WST WADT CCT AWST'],
  [510, 'MT'],
  [540, 'WDT MHT KST JST AWSST'],
  [570, 'SAST CAST'],
  [600, 'LIGT GST EAST AEST'],
  [630, 'SADT CADT ACSST'],
  [660, 'AESST'],
  [720, 'NZT NZST IDLE'],
  [780, 'NZDT'],
  [-60, 'WAT FNST'],
  [-120, 'FNT BRST'],
  [-150, 'NDT'],
  [-180, 'BRT AWT ADT'],
  [-210, 'NST NFT'],
  [-240, 'EDT AST ACST'],
  [-300, 'EST CDT ACT'],
  [-360, 'MDT CST'],
  [-420, 'PDT MST'],
  [-480, 'YDT PST AKDT'],
  [-540, 'YST HDT AKST'],
  [-570, 'MART'],
  [-600, 'HST CAT AHST'],
  [-660, 'NT'],
  [-720, 'IDLW'],
];

export type TimeZone = { readonly name: string; readonly minutes: number };

/** Longer names come first, so that `ZULU` is not read as `Z`. */
export const timeZones: readonly TimeZone[] = zonesByOffset
  .flatMap(([minutes, names]) => names.split(' ').map((name) => ({ name, minutes })))
  .sort((left, right) => right.name.length - left.name.length);
