/** Secrets on the command lines of other programs, which everybody's process list shows: hidden in what a reader of the machine prints. */

/** Ends of the names of options and variables whose value is a secret. */
const NAMED =
  'pass(?:word|wd|phrase|code)?|[-_]pwd|secret|token|(?:api|access|account|auth|encryption|master|private|secret|session|shared|signing)[-_]?key|authorization|credentials?|bearer|[-_](?:pat|jwt)';
/** Between a name and its value: `=x`, `: "x`, ` => x`, ` x`; then the word of a scheme, or the option that `sshpass` takes. */
const BETWEEN = String.raw`["']?(?:[ \t]{0,20}=>[ \t]?|[=:][ \t]?["']?|[ \t]+["']?)(?:(?:bearer|basic|token)[ \t]+|-p[ \t]?)?`;
/** Places of a command line that may hold a secret: after an option or a variable with such a name, in an address, after `-u name:`. */
const SECRET_ARGUMENTS = new RegExp(
  String.raw`((?:--?|\b)[\w-]{0,40}(?:${NAMED})${BETWEEN})[^\s"']+|(:\/\/[^\s:/@]{0,100}:)[^\s@]{1,200}(?=@)|([ \t](?:-u[ \t]?|--(?:proxy-)?user[= ])[^\s:]{1,100}:)\S+|(\bmysql\w{0,10}[ \t](?:[^\s]{1,60}[ \t]){0,8}?-p)\S+`,
  'gi',
);

/** Programs are started with passwords on their command lines, which every process list shows. */
export function hideSecretArguments(text: string): string {
  return text.replace(
    SECRET_ARGUMENTS,
    (_, option = '', address = '', user = '', mysql = '') => `${option}${address}${user}${mysql}[hidden]`,
  );
}
