/** Applications that only work on documents of their own and pass nothing on: what is done there can be undone there. */
import { type AppIdentity, kindOfApp, squeezeAppName } from './app-names.ts';

/** Names in lower case without blanks and punctuation. None of them runs scripts by itself or sends anything. */
const NAMES: ReadonlySet<string> = new Set(
  'calc localc lowriter loimpress lodraw libreofficecalc libreofficeimpress libreofficedraw libreofficemath libreofficestartcenter sofficebin onlyoffice desktopeditors wpsoffice wps et wpp gnumeric calligrawords calligrasheets gimp gimp210 gimp30 inkscape orginkscapeinkscape krita pinta mypaint drawing karbon scribus dia drawio darktable rawtherapee audacity kdenlive shotcut openshot musescore mscore vlc vlcmediaplayer totem orggnometotem celluloid parole eog eyeofgnome orggnomeeog loupe gwenview ristretto evince orggnomeevince documentviewer imageviewer gnuimagemanipulationprogram okular orgkdeokular atril zathura xreader gnomecalculator orggnomecalculator kcalc galculator calculator gnomeclocks'.split(
    ' ',
  ),
);

/** Lower case. */
const BUNDLES: ReadonlySet<string> = new Set(
  'com.apple.calculator com.apple.quicktimeplayerx com.apple.imovieapp com.apple.garageband10 com.apple.photobooth org.gimp.gimp org.inkscape.inkscape org.kde.krita org.videolan.vlc org.audacityteam.audacity com.adobe.photoshop com.adobe.illustrator com.adobe.indesign com.pixelmatorteam.pixelmator.x com.seriflabs.affinitydesigner2 com.seriflabs.affinityphoto2 com.seriflabs.affinitypublisher2 com.bohemiancoding.sketch3 com.omnigroup.omnigraffle7 com.omnigroup.omnioutliner5 com.jgraph.drawio.desktop'.split(
    ' ',
  ),
);

/** Decides by the bundle identifier if there is one, as the name then proves nothing. */
export function isDocumentApp(who: AppIdentity): boolean {
  const kind = kindOfApp(who, []);
  if (kind !== 'unknown') return kind === 'editor';
  const { app, bundle = '' } = who;
  if (bundle !== '') return BUNDLES.has(bundle.toLowerCase());
  return (
    app !== undefined && (NAMES.has(squeezeAppName(app)) || NAMES.has(squeezeAppName(app.split('.').at(-1) ?? '')))
  );
}
