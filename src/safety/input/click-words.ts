/** Names of buttons that buy, send, delete or allow: data, several languages, in any case. Whole words. */

export const ACTING_CLICK_WORDS: readonly string[] = [
  // English
  `buy purchase pay order checkout subscribe unsubscribe donate bid reserve rent transfer withdraw deposit redeem sell invest
   send submit post publish share tweet retweet repost invite call dial
   delete remove erase discard trash destroy wipe clear reset format uninstall purge revoke terminate deactivate disable unfriend block leave
   confirm approve accept agree allow authorize authorise grant permit trust enable activate proceed consent sign unlock continue anyway apply
   install update upgrade download run execute restart reboot shutdown logout overwrite replace merge deploy push commit pair join
   login signin signup register`,
  // German
  `kaufen bezahlen zahlen bestellen abonnieren spenden buchen reservieren mieten überweisen abheben einzahlen einlösen verkaufen
   senden absenden abschicken verschicken posten veröffentlichen teilen einladen anrufen
   löschen entfernen verwerfen leeren zurücksetzen formatieren deinstallieren widerrufen kündigen stornieren deaktivieren blockieren verlassen abbestellen
   bestätigen genehmigen akzeptieren annehmen zustimmen erlauben zulassen autorisieren gewähren vertrauen aktivieren fortfahren unterschreiben entsperren anwenden
   installieren aktualisieren herunterladen ausführen neustarten herunterfahren abmelden anmelden registrieren überschreiben ersetzen koppeln beitreten`,
  // French
  `acheter payer commander réserver louer virer rembourser vendre abonner souscrire envoyer publier partager transférer inviter appeler poster
   supprimer effacer enlever retirer vider réinitialiser formater désinstaller révoquer résilier désactiver bloquer
   confirmer approuver accepter autoriser permettre valider activer continuer signer déverrouiller appliquer
   installer télécharger exécuter redémarrer éteindre déconnecter remplacer écraser rejoindre`,
  // Spanish
  `comprar pagar pedir ordenar suscribir suscribirse reservar alquilar transferir retirar depositar canjear vender donar
   enviar publicar compartir invitar llamar eliminar borrar quitar suprimir vaciar restablecer formatear desinstalar revocar desactivar bloquear
   confirmar aprobar aceptar permitir autorizar conceder activar continuar firmar desbloquear aplicar
   instalar actualizar descargar ejecutar reiniciar apagar desconectar reemplazar sobrescribir unirse`,
  // Italian
  `acquista acquistare compra comprare paga pagare ordina ordinare abbonati prenota prenotare noleggia trasferisci preleva vendi dona
   invia inviare pubblica pubblicare condividi condividere inoltra invita chiama
   elimina eliminare cancella cancellare rimuovi rimuovere svuota ripristina formatta disinstalla revoca disattiva blocca
   conferma confermare approva approvare accetta accettare consenti autorizza concedi attiva continua firma sblocca applica
   installa aggiorna scarica esegui riavvia spegni disconnetti sostituisci sovrascrivi unisciti`,
  // Portuguese
  `encomendar assinar subscrever alugar levantar sacar doar compartilhar partilhar encaminhar convidar
   excluir apagar remover esvaziar redefinir formatar desinstalar desativar aprovar aceitar ativar baixar executar desligar substituir`,
  // Dutch
  `kopen betalen bestellen abonneren boeken reserveren huren overmaken verkopen doneren verzenden versturen verstuur plaatsen publiceren delen doorsturen uitnodigen bellen
   verwijderen verwijder wissen wis legen formatteren intrekken deactiveren blokkeren verlaten
   bevestigen bevestig goedkeuren accepteren toestaan machtigen verlenen activeren doorgaan ondertekenen ontgrendelen toepassen
   installeren installeer bijwerken downloaden uitvoeren uitloggen inloggen vervangen`,
  // Swedish, Danish, Norwegian
  `köp köpa betala beställ beställa prenumerera överför sälj skicka publicera radera återställ avinstallera återkalla inaktivera blockera lämna bekräfta godkänn acceptera tillåt aktivera fortsätt installera uppdatera ersätt
   køb betal bestil abonner overfør sælg offentliggør slet fjern nulstil afinstaller tilbagekald deaktiver bloker bekræft godkend accepter tillad aktiver fortsæt installer opdater erstat
   kjøp bestill selg publiser slett tilbakestill avinstaller blokker bekreft godkjenn aksepter tillat aktiver fortsett oppdater`,
  // Polish, Czech
  `kup zapłać zamów subskrybuj zarezerwuj przelej sprzedaj wyślij opublikuj udostępnij zaproś zadzwoń usuń skasuj opróżnij zresetuj sformatuj odinstaluj odwołaj wyłącz zablokuj opuść potwierdź zatwierdź zaakceptuj akceptuj zezwól autoryzuj włącz kontynuuj zainstaluj zaktualizuj pobierz uruchom wyloguj zaloguj zastąp
   koupit zaplatit objednat odeslat odstranit smazat vymazat odinstalovat potvrdit schválit přijmout povolit pokračovat nainstalovat aktualizovat stáhnout spustit`,
  // Turkish
  `öde sipariş gönder yayınla paylaş kaldır boşalt sıfırla onayla etkinleştir yükle çalıştır değiştir`,
  // Russian, Ukrainian
  `купить оплатить заказать подписаться забронировать перевести продать отправить опубликовать поделиться пригласить позвонить удалить стереть очистить сбросить отозвать отключить заблокировать выйти подтвердить одобрить принять разрешить включить продолжить применить установить обновить скачать загрузить запустить войти заменить
   купити сплатити замовити підписатися надіслати опублікувати поділитися видалити очистити скинути вимкнути заблокувати вийти підтвердити схвалити прийняти дозволити увімкнути продовжити встановити оновити завантажити запустити замінити`,
];

/** Several words that belong together; in any place of the name. */
export const ACTING_CLICK_PHRASES: readonly string[] = [
  'check out',
  'sign out',
  'sign in',
  'sign up',
  'log out',
  'log in',
  'log off',
  'shut down',
  'turn off',
  'turn on',
  'move to bin',
  'empty bin',
  'force quit',
  'don t save',
  'do not save',
  'add to cart',
  'add to basket',
  'book now',
  'one click',
  'make payment',
  'hang up',
  'take control',
  'remote control',
  'full access',
  'screen recording',
  'i understand',
  'go ahead',
  'sell now',
  'cancel subscription',
  'cancel order',
  'cancel booking',
  'cancel membership',
  'cancel plan',
  'close account',
  'end session',
  'drop table',
  'save changes',
  'save and close',
  'reply all',
  'zur kasse',
  'in den warenkorb',
  'in den papierkorb',
  'nicht sichern',
  'nicht speichern',
  'sofort beenden',
  'voller zugriff',
  'se deconnecter',
  'se connecter',
  's inscrire',
  'ne pas enregistrer',
  'mettre a jour',
  'forcer a quitter',
  'ajouter au panier',
  'cerrar sesion',
  'iniciar sesion',
  'no guardar',
  'forzar salida',
  'anadir al carrito',
  'agregar al carrito',
  'satin al',
  'izin ver',
  'kabul et',
  'ta bort',
  'sign here',
];

/** Answers that mean yes when they are the whole name. */
export const YES_NAMES: readonly string[] = [
  'yes',
  'ok',
  'okay',
  'ja',
  'oui',
  'si',
  'sim',
  'tak',
  'evet',
  'tamam',
  'sil',
  'da',
  'да',
  'так',
  'はい',
  '是',
  '好',
  '확인',
  '예',
];

/** Languages without blanks between words: a part of the name is enough. */
export const ACTING_CLICK_PARTS: readonly string[] = [
  '购买',
  '購買',
  '付款',
  '支付',
  '下单',
  '下單',
  '订购',
  '訂購',
  '结账',
  '結帳',
  '发送',
  '發送',
  '提交',
  '发布',
  '發佈',
  '分享',
  '删除',
  '刪除',
  '移除',
  '清空',
  '清除',
  '卸载',
  '解除安裝',
  '确认',
  '確認',
  '确定',
  '確定',
  '同意',
  '允许',
  '允許',
  '授权',
  '授權',
  '安装',
  '安裝',
  '接受',
  '注销',
  '登出',
  '转账',
  '轉帳',
  '購入',
  '買う',
  '支払',
  '注文',
  '送信',
  '投稿',
  '公開',
  '共有',
  '削除',
  '消去',
  '空にする',
  'アンインストール',
  '承認',
  '許可',
  '同意',
  'インストール',
  'ログアウト',
  '送金',
  '実行',
  '保存しない',
  '続ける',
  '구매',
  '결제',
  '주문',
  '보내기',
  '전송',
  '게시',
  '공유',
  '삭제',
  '제거',
  '비우기',
  '확인',
  '승인',
  '허용',
  '동의',
  '설치',
  '로그아웃',
  '송금',
  '실행',
  'حذف',
  'إرسال',
  'ارسال',
  'شراء',
  'دفع',
  'تأكيد',
  'موافق',
  'السماح',
  'تثبيت',
  'נא לאשר',
  'מחק',
  'שלח',
  'קנה',
  'שלם',
  'אשר',
  'התקן',
  'हटाएं',
  'भेजें',
  'खरीदें',
  'भुगतान',
  'पुष्टि',
  'अनुमति',
  'ลบ',
  'ส่ง',
  'ซื้อ',
  'ชำระ',
  'ยืนยัน',
  'อนุญาต',
  'ติดตั้ง',
];
