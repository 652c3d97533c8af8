/** Words of AppleScript: those that only read, name or compare, and those that act. Data; a word on neither list asks. */

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Reading, naming, comparing and the frame of the language. */
export const READING_WORDS: ReadonlySet<string> = wordSet(`
  a about background above after against all an and any app application applications apps are as at attribute attributes
  before beginning behind below beneath beside between boolean boot bottom bounds button buttons but by
  case cell cells character characters class collapsed column columns comes considering contain contained contains contents
  count creation current dark date dates day days default description desktop desktops diacriticals dimensions disk disks
  displayed div document documents does double each eighth element elements enabled end ends equal equals error even every
  exist exists expanded extension false family fifth file files first folder folders following font for format fourth free
  from front frontmost fullscreen get given greater group groups has have height hidden home host hour hours hyphens icon id
  identifier if ignoring in index indicator input integer into is isn't it item items its kind label language last later least left
  less line linefeed lines list lists local localized location long longest me menu message messages middle minimized
  minute minutes missing mod mode modification modified month months more most muted my name names ninth no not now nth
  number numbers of offset on once one only or other others out output over page pages pane panes paragraph paragraphs parent path pid pi
  player playing playlist playlists point position posix preferences process processes project projects properties property
  punctuation quote quoted random ratio real rectangle result return returns right role round row rows running same second seconds
  section selected selection sentence settings seventh short shortest since sixth size sound source space spaces startup state
  status string strings style such tab table tabs tail tenth text than that the their then there third through thru
  time timeout times title titled titles to today toolbar top total track tracks true try type types ui unicode unique unix unless until
  url user value values version visible volume volumes was week weekday weekdays weeks were when where which while white whose
  width window windows with without word words workspace year years zoomed
  monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december
  album artist genre calendar calendars event events reminder reminders person people summary
`);

/** Words for people's content and windows: a script that asks an application for them asks, although the language itself uses the words, too. */
export const CONTENT_WORDS: ReadonlySet<string> = wordSet(`
  attribute attributes character characters contents description event events line lines message messages paragraph paragraphs
  people person properties property reminder reminders selection sentence source string strings summary text value values word words
`);

/** Commands of the language and of common applications; they ask even when a script uses them as variables. */
export const ACTING_WORDS: ReadonlySet<string> = wordSet(`
  abort add archive attach authorize automator back beep bounce call cancel check choose clean clear click clipboard close commit
  compile compose compress confirm connect copy create crop cut deactivate decode decrement decrypt define delete deliver
  dial disable disconnect dismiss display do drag drop duplicate eject empty enable encrypt erase eval execute export extract
  fetch finish force forward framework hide import increment install invoke javascript join keychain keystroke kill
  load lock logout mail make mark maximize merge mount move new next notify objc open osascript password passwords paste
  pause perform pick play playpause plugin post press previous print prompt purge push put quit raise read rebuild recompile record
  redirect redo refresh reload remove rename reopen replace reply report reset reshuffle resize restart restore resume reveal rewind run save say
  schedule script scripting search secret secrets select send shell show shuffle shut shutdown sign sleep speak start stop store submit
  subscribe summarize switch sync synchronize system terminate token trash undo unlock unmount unsubscribe update upgrade upload use using
  wait wake write zap zip
`);
