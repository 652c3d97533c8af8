/** Applications that show another computer's screen: keys go there, and the clipboard here is not its own. */

/** By X11's WM_CLASS. */
const REMOTE_CLASSES =
  /remmina|freerdp|rdesktop|krdc|vncviewer|tigervnc|realvnc|vinagre|gnome-connections|org\.gnome\.connections|virt-viewer|remote-viewer|virt-manager|spicy|qemu|virtualbox|vmware|x2goclient|nxplayer|anydesk|teamviewer|rustdesk|moonlight|looking-glass/i;
/** By a Mac's bundle identifier. */
const REMOTE_BUNDLES =
  /^(?:com\.apple\.ScreenSharing|com\.microsoft\.rdc\.|com\.realvnc\.|com\.tigervnc\.|com\.utmapp\.|com\.parallels\.desktop|com\.vmware\.fusion|org\.virtualbox\.|com\.teamviewer\.|com\.philandro\.anydesk|com\.carriez\.rustdesk|com\.citrix\.|com\.jump(?:desktop)?\.|com\.p5sys\.jump|com\.edovia\.|com\.moonlight-stream\.|tv\.parsec\.|com\.nomachine\.|com\.splashtop\.)/i;

/** `app` and `bundle` as `FrontWindow` has them. */
export function isRemoteApp(app: string, bundle = ''): boolean {
  return bundle === '' ? REMOTE_CLASSES.test(app) : REMOTE_BUNDLES.test(bundle);
}
