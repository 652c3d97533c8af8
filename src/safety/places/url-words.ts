/** Words in the addresses of ordinary pages that carry no data. */

/** Words in paths, in subdomains, and as names of query parameters. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `www web app apps api docs doc help support blog blogs news shop store mail email calendar drive maps map photos play music podcasts
   mobile old new beta static cdn my accounts account dashboard console developer developers dev community forum forums wiki status
   index home main start page pages post posts article articles story stories topic topics tag tags category categories section sections
   search find results result query search_query keyword keywords term watch video videos channel channels playlist playlists live embed
   user users profile profiles people person group groups company companies team teams about contact faq terms privacy legal imprint
   product products item items list lists collection collections catalog catalogue browse explore discover trending popular top latest
   recent best all archive archives gallery image images img photo media file files asset assets pdf html htm php asp aspx jsp
   settings preferences options notifications messages inbox feed timeline events event
   issues issue pull pulls commits commit tree blob blame raw wiki releases release actions branches branch
   en de fr es it pt nl pl ru ja zh ko lang language locale region country
   dir place directions origin destination travelmode api name title text type kind format view mode sort order filter from until since
   date day week month year time page limit offset size width height start end first last prev next id ids ref
   org com net info weather forecast sports business world politics science technology health culture travel`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
